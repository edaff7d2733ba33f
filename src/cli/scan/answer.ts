import type { Examined } from "../examine.js";
import type { Output } from "../output.js";
import type { Progress } from "../progress.js";
import type { Reporter, Summary } from "../report/reporter.js";

/** One answer of a run: a format, and where it goes. */
export class Answer {
  constructor(
    private readonly reporter: Reporter,
    private readonly output: Output,
  ) {}

  begin(): Promise<void> {
    return this.output.write(this.reporter.begin());
  }

  async file(examined: Examined, progress: Progress): Promise<void> {
    // a reader that has gone gets no more; the run goes on, for its status is still asked for
    if (!this.output.open) return;
    const text = this.reporter.file(examined);
    if (text !== "") progress.clear();
    await this.output.write(text);
  }

  async end(summary: Summary): Promise<void> {
    await this.output.write(this.reporter.end(summary));
    await this.output.finish();
  }
}
