import { randomUUID } from "node:crypto";
import { Queue, QueueEvents } from "bullmq";
import type { Redis } from "ioredis";
import { addressFrom, connect, reason, type Address, type Environment } from "./connection.js";
import { QueueError } from "./error.js";
import { inputKey, PREFIX, queueName, resultKey, RUNS, WORKERS, type ShardJob } from "./names.js";
import { announce, present } from "./presence.js";
import { openStore, type Store } from "./store.js";

export interface RunOptions {
  readonly url: string;
  readonly env: Environment;
  /** A folder that all machines see, or `s3://BUCKET/PREFIX`. */
  readonly store: string;
  /** Names the rules: only workers with the same work on this run. */
  readonly revision: string;
  /** How often a shard is tried. */
  readonly attempts: number;
  /** How long the queue may be away before the run ends. */
  readonly timeoutMs: number;
  /** Called with remarks for people, such as that no worker is there. */
  readonly onRemark: (remark: string) => void;
}

/** A run whose shards other machines work on. */
export interface Run {
  readonly id: string;
  /**
   * Sends a shard out and waits for its result.
   * @throws QueueError where it cannot be had
   */
  process(input: Uint8Array): Promise<Uint8Array>;
  /** Removes what is left of the run, here and there. */
  close(): Promise<void>;
}

/** Between two looks at shards that are out: Redis may have lost them, or their news. */
const LOOK_MS = 2_000;
/** Silence after which it is told why. */
const SILENCE_MS = 5_000;

/** @throws QueueError where queue or store cannot be reached */
export async function openRun(options: RunOptions): Promise<Run> {
  const address = addressFrom(options.url, options.env);
  const redis = await connect(address, Math.min(options.timeoutMs, 10_000));
  const store = await openStore(options.store, options.env);
  return new RemoteRun(options, address, redis, store);
}

interface Out {
  readonly index: number;
  readonly resolve: (result: Uint8Array) => void;
  readonly reject: (error: Error) => void;
  looking: boolean;
}

class RemoteRun implements Run {
  readonly id = randomUUID();
  private readonly queue: Queue<ShardJob>;
  private readonly events: QueueEvents;
  private readonly out = new Map<string, Out>();
  private readonly leave: () => Promise<void>;
  private readonly timer: NodeJS.Timeout;
  private next = 0;
  private newsAt = Date.now();
  private awaySince: number | null = null;
  private trouble: unknown;
  private remarked = "";

  constructor(
    private readonly options: RunOptions,
    private readonly address: Address,
    private readonly redis: Redis,
    private readonly store: Store,
  ) {
    const name = queueName(options.revision);
    this.queue = new Queue(name, { connection: address.options, prefix: PREFIX });
    this.events = new QueueEvents(name, { connection: address.options, prefix: PREFIX });
    const onTrouble = (error: unknown): void => void (this.trouble = error);
    this.queue.on("error", onTrouble);
    this.events.on("error", onTrouble);
    redis.on("error", onTrouble);
    this.events.on("completed", ({ jobId }) => void this.look(jobId));
    this.events.on("failed", ({ jobId, failedReason }) => this.fail(jobId, failedReason));
    this.leave = announce(redis, RUNS, this.id, options.revision);
    this.timer = setInterval(() => void this.lookAround(), LOOK_MS);
  }

