import { move, transferableSymbol, valueSymbol } from "piscina";
import { createIsolatedDetector, createNodeDetector } from "../../../host/node.js";
import { Analyzer } from "../../analyzer.js";
import { processShard } from "../process-shard.js";
import type { Settings } from "../settings.js";
import type { Shard, ShardResult } from "../shard.js";

export interface ThreadTask {
  readonly shard: Shard;
  readonly settings: Settings;
  /** Shared memory for the number of the record that is being processed, which is needed if the thread fails. */
  readonly current: Int32Array;
}

const toolkit = {
  isolate: async (rules: Settings["rules"], processes: number) =>
    createIsolatedDetector({ ...rules, processes }),
};
const analyzers = new Map<string, Promise<Analyzer>>();

function analyzerFor({ rules }: Settings): Promise<Analyzer> {
  const key = JSON.stringify(rules);
  let analyzer = analyzers.get(key);
  if (analyzer === undefined) {
    analyzer = createNodeDetector(rules).then((made) => Analyzer.with(toolkit, rules, made));
    analyzers.set(key, analyzer);
  }
  return analyzer;
}

/** Processes a shard in a worker thread. */
export default async function work({ shard, settings, current }: ThreadTask): Promise<ShardResult> {
  const result = await processShard(
    await analyzerFor(settings),
    shard,
    settings,
    (number) => void Atomics.store(current, 0, number),
  );
  // the output is transferred to the main thread instead of being copied
  const output = new Uint8Array(result.output);
  return move({
    [transferableSymbol]: [output.buffer],
    [valueSymbol]: { ...result, output },
  }) as unknown as ShardResult;
}
