/** Thrown where the line of those who wait is full. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
}

/** Lets at most `permits` tasks run at once; up to `maxWaiting` more wait in order. */
export class Semaphore {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    readonly permits: number,
    readonly maxWaiting: number,
  ) {}

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs a task when there is room for it. An aborted `signal` takes it out of the line. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#running < this.permits) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= this.maxWaiting) throw new QueueFullError("queue is full");
    await this.#wait(signal);
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const admit = () => {
        signal?.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1);
        reject(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#waiting.push(admit);
    });
  }

  /** Hands the place to the next in line, or frees it. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}