  async process(input: Uint8Array): Promise<Uint8Array> {
    const index = this.next++;
    await this.store.put(inputKey(this.id, index), input);
    const result = new Promise<Uint8Array>((resolve, reject) =>
      this.out.set(this.jobId(index), { index, resolve, reject, looking: false }),
    );
    result.catch(() => undefined);
    this.send(index).catch((error: unknown) => (this.trouble = error)); // it is sent again where it is not there
    const found = await result;
    await Promise.all([
      this.store.remove(inputKey(this.id, index)),
      this.store.remove(resultKey(this.id, index)),
    ]);
    return found;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    const left = [...this.out.keys()];
    await this.leave();
    if (this.redis.status === "ready")
      await Promise.all(left.map((id) => this.queue.remove(id).catch(() => 0)));
    this.address.giveUp();
    await Promise.race([
      Promise.allSettled([this.queue.close(), this.events.close()]),
      new Promise((resolve) => setTimeout(resolve, 2_000).unref()),
    ]);
    // what could not be closed in time is cut off, or it would keep the process alive
    void this.queue.disconnect().catch(() => undefined);
    void this.events.disconnect().catch(() => undefined);
    this.redis.disconnect();
    await this.store.removeAll(this.id);
  }

  private jobId(index: number): string {
    return `${this.id}-${index}`;
  }

  private async send(index: number): Promise<void> {
    const job: ShardJob = { run: this.id, index, revision: this.options.revision };
    await this.queue.add("shard", job, {
      jobId: this.jobId(index),
      attempts: this.options.attempts,
      backoff: { type: "exponential", delay: 500 },
      removeOnComplete: true,
      removeOnFail: { age: 24 * 3600 },
    });
  }

  /** Takes a result that has come. */
  private async look(id: string): Promise<boolean> {
    const out = this.out.get(id);
    if (out === undefined || out.looking) return out !== undefined;
    out.looking = true;
    try {
      const result = await this.store.get(resultKey(this.id, out.index));
      if (result === null) return false;
      this.out.delete(id);
      this.newsAt = Date.now();
      out.resolve(result);
      return true;
    } catch (error) {
      this.out.delete(id);
      out.reject(error instanceof Error ? error : new Error(String(error)));
      return true;
    } finally {
      out.looking = false;
    }
  }

  private fail(id: string, why: string): void {
    const out = this.out.get(id);
    if (out === undefined) return;
    this.out.delete(id);
    out.reject(
      new QueueError("shard", `shard ${out.index} could not be done on any worker: ${why}`),
    );
  }

  /** What the news may have missed: results, shards that Redis lost, a queue that is away. */
  private async lookAround(): Promise<void> {
    if (this.away()) return;
    try {
      for (const [id, { index }] of this.out) {
        if (await this.look(id)) continue;
        const job = await this.queue.getJob(id);
        if (job === undefined) {
          // done and forgotten between both looks, or lost with Redis
          if (!(await this.look(id)) && this.out.has(id)) await this.send(index);
        } else if (await job.isFailed()) this.fail(id, job.failedReason ?? "no reason given");
      }
      await this.remarkOnWorkers();
    } catch (error) {
      this.trouble = error;
    }
  }

  private away(): boolean {
    if (this.redis.status === "ready") {
      this.awaySince = null;
      return false;
    }
    this.awaySince ??= Date.now();
    this.remark(
      `the queue at ${this.address.shown} is away (${reason(this.trouble)}): waiting for it`,
    );
    if (Date.now() - this.awaySince > this.options.timeoutMs) {
      for (const [id, { reject }] of this.out) {
        this.out.delete(id);
        reject(
          new QueueError(
            "unreachable",
            `the queue at ${this.address.shown} did not come back: ${reason(this.trouble)}`,
          ),
        );
      }
    }
    return true;
  }

  private async remarkOnWorkers(): Promise<void> {
    if (this.out.size === 0 || Date.now() - this.newsAt < SILENCE_MS) return;
    const workers = await present(this.redis, WORKERS);
    if (workers.some(({ revision }) => revision === this.options.revision)) return;
    const others = [...new Set(workers.map(({ revision }) => revision))];
    this.remark(
      others.length === 0
        ? "no worker is there: start some with curlew worker"
        : `no worker with these rules (${this.options.revision}) is there; those that are have others and refuse: ${others.join(", ")}`,
    );
  }

  private remark(remark: string): void {
    if (remark !== this.remarked) this.options.onRemark(remark);
    this.remarked = remark;
  }
}
