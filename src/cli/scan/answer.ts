import type { Examined } from "../examine.js";
import type { Output } from "../output.js";
import type { Progress } from "../progress.js";
import type { Reporter, Summary } from "../report/reporter.js";

/** One report of a run: its format and its output. */
export class Answer {
  constructor(
    private readonly reporter: Reporter,
    private readonly output: Output,
  ) {}

  begin(): Promise<void> {
    return this.output.write(this.reporter.begin());
  }

  /** False after its reader was closed. */
  get isOpen(): boolean {
    return this.output.open;
  }

  async file(examined: Examined, progress: Progress): Promise<void> {
    for (const text of this.reporter.pieces?.(examined) ?? [this.reporter.file(examined)]) {
      // nothing more is written after the reader has closed the output
      if (!this.isOpen) return;
      if (text !== "") progress.clear();
      await this.output.write(text);
    }
  }

  async end(summary: Summary): Promise<void> {
    await this.output.write(this.reporter.end(summary));
    await this.output.finish();
  }

  /** Discards an unfinished report. */
  discard(): void {
    this.output.discard();
  }
}
