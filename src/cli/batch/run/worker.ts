import { move, transferableSymbol, valueSymbol } from "piscina";
import { createNodeDetector } from "../../../host/node.js";
import type { Detector } from "../../context.js";
import { processShard } from "../process.js";
import type { Settings } from "../settings.js";
import type { Shard, ShardResult } from "../shard.js";

export interface ThreadTask {
  readonly shard: Shard;
  readonly settings: Settings;
  /** One number: the record that is worked on, so that it is known when the thread breaks. */
  readonly current: Int32Array;
}

const detectors = new Map<string, Promise<Detector>>();

function detectorFor({ rules }: Settings): Promise<Detector> {
  const key = JSON.stringify(rules);
  let detector = detectors.get(key);
  if (detector === undefined) detectors.set(key, (detector = createNodeDetector(rules)));
  return detector;
}

/** A worker thread's task: one shard. */
export default async function work({ shard, settings, current }: ThreadTask): Promise<ShardResult> {
  const detector = await detectorFor(settings);
  const result = await processShard(
    detector,
    shard,
    settings,
    (number) => void Atomics.store(current, 0, number),
  );
  // the output goes over to the other thread instead of being copied
  const output = new Uint8Array(result.output);
  return move({
    [transferableSymbol]: [output.buffer],
    [valueSymbol]: { ...result, output },
  }) as unknown as ShardResult;
}
