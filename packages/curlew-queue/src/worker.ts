import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { UnrecoverableError, Worker } from "bullmq";
import { addressFrom, connect, reason, type Environment } from "./connection.js";
import { messageOf } from "./error.js";
import {
  inputKey,
  PREFIX,
  PRESENCE_INTERVAL_MS,
  queueName,
  resultKey,
  RUNS,
  WORKERS,
  type ShardJob,
} from "./names.js";
import { announce, present } from "./presence.js";
import { openStore, type Store } from "./store.js";

export interface WorkerOptions {
  readonly url: string;
  readonly env: Environment;
  readonly store: string;
  /** Names the rules this worker has. */
  readonly revision: string;
  /** How many shards at a time. */
  readonly concurrency: number;
  /** Most shards a second, over all workers; null without a limit. */
  readonly rate: number | null;
  /** After so long without a sign of life a worker's shard goes to another. */
  readonly lockMs: number;
  /** How long to wait for the queue at the start. */
  readonly timeoutMs: number;
  readonly work: (input: Uint8Array) => Promise<Uint8Array>;
  /** Called with what happens, for a log. */
  readonly onEvent: (event: WorkerEvent) => void;
  /** Ends the worker when what it works on is done. */
  readonly signal: AbortSignal;
}

export type WorkerEvent =
  | { readonly event: "ready"; readonly message: string }
  | { readonly event: "done" | "failed" | "refused" | "trouble"; readonly message: string };

/** A shard may be left by so many workers that were killed before it is given up. */
const MOST_STALLED = 20;

/**
 * Works on shards of any run with the same rules, until the signal.
 * @throws QueueError where the queue cannot be reached at the start
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { revision, onEvent, signal } = options;
  const address = addressFrom(options.url, options.env);
  const redis = await connect(address, options.timeoutMs);
  const store = await openStore(options.store, options.env);
  const leave = announce(
    redis,
    WORKERS,
    `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
    revision,
  );
  const refusing = tellRefused();
  const worker = new Worker<ShardJob>(
    queueName(revision),
    async ({ data }) => workOn(data, store, options),
    {
      connection: address.options,
      prefix: PREFIX,
      concurrency: options.concurrency,
      lockDuration: options.lockMs,
      stalledInterval: options.lockMs,
      maxStalledCount: MOST_STALLED,
      ...(options.rate === null ? {} : { limiter: { max: options.rate, duration: 1_000 } }),
    },
  );
  let trouble = "";
  const onTrouble = (error: unknown): void => {
    const message = `the queue at ${address.shown}: ${reason(error)}`;
    if (message !== trouble) onEvent({ event: "trouble", message });
    trouble = message;
  };
  redis.on("error", onTrouble);
  redis.on("ready", () => (trouble = ""));
  worker.on("error", onTrouble);
  worker.on("completed", ({ data, processedOn, finishedOn }) =>
    onEvent({
      event: "done",
      message: `shard ${data.index} of run ${data.run} in ${(finishedOn ?? 0) - (processedOn ?? 0)} ms`,
    }),
  );
  worker.on("failed", (job, error) =>
    onEvent({
      event: "failed",
      message: `shard ${job?.data.index ?? "?"} of run ${job?.data.run ?? "?"}: ${messageOf(error)}`,
    }),
  );
  onEvent({ event: "ready", message: `works on shards for ${revision} from ${address.shown}` });
  if (!signal.aborted)
    await new Promise<void>((resolve) =>
      signal.addEventListener("abort", () => resolve(), { once: true }),
    );
  clearInterval(refusing);
  await leave();
  // shards that were begun are finished; where the queue is away nobody can be told, and they go to others
  if (redis.status !== "ready") address.giveUp();
  await worker.close(redis.status !== "ready");
  address.giveUp();
  redis.disconnect();

  /** Says of each run once that its shards are for other rules. */
  function tellRefused(): NodeJS.Timeout {
    const told = new Set<string>();
    const look = async (): Promise<void> => {
      for (const run of await present(redis, RUNS)) {
        if (run.revision === revision || told.has(run.id)) continue;
        told.add(run.id);
        onEvent({
          event: "refused",
          message: `the shards of run ${run.id} are for other rules (${run.revision})`,
        });
      }
    };
    const timer = setInterval(() => void look().catch(() => undefined), PRESENCE_INTERVAL_MS);
    void look().catch(() => undefined);
    return timer;
  }
}

async function workOn(
  { run, index, revision }: ShardJob,
  store: Store,
  { work, revision: own }: WorkerOptions,
): Promise<void> {
  if (revision !== own)
    throw new UnrecoverableError(
      `it is for other rules (${revision}) than this worker has (${own})`,
    );
  // another worker may have done it and been killed before it could say so
  if ((await store.get(resultKey(run, index))) !== null) return;
  const input = await store.get(inputKey(run, index));
  if (input === null)
    throw new UnrecoverableError(
      "its bytes are not in the store: the run has ended, or the store is another one",
    );
  await store.put(resultKey(run, index), await work(input));
}
