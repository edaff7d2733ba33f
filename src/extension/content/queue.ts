/** Runs a limited number of tasks at a time, in order, so that a page with many answers does not overload the worker. */
export class Queue {
  private readonly waiting: (() => Promise<void>)[] = [];
  private running = 0;

  constructor(private readonly limit: number) {}

  /** Runs a task when its turn comes. If `isWanted` then returns false, resolves to null without running it. */
  add<T>(task: () => Promise<T>, isWanted: () => boolean): Promise<T | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push(async () => {
        if (!isWanted()) return resolve(null);
        await task().then(resolve, reject);
      });
      this.next();
    });
  }

  private next(): void {
    if (this.running >= this.limit) return;
    const task = this.waiting.shift();
    if (task === undefined) return;
    this.running++;
    void task().finally(() => {
      this.running--;
      this.next();
    });
  }
}
