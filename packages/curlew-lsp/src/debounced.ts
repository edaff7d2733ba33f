/**
 * Runs a task for a name once it was not requested again for a while. Two runs for one name are never in progress at the same
 * time: a new one asks the running one to end, and waiting requests are combined into one.
 */
export class Debounced {
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly running = new Map<string, AbortController>();
  private readonly again = new Set<string>();
  private readonly idle = new Map<string, (() => void)[]>();

  /** @param task never rejects */
  constructor(private readonly task: (name: string, signal: AbortSignal) => Promise<void>) {}

  after(name: string, milliseconds: number): void {
    clearTimeout(this.waiting.get(name));
    this.waiting.set(
      name,
      setTimeout(() => void this.turn(name), milliseconds),
    );
  }

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

  /** Resolves when nothing is waiting or running for a name, or the signal is aborted. */
  done(name: string, signal: AbortSignal): Promise<void> {
    if (!this.isUnderWay(name) || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.idle.set(name, [...(this.idle.get(name) ?? []), resolve]);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  private async turn(name: string): Promise<void> {
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
    if (this.again.delete(name)) await this.turn(name);
    this.settle(name);
  }

  private settle(name: string): void {
    if (this.isUnderWay(name)) return;
    for (const resolve of this.idle.get(name) ?? []) resolve();
    this.idle.delete(name);
  }
}
