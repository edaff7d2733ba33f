import { randomUUID } from "node:crypto";
import { Queue, QueueEvents } from "bullmq";
import type { Redis } from "ioredis";
import { claim } from "./claim.js";
import { addressFrom, connect, reason, type Address, type Environment } from "./connection.js";
import { QueueError } from "./error.js";
import { DIED, PREFIX, queueName, RUNS, WORKERS, type PartJob } from "./names.js";
import { announce, present } from "./presence.js";

export interface RunOptions {
  readonly url: string;
  readonly env: Environment;
  /** Identifies the output: only one run at a time may write it. */
  readonly output: string;
  /** Identifies the inputs and options of the run. */
  readonly plan: string;
  /** Identifies the rules: only workers with the same rules work on this run. */
  readonly revision: string;
  /** Maximum number of attempts for a partition. */
  readonly attempts: number;
  /** Milliseconds for which the queue may be unreachable before the run ends. */
  readonly timeoutMs: number;
  /** Whether to wait until the claim of a run that was killed expires, and then take over its output. */
  readonly takeOver: boolean;
  /** Resolves to whether a partition is finished. It is called because the queue may lose the message that reports it. */
  readonly isDone: (id: string) => Promise<boolean>;
  /** Called with messages for the user, such as that no worker is running. */
  readonly onRemark: (remark: string) => void;
}

/** A run whose partitions are processed by workers on other machines. */
export interface Run {
  /**
   * Sends a partition to a worker and waits until it is finished.
   * @param isSuspect whether the partition is a part of a larger partition whose processing ended workers
   * @throws QueueError if the partition fails, with the code `died` if workers ended while they processed it
   */
  process(id: string, task: unknown, isSuspect: boolean): Promise<void>;
  /** Removes unfinished partitions from the queue; workers stop processing them. */
  close(): Promise<void>;
}

/** Milliseconds between two checks of unfinished partitions: Redis may have lost a partition or a message. */
const CHECK_MS = 2_000;
/** Milliseconds without a finished partition after which the run checks whether there are workers. */
const SILENCE_MS = 5_000;
/** Milliseconds for which `close` waits for a connection that may be lost. */
const CLOSE_MS = 2_000;

