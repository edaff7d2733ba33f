/** Runs few tasks at a time, in order, so that a page of many answers does not flood the worker. */
export class Queue {
  private readonly waiting: (() => Promise<void>)[] = [];
  private running = 0;

  constructor(private readonly limit: number) {}

  /** Runs `task` when its turn comes, unless `isWanted` is false then: the result is null. */
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
