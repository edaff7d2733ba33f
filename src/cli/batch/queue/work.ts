import type { Context } from "../../context.js";
import { showText } from "../../report/width.js";
import { threadPool } from "../run/threads.js";
import type { RuleOptions } from "../../options.js";
import { ruleChoice } from "../../rules.js";
import { packResult, unpackShard } from "./envelope.js";
import { storePath } from "./executor.js";
import { queuePackage, revisionOf, storeFrom } from "./port.js";

export interface WorkerCommandOptions extends RuleOptions {
  readonly queue: string;
  readonly store?: string;
  readonly jobs: number;
  readonly rate?: number;
  readonly lock: number;
  readonly wait: number;
  readonly quiet?: boolean;
}

/** `curlew worker`: works on shards until it is told to end. @returns the exit status */
export async function work(context: Context, options: WorkerCommandOptions): Promise<number> {
  const { runWorker } = await queuePackage();
  const store = storePath(storeFrom(options.store), context.cwd);
  const rules = ruleChoice(options);
  const { revision } = await context.toolkit.createDetector(rules);
  const pool = await threadPool(options.jobs);
  const ending = new AbortController();
  const end = (): void => ending.abort();
  process.once("SIGTERM", end).once("SIGINT", end);
  try {
    await runWorker({
      url: options.queue,
      env: context.env,
      store,
      revision: revisionOf(revision),
      concurrency: options.jobs,
      rate: options.rate ?? null,
      lockMs: options.lock * 1000,
      timeoutMs: options.wait * 1000,
      signal: ending.signal,
      onEvent: ({ event, message }) => {
        if (event !== "done" || options.quiet !== true)
          context.stderr.write(`curlew: worker: ${event}: ${showText(message).text}\n`);
      },
      // query files lie elsewhere on this machine; the revision says that they hold the same
      work: async (parcel) => {
        const { shard, settings } = unpackShard(parcel);
        return packResult(await pool.process(shard, { ...settings, rules }));
      },
    });
  } finally {
    process.off("SIGTERM", end).off("SIGINT", end);
    await pool.close();
  }
  return 0;
}