/** Starts a run. @throws QueueError if the queue cannot be reached, or another run writes the same output */
export async function openRun(options: RunOptions): Promise<Run> {
  const address = addressFrom(options.url, options.env);
  const redis = await connect(address, Math.min(options.timeoutMs, 10_000));
  const id = randomUUID();
  let run: RemoteRun | null = null;
  let release: () => Promise<void>;
  try {
    const onLost = (error: QueueError): void => run?.giveUp(error);
    release = await claim(redis, { ...options, run: id, onLost });
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  return (run = new RemoteRun(id, options, address, redis, release));
}

interface Waiting {
  readonly job: PartJob;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

class RemoteRun implements Run {
  private readonly queue: Queue<PartJob>;
  private readonly events: QueueEvents;
  private readonly waiting = new Map<string, Waiting>();
  /** Jobs that are being sent. */
  private readonly sending = new Set<Promise<void>>();
  private readonly leave: () => Promise<void>;
  private readonly timer: NodeJS.Timeout;
  /** The time when a partition last finished or failed. */
  private newsAt = Date.now();
  private unreachableSince: number | null = null;
  private failure: unknown;
  private reported = new Set<string>();

  constructor(
    id: string,
    private readonly options: RunOptions,
    private readonly address: Address,
    private readonly redis: Redis,
    private readonly release: () => Promise<void>,
  ) {
    const name = queueName(options.revision);
    this.queue = new Queue(name, { connection: address.options, prefix: PREFIX });
    this.events = new QueueEvents(name, { connection: address.options, prefix: PREFIX });
    const onError = (error: unknown): void => void (this.failure = error);
    this.queue.on("error", onError);
    this.events.on("error", onError);
    redis.on("error", onError);
    this.events.on("completed", ({ jobId }) => this.finish(jobId));
    this.events.on("failed", ({ jobId, failedReason }) => this.fail(jobId, failedReason));
    this.events.on("progress", ({ jobId, data }) => {
      if (this.waiting.has(jobId) && typeof data === "string") this.report(data);
    });
    this.leave = announce(redis, RUNS, id, options.revision);
    this.timer = setInterval(() => void this.check(), CHECK_MS);
  }

  async process(id: string, task: unknown, isSuspect: boolean): Promise<void> {
    const { output, plan, revision } = this.options;
    const job: PartJob = { output, plan, id, revision, isSuspect, task };
    const finished = new Promise<void>((resolve, reject) =>
      this.waiting.set(this.jobId(id), { job, resolve, reject }),
    );
    finished.catch(() => undefined);
    // A job that could not be sent is sent again by the next check.
    this.send(job, true).catch((error: unknown) => (this.failure = error));
    await finished;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    const left = [...this.waiting.keys()];
    this.waiting.clear();
    await this.leave();
    await this.release();
    // A job that is still being sent would be added after the removal.
    if (this.redis.status === "ready") await settled(this.sending);
    if (this.redis.status === "ready")
      await Promise.all(left.map((id) => this.queue.remove(id).catch(() => 0)));
    this.address.giveUp();
    await settled([this.queue.close(), this.events.close()]);
    // Connections that did not close in time are dropped, because they would keep the process alive.
    void this.queue.disconnect().catch(() => undefined);
    void this.events.disconnect().catch(() => undefined);
    this.redis.disconnect();
  }

  /** Ends the run without waiting for unfinished partitions. */
  giveUp(error: QueueError): void {
    for (const [id, { reject }] of this.waiting) {
      this.waiting.delete(id);
      reject(error);
    }
  }

  private jobId(id: string): string {
    return `${this.options.output}-${this.options.plan}-${id}`;
  }

  /** Adds a job to the queue, and to `sending` until it is added. */
  private send(job: PartJob, isFirst: boolean): Promise<void> {
    const sent = this.add(job, isFirst).finally(() => this.sending.delete(sent));
    this.sending.add(sent);
    return sent;
  }

  /** Adds a job to the queue. If a killed run left the job as failed, it is removed first, so that it is tried again. */
  private async add(job: PartJob, isFirst: boolean): Promise<void> {
    const jobId = this.jobId(job.id);
    if (isFirst && (await (await this.queue.getJob(jobId))?.isFailed()) === true)
      await this.queue.remove(jobId);
    await this.queue.add("partition", job, {
      jobId,
      attempts: this.options.attempts,
      backoff: { type: "exponential", delay: 500 },
      removeOnComplete: true,
      removeOnFail: { age: 3600 },
    });
  }

  private finish(jobId: string): void {
    const found = this.waiting.get(jobId);
    if (found === undefined) return;
    this.waiting.delete(jobId);
    this.newsAt = Date.now();
    found.resolve();
  }

  private fail(jobId: string, why: string): void {
    const found = this.waiting.get(jobId);
    if (found === undefined) return;
    this.waiting.delete(jobId);
    this.newsAt = Date.now();
    found.reject(new QueueError(why === DIED ? "died" : "partition", why));
  }

  /** Checks for changes that no message reported: finished partitions, jobs that Redis lost, an unreachable queue. */
  private async check(): Promise<void> {
    if (this.isUnreachable()) return;
    try {
      for (const [jobId, { job }] of this.waiting) {
        const found = await this.queue.getJob(jobId);
        if (found === undefined) {
          // The job was finished and removed, or Redis lost it.
          if (await this.options.isDone(job.id)) this.finish(jobId);
          else if (this.waiting.has(jobId)) await this.send(job, false);
        } else if (await found.isFailed())
          this.fail(jobId, found.failedReason ?? "no reason given");
      }
      await this.reportMissingWorkers();
    } catch (error) {
      this.failure = error;
    }
  }

  /** Returns whether the queue is unreachable, and ends the run if it has been unreachable for longer than the time limit. */
  private isUnreachable(): boolean {
    if (this.redis.status === "ready") {
      this.unreachableSince = null;
      return false;
    }
    this.unreachableSince ??= Date.now();
    const { shown } = this.address;
    this.report(`the queue at ${shown} is unreachable (${reason(this.failure)}): waiting for it`);
    if (Date.now() - this.unreachableSince > this.options.timeoutMs)
      this.giveUp(
        new QueueError(
          "unreachable",
          `the queue at ${shown} did not become reachable again: ${reason(this.failure)}`,
        ),
      );
    return true;
  }

  private async reportMissingWorkers(): Promise<void> {
    if (this.waiting.size === 0 || Date.now() - this.newsAt < SILENCE_MS) return;
    const workers = await present(this.redis, WORKERS);
    if (workers.some(({ revision }) => revision === this.options.revision)) return;
    const others = [...new Set(workers.map(({ revision }) => revision))];
    this.report(
      others.length === 0
        ? "no worker is running: start some with `curlew worker`"
        : `no running worker uses these rules (${this.options.revision}); the running ones use: ${others.join(", ")}`,
    );
  }

  /** Passes a message to the user once. */
  private report(message: string): void {
    if (!this.reported.has(message)) this.options.onRemark(message);
    this.reported.add(message);
  }
}

/** Resolves when all promises are settled, or after `CLOSE_MS`. */
async function settled(promises: Iterable<Promise<unknown>>): Promise<void> {
  await Promise.race([
    Promise.allSettled(promises),
    new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
  ]);
}
