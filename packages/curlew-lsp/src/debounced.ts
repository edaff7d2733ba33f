/**
 * Runs a task for a name after a delay during which it was not requested again. There is at most one run for a name at a time: if the
 * delay of a new request ends during a run, that run is aborted, and the task runs again when the aborted run has ended.
 */
export class Debounced {
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly running = new Map<string, AbortController>();
  private readonly again = new Set<string>();
  private readonly idle = new Map<string, (() => void)[]>();

  /** @param task never rejects */
  constructor(private readonly task: (name: string, signal: AbortSignal) => Promise<void>) {}

  /** Requests a run for a name after a delay; replaces a request that is waiting. */
  after(name: string, milliseconds: number): void {
    clearTimeout(this.waiting.get(name));
    this.waiting.set(
      name,
      setTimeout(() => void this.start(name), milliseconds),
    );
  }

  /** Removes the requests for a name and aborts its run. */
  drop(name: string): void {
    clearTimeout(this.waiting.get(name));
    this.waiting.delete(name);
    this.again.delete(name);
    this.running.get(name)?.abort();
    this.settle(name);
  }

  /** Whether a run for a name is waiting or in progress. */
  isUnderWay(name: string): boolean {
    return this.waiting.has(name) || this.running.has(name);
  }

  /** Resolves when no run for a name is waiting or in progress, or the signal is aborted. */
  done(name: string, signal: AbortSignal): Promise<void> {
    if (!this.isUnderWay(name) || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.idle.set(name, [...(this.idle.get(name) ?? []), resolve]);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  private async start(name: string): Promise<void> {
    this.waiting.delete(name);
    const running = this.running.get(name);
    if (running !== undefined) {
      this.again.add(name);
      running.abort();
      return;
    }
    const controller = new AbortController();
    this.running.set(name, controller);
    await this.task(name, controller.signal);
    this.running.delete(name);
    if (this.again.delete(name)) await this.start(name);
    this.settle(name);
  }

  private settle(name: string): void {
    if (this.isUnderWay(name)) return;
    for (const resolve of this.idle.get(name) ?? []) resolve();
    this.idle.delete(name);
  }
}
