import type { Examined } from "../examine.js";
import type { Output } from "../output.js";
import type { Progress } from "../progress.js";
import type { Reporter, Summary } from "../report/reporter.js";

/** A report of a run: writes what a reporter formats to an output. */
export class ReportOutput {
  constructor(
    private readonly reporter: Reporter,
    private readonly output: Output,
  ) {}

  begin(): Promise<void> {
    return this.output.write(this.reporter.begin());
  }

  /** Whether the output is still read; false after the reader closed it, as `head` does. */
  get isOpen(): boolean {
    return this.output.open;
  }

  /** Writes the result of a text. */
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
