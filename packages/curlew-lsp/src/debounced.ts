/** Does something for a name when it was not asked for again for a while; one name is never worked on twice at a time. */
export class Debounced {
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly running = new Map<string, Promise<void>>();

  /** @param task never rejects */
  constructor(private readonly task: (name: string) => Promise<void>) {}

  after(name: string, milliseconds: number): void {
    clearTimeout(this.waiting.get(name));
    this.waiting.set(
      name,
      setTimeout(() => void this.run(name), milliseconds),
    );
  }

  drop(name: string): void {
    clearTimeout(this.waiting.get(name));
    this.waiting.delete(name);
  }

  private async run(name: string): Promise<void> {
    this.waiting.delete(name);
    const running = (this.running.get(name) ?? Promise.resolve()).then(() => this.task(name));
    this.running.set(name, running);
    await running;
    if (this.running.get(name) === running) this.running.delete(name);
  }
}
