import { workerEntry } from "../../../host/worker-entry.js";
import { Failure, messageOf } from "../../failure.js";
import type { Settings } from "../settings.js";
import type { Executor, Shard, ShardResult } from "../shard.js";
import type { ThreadTask } from "./worker.js";

/** Number of queued shards per thread, so that threads are never idle. */
const QUEUED_SHARDS = 2;
/** Number of failed threads after which the record that they processed is not tried again. */
const MAX_FAILURES = 1;
/** Heap size of a thread, in MB: enough for a text of the maximum size. */
const HEAP_MB = 1024;

/** Threads that process shards of any run. */
export interface ThreadPool {
  process(shard: Shard, settings: Settings): Promise<ShardResult>;
  close(): Promise<void>;
}

/** Returns an executor that processes shards on several threads. */
export async function threadExecutor(jobs: number, settings: Settings): Promise<Executor> {
  const pool = await threadPool(jobs);
  return {
    capacity: jobs * (1 + QUEUED_SHARDS),
    process: (shard) => pool.process(shard, settings),
    close: pool.close,
  };
}

/** Starts a number of threads. */
export async function threadPool(jobs: number): Promise<ThreadPool> {
  const { Piscina } = await import("piscina");
  const entry = workerEntry(import.meta.url, "./batch-worker.js", "worker.ts");
  const pool = new Piscina({
    filename: entry.workerFile,
    execArgv: entry.execArgv,
    minThreads: jobs,
    maxThreads: jobs,
    atomics: "disabled",
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
  });
  // the pool already rejects the task of the failing thread
  pool.on("error", () => undefined);

  async function process(shard: Shard, settings: Settings): Promise<ShardResult> {
    const failures = new Map<number, number>();
    for (;;) {
      const current = new Int32Array(new SharedArrayBuffer(4));
      const poison = [...failures]
        .filter(([, count]) => count >= MAX_FAILURES)
        .map(([number]) => number);
      const task: ThreadTask = {
        shard: poison.length === 0 ? shard : { ...shard, poison },
        settings,
        current,
      };
      try {
        return (await pool.run(task)) as ShardResult;
      } catch (error) {
        const number = Atomics.load(current, 0);
        if (!isThreadFailure(error) || number === 0 || poison.includes(number))
          throw new Failure(`${shard.name}: ${messageOf(error)}`);
        failures.set(number, (failures.get(number) ?? 0) + 1);
      }
    }
  }

  return { process, close: () => pool.destroy() };
}

/** Whether the thread itself failed, rather than its task. */
function isThreadFailure(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return (
    code === "ERR_WORKER_OUT_OF_MEMORY" ||
    (error instanceof Error && /worker.*(?:terminated|exited|memory)|thread/i.test(error.message))
  );
}
