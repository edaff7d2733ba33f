import type { Context } from "./context.js";
import { showText } from "./report/terminal-text.js";

/** A run that ends before this time shows no progress. */
const QUIET_MS = 1000;
/** Time between two updates of the line. */
const INTERVAL_MS = 100;

/** A line on standard error that shows the progress of a long run; only on a terminal, never in CI. */
export class Progress {
  private readonly active: boolean;
  private readonly started = Date.now();
  private shownAt = 0;

  constructor(
    private readonly context: Context,
    wanted: boolean,
  ) {
    this.active =
      wanted &&
      context.stderr.isTTY === true &&
      (context.env.CI ?? "") === "" &&
      context.env.TERM !== "dumb";
  }

  show(text: string): void {
    const now = Date.now();
    if (!this.active || now - this.started < QUIET_MS || now - this.shownAt < INTERVAL_MS) return;
    this.shownAt = now;
    const width = (this.context.stderr.columns ?? 80) - 1;
    this.context.stderr.write(`\r\x1b[K${showText(text).text.slice(0, width)}`);
  }

  clear(): void {
    if (this.shownAt > 0) this.context.stderr.write("\r\x1b[K");
    this.shownAt = 0;
  }
}
