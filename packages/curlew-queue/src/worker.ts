import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { DelayedError, UnrecoverableError, Worker, type Job } from "bullmq";
import type { Redis } from "ioredis";
import { addressFrom, connect, reason, type Environment } from "./connection.js";
import { isActive } from "./claim.js";
import { messageOf } from "./error.js";
import {
  DIED,
  MAX_DEATHS,
  PREFIX,
  PRESENCE_INTERVAL_MS,
  queueName,
  RUNS,
  WORKERS,
  type PartJob,
} from "./names.js";
import { announce, present } from "./presence.js";

export interface WorkerOptions {
  readonly url: string;
  readonly env: Environment;
  /** Identifies the rules of this worker. */
  readonly revision: string;
  /** Maximum number of partitions at a time. */
  readonly concurrency: number;
  /** Maximum number of partitions per second of all workers together; null if there is no limit. */
  readonly rate: number | null;
  /** Milliseconds without a sign of life of a worker after which another worker gets its partition. */
  readonly lockMs: number;
  /** Milliseconds to wait for the queue at the start. */
  readonly timeoutMs: number;
  /**
   * Processes a partition.
   * @param signal aborted when the run has ended
   * @returns null if the partition is finished; otherwise the reason why this worker, but perhaps not others, cannot process it
   */
  readonly work: (task: unknown, signal: AbortSignal) => Promise<string | null>;
  /** Called for each event, for a log. */
  readonly onEvent: (event: WorkerEvent) => void;
  /** Called every few seconds while the queue responds. */
  readonly onAlive: () => void;
  /** Ends the worker after its current partitions. */
  readonly signal: AbortSignal;
}

export type WorkerEvent =
  | { readonly event: "ready"; readonly message: string }
  | { readonly event: "done" | "failed" | "refused" | "trouble"; readonly message: string };

/** A limit that is never reached: not the queue, but a worker that starts a partition checks how many workers ended. */
const NO_LIMIT = 1_000_000;
/** Milliseconds for which a worker pauses after a partition that it cannot process. The pause doubles each time, up to a maximum. */
const PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;
const WITHDRAWN = "the run has ended";

/**
 * Processes partitions of all runs with the same rules, until the signal is aborted.
 * @throws QueueError if the queue cannot be reached at the start
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { revision, onEvent, signal } = options;
  const address = addressFrom(options.url, options.env);
  const redis = await connect(address, options.timeoutMs);
  const name = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const leave = announce(redis, WORKERS, name, revision, options.onAlive);
  const refusing = reportOtherRuns(redis, options);
  const tasks = new Tasks(redis, options);
  const worker: Worker<PartJob> = new Worker<PartJob>(
    queueName(revision),
    async (job, token) => tasks.run(job, token, worker),
    {
      connection: address.options,
      prefix: PREFIX,
      concurrency: options.concurrency,
      lockDuration: options.lockMs,
      stalledInterval: options.lockMs,
      maxStalledCount: NO_LIMIT,
      ...(options.rate === null ? {} : { limiter: { max: options.rate, duration: 1_000 } }),
    },
  );
  let problem = "";
  const onError = (error: unknown): void => {
    const message = `the queue at ${address.shown}: ${reason(error)}`;
    if (message !== problem) onEvent({ event: "trouble", message });
    problem = message;
  };
  redis.on("error", onError);
  redis.on("ready", () => (problem = ""));
  worker.on("error", onError);
  worker.on("completed", ({ data, processedOn, finishedOn }) =>
    onEvent({
      event: "done",
      message: `partition ${data.id} in ${(finishedOn ?? 0) - (processedOn ?? 0)} ms`,
    }),
  );
  worker.on("failed", (job, error) => {
    // The run could not remove the job while this worker processed it.
    if (error.message === WITHDRAWN) void job?.remove().catch(() => undefined);
    onEvent({
      event: "failed",
      message: `partition ${job?.data.id ?? "?"}: ${messageOf(error)}`,
    });
  });
  onEvent({
    event: "ready",
    message: `processes partitions for ${revision} from ${address.shown}`,
  });
  if (!signal.aborted)
    await new Promise<void>((resolve) =>
      signal.addEventListener("abort", () => resolve(), { once: true }),
    );
  clearInterval(refusing);
  await leave();
  // Partitions that were started are finished. If the queue is unreachable, the end cannot be reported, so other workers process the
  // partitions again.
  if (redis.status !== "ready") address.giveUp();
  await worker.close(redis.status !== "ready");
  address.giveUp();
  redis.disconnect();
}

/** Runs the tasks of a worker. A task that the worker cannot process is put back on the queue. */
class Tasks {
  private pauseMs = PAUSE_MS;
  private readonly refused = new Set<string>();

  constructor(
    private readonly redis: Redis,
    private readonly options: WorkerOptions,
  ) {}

  async run(job: Job<PartJob>, token: string | undefined, worker: Worker<PartJob>): Promise<void> {
    const { output, plan, isSuspect, task } = job.data;
    if (!(await isActive(this.redis, output, plan))) throw new UnrecoverableError(WITHDRAWN);
    if (job.stalledCounter >= (isSuspect ? 1 : MAX_DEATHS)) throw new UnrecoverableError(DIED);
    const withdrawal = new AbortController();
    const watch = async (): Promise<void> => {
      if (!(await isActive(this.redis, output, plan))) withdrawal.abort();
    };
    const timer = setInterval(() => void watch().catch(() => undefined), PRESENCE_INTERVAL_MS);
    try {
      const refusal = await this.options.work(task, withdrawal.signal);
      if (refusal !== null) await this.giveBack(job, token, worker, refusal);
      this.pauseMs = PAUSE_MS;
    } finally {
      clearInterval(timer);
    }
    if (withdrawal.signal.aborted) throw new UnrecoverableError(WITHDRAWN);
  }

  /** Puts a job back on the queue and pauses, because other workers may be able to process all jobs. */
  private async giveBack(
    job: Job<PartJob>,
    token: string | undefined,
    worker: Worker<PartJob>,
    refusal: string,
  ): Promise<never> {
    const { output } = job.data;
    if (!this.refused.has(output)) this.options.onEvent({ event: "refused", message: refusal });
    this.refused.add(output);
    await job.updateProgress(`a worker on ${hostname()} rejected a partition: ${refusal}`);
    await worker.pause(true);
    setTimeout(() => {
      if (!this.options.signal.aborted) void worker.resume();
    }, this.pauseMs).unref();
    this.pauseMs = Math.min(MAX_PAUSE_MS, 2 * this.pauseMs);
    await job.moveToDelayed(Date.now() + 500, token);
    throw new DelayedError(refusal);
  }
}

/** Reports each run with other rules once. @returns the timer that looks for such runs */
function reportOtherRuns(
  redis: Redis,
  { revision, onEvent }: Pick<WorkerOptions, "revision" | "onEvent">,
): NodeJS.Timeout {
  const reported = new Set<string>();
  const look = async (): Promise<void> => {
    for (const run of await present(redis, RUNS)) {
      if (run.revision === revision || reported.has(run.id)) continue;
      reported.add(run.id);
      onEvent({
        event: "refused",
        message: `the partitions of run ${run.id} are for other rules (${run.revision})`,
      });
    }
  };
  const timer = setInterval(() => void look().catch(() => undefined), PRESENCE_INTERVAL_MS);
  void look().catch(() => undefined);
  return timer;
}
