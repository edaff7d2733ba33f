import { resolve } from "node:path";
import type { Detector } from "../../context.js";
import type { Settings } from "../settings.js";
import type { Executor } from "../shard.js";
import { packShard, unpackResult } from "./envelope.js";
import { queuePackage, revisionOf, storeFrom } from "./port.js";

export interface QueueExecutorOptions {
  readonly url: string;
  readonly store: string | undefined;
  readonly window: number;
  readonly attempts: number;
  readonly timeoutMs: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly detector: Detector;
  readonly settings: Settings;
  readonly onRemark: (remark: string) => void;
}

/** Lets workers on other machines do the work. */
export async function queueExecutor({
  window,
  cwd,
  detector,
  settings,
  ...options
}: QueueExecutorOptions): Promise<Executor> {
  const { openRun } = await queuePackage();
  const store = storePath(storeFrom(options.store), cwd);
  const run = await openRun({ ...options, store, revision: revisionOf(detector.revision) });
  return {
    capacity: window,
    process: async (shard) => unpackResult(await run.process(await packShard(shard, settings))),
    close: () => run.close(),
  };
}

export function storePath(store: string, cwd: string): string {
  return store.startsWith("s3://") ? store : resolve(cwd, store);
}
