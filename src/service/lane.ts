import { timeLeft, type Call } from "./call.js";
import { TimeEstimate } from "./time-estimate.js";
import { ServiceError } from "./service-error.js";

/** One piece of work for a lane. */
export interface Load {
  readonly bytes: number;
  /** Whose work it is; clients take turns. */
  readonly client: string;
  readonly call: Call;
}

interface Waiting extends Load {
  admit(): void;
  refuse(error: ServiceError): void;
}

interface Running {
  readonly client: string;
  readonly since: number;
  readonly expected: number;
}

/** The part of a call's time that waiting and work may use; the rest is for sending the answer. */
const USABLE = 0.85;

const REVIEW_MS = 200;

/**
 * A queue for a number of places. Work that is expected to finish after its deadline, as estimated from earlier work, is rejected
 * at once; clients take turns.
 */
export class Lane {
  readonly #running = new Set<Running>();
  readonly #estimate: TimeEstimate;
  #waiting: Waiting[] = [];
  #review: NodeJS.Timeout | undefined;

  constructor(
    readonly places: number,
    initial: { readonly perByte: number; readonly least: number },
  ) {
    this.#estimate = new TimeEstimate(initial.perByte, initial.least);
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** The expected milliseconds until new work would begin. */
  get backlogMs(): number {
    return (
      (this.#runningMs() +
        this.#waiting.reduce((sum, { bytes }) => sum + this.#estimate.expected(bytes), 0)) /
      this.places
    );
  }

  /**
   * Runs a task when there is a place for it. An aborted call leaves the line.
   * @throws ServiceError `overloaded`, with the time to wait, if the task would finish after its deadline
   */
  async run<T>(load: Load, task: () => Promise<T>): Promise<T> {
    load.call.signal.throwIfAborted();
    if (this.#running.size >= this.places) await this.#wait(load);
    const { bytes, client } = load;
    const running = { client, since: performance.now(), expected: this.#estimate.expected(bytes) };
    this.#running.add(running);
    try {
      return await task();
    } finally {
      this.#running.delete(running);
      // The duration of work that was aborted early is not a measurement.
      const elapsed = performance.now() - running.since;
      if (!load.call.signal.aborted || elapsed > running.expected)
        this.#estimate.learn(bytes, elapsed);
      this.#admitNext();
    }
  }

  async #wait(load: Load): Promise<void> {
    const late = this.#lateness(load, this.backlogMs);
    if (late > 0) throw overloaded(late);
    await new Promise<void>((resolve, reject) => {
      const { signal } = load.call;
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
      };
      const waiting: Waiting = {
        ...load,
        admit: () => {
          signal.removeEventListener("abort", leave);
          resolve();
        },
        refuse: (error) => {
          signal.removeEventListener("abort", leave);
          reject(error);
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(waiting);
      this.#reviewLater();
    });
  }

  /** Assigns a free place to the client that has the fewest, the longest waiting first. */
  #admitNext(): void {
    this.#refuseLate();
    if (this.#running.size >= this.places || this.#waiting.length === 0) return;
    const places = new Map<string, number>();
    for (const { client } of this.#running) places.set(client, (places.get(client) ?? 0) + 1);
    let next = 0;
    for (const [index, { client }] of this.#waiting.entries()) {
      if ((places.get(client) ?? 0) < (places.get(this.#waiting[next]?.client ?? "") ?? 0))
        next = index;
    }
    this.#waiting.splice(next, 1)[0]?.admit();
  }

  /** Rejects waiting work that would now be late, because earlier work took longer than expected. */
  #refuseLate(): void {
    let backlog = this.#runningMs() / this.places;
    const kept: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const late = this.#lateness(waiting, backlog);
      if (late > 0) {
        waiting.refuse(overloaded(late));
      } else {
        kept.push(waiting);
        backlog += this.#estimate.expected(waiting.bytes) / this.places;
      }
    }
    this.#waiting = kept;
  }

  #reviewLater(): void {
    this.#review ??= setTimeout(() => {
      this.#review = undefined;
      this.#refuseLate();
      if (this.#waiting.length > 0) this.#reviewLater();
    }, REVIEW_MS).unref();
  }

  /** Returns the milliseconds by which work would be late because of a backlog. */
  #lateness({ bytes, call }: Load, backlog: number): number {
    return backlog + this.#estimate.expected(bytes) - timeLeft(call) * USABLE;
  }

  /** Work that takes longer than expected is expected to take half as long again. */
  #runningMs(): number {
    const now = performance.now();
    let sum = 0;
    for (const { since, expected } of this.#running)
      sum += Math.max(expected - (now - since), (now - since) / 2);
    return sum;
  }
}

function overloaded(lateMs: number): ServiceError {
  return new ServiceError("overloaded", {
    retryAfter: Math.min(60, Math.max(1, Math.ceil(lateMs / 1000))),
  });
}
