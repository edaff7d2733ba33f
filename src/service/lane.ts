import { timeLeft, type Call } from "./call.js";
import { TimeEstimate } from "./time-estimate.js";
import { ServiceError } from "./service-error.js";

/** A text to be evaluated in a lane. */
export interface Load {
  /** The length of the text, in UTF-16 code units. */
  readonly length: number;
  /** The client that sent the text; clients take turns. */
  readonly client: string;
  readonly call: Call;
}

interface Waiting extends Load {
  admit(): void;
  refuse(error: ServiceError): void;
}

interface Running {
  readonly client: string;
  /** When the task was started, on the clock of `performance.now()`. */
  readonly since: number;
  /** The estimated duration in milliseconds. */
  readonly expected: number;
}

/** The fraction of a call's time that waiting and evaluation may use; the rest is for sending the response. */
const USABLE_FRACTION = 0.85;

/** Milliseconds between two removals of late tasks from the queue. */
const REVIEW_MS = 200;

/**
 * A queue that runs a limited number of tasks at once. A task that would probably finish after its deadline, as estimated from earlier
 * tasks, is rejected immediately. Clients take turns.
 */
export class Lane {
  readonly #running = new Set<Running>();
  readonly #estimate: TimeEstimate;
  #waiting: Waiting[] = [];
  #review: NodeJS.Timeout | undefined;

  constructor(
    readonly slots: number,
    initial: { readonly msPerUnit: number; readonly minMs: number },
  ) {
    this.#estimate = new TimeEstimate(initial.msPerUnit, initial.minMs);
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** The estimated milliseconds until a new task would start. */
  get backlogMs(): number {
    return (
      (this.#runningMs() +
        this.#waiting.reduce((sum, { length }) => sum + this.#estimate.expected(length), 0)) /
      this.slots
    );
  }

  /**
   * Runs a task when a slot is free. If the call is aborted first, the task is removed from the queue.
   * @throws ServiceError `overloaded`, with the time to wait, if the task would finish after its deadline
   */
  async run<T>(load: Load, task: () => Promise<T>): Promise<T> {
    load.call.signal.throwIfAborted();
    if (this.#running.size >= this.slots) await this.#wait(load);
    const { length, client } = load;
    const running = { client, since: performance.now(), expected: this.#estimate.expected(length) };
    this.#running.add(running);
    try {
      return await task();
    } finally {
      this.#running.delete(running);
      // The duration of a task that was aborted early does not help to estimate others.
      const elapsed = performance.now() - running.since;
      if (!load.call.signal.aborted || elapsed > running.expected)
        this.#estimate.learn(length, elapsed);
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

  /** Assigns a free slot to the waiting task whose client has the fewest running tasks; among equals, to the first in the queue. */
  #admitNext(): void {
    this.#refuseLate();
    if (this.#running.size >= this.slots || this.#waiting.length === 0) return;
    const slots = new Map<string, number>();
    for (const { client } of this.#running) slots.set(client, (slots.get(client) ?? 0) + 1);
    let next = 0;
    for (const [index, { client }] of this.#waiting.entries()) {
      if ((slots.get(client) ?? 0) < (slots.get(this.#waiting[next]?.client ?? "") ?? 0))
        next = index;
    }
    this.#waiting.splice(next, 1)[0]?.admit();
  }

  /** Rejects waiting tasks that would now be late, because earlier tasks took longer than expected. */
  #refuseLate(): void {
    let backlog = this.#runningMs() / this.slots;
    const kept: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const late = this.#lateness(waiting, backlog);
      if (late > 0) {
        waiting.refuse(overloaded(late));
      } else {
        kept.push(waiting);
        backlog += this.#estimate.expected(waiting.length) / this.slots;
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

  /** Returns the milliseconds by which a task would be late after a backlog; negative if it would be in time. */
  #lateness({ length, call }: Load, backlog: number): number {
    return backlog + this.#estimate.expected(length) - timeLeft(call) * USABLE_FRACTION;
  }

  /** Returns the estimated remaining milliseconds of all running tasks: for each task, at least half the time that it has already run. */
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
