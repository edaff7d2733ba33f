import { AnalysisFailedError } from "./analysis-failed-error.js";
import { Child, type ChildOptions } from "./child.js";

export interface ChildPoolOptions extends ChildOptions {
  /** Maximum number of processes; each starts when a task needs it. */
  readonly processes: number;
}

export interface TaskLimits {
  /** The process is killed if the task takes longer. */
  readonly timeLimitMs: number;
  /** Cancels the task, and kills its process if it has started. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the time limit for a task that stops by itself at a deadline, both in milliseconds after the start of the task. The limit is
 * later by a quarter of the time, but by at least 200 ms and at most 5 s, because a process needs time to stop on a busy machine.
 */
export function timeLimitFor(deadlineMs: number): number {
  return deadlineMs + Math.min(5000, Math.max(200, deadlineMs / 4));
}

interface Waiting {
  begin(): void;
}

/** A process that uses more than this fraction of its memory limit is replaced after its task. */
const REPLACE_FRACTION = 0.6;

/** Runs tasks in child processes, one at a time in each, so that no task can end the calling process. */
export class ChildPool {
  readonly #idle: Child[] = [];
  readonly #busy = new Set<Child>();
  readonly #waiting: Waiting[] = [];
  #isClosed = false;

  constructor(readonly options: ChildPoolOptions) {}

  /** The number of tasks that run or wait. */
  get underWay(): number {
    return this.#busy.size + this.#waiting.length;
  }

  /** The current number of processes. */
  get size(): number {
    return this.#busy.size + this.#idle.length;
  }

  /** Starts a process before it is needed. */
  warm(): void {
    if (this.size === 0 && !this.#isClosed) this.#idle.push(new Child(this.options));
  }

  /**
   * Runs a task of the entry file in the next free process.
   * @throws InputError if the task throws an `InputError`
   * @throws AnalysisFailedError if the task throws another error, its process ended, or the pool was closed
   */
  async run(name: string, task: unknown, { timeLimitMs, signal }: TaskLimits): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.#busy.size >= this.options.processes) await this.#wait(signal);
    if (this.#isClosed) throw closed();
    const child = this.#take();
    this.#busy.add(child);
    const abort = (): void => child.kill(new AnalysisFailedError("time", "it was cancelled"));
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await child.run(name, task, timeLimitMs);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#release(child);
    }
  }

  /** Ends all processes; unfinished tasks are rejected. */
  close(): void {
    this.#isClosed = true;
    for (const child of [...this.#idle.splice(0), ...this.#busy]) child.kill(closed());
    for (const { begin } of this.#waiting.splice(0)) begin();
  }

  #take(): Child {
    for (let child = this.#idle.pop(); child !== undefined; child = this.#idle.pop())
      if (!child.hasEnded) return child;
    return new Child(this.options);
  }

  #release(child: Child): void {
    this.#busy.delete(child);
    const isNearlyFull = child.memoryMb > this.options.memoryMb * REPLACE_FRACTION;
    if (isNearlyFull || this.#isClosed) child.kill(closed());
    else if (!child.hasEnded) this.#idle.push(child);
    this.#waiting.shift()?.begin();
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
      };
      const waiting: Waiting = {
        begin: () => {
          signal?.removeEventListener("abort", leave);
          resolve();
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.push(waiting);
    });
  }
}

function closed(): AnalysisFailedError {
  return new AnalysisFailedError("crash", "the detector was closed");
}
