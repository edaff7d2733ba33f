import type { Context } from "../context.js";
import { Progress } from "../progress.js";
import type { Progressed } from "./run/run.js";

/** Time between two lines if standard error is not a terminal. */
const INTERVAL_MS = 10_000;

/** Shows the progress of a batch: in one line on a terminal, in lines at intervals elsewhere. */
export class BatchProgress {
  private readonly line: Progress;
  private readonly lines: boolean;
  private readonly started = Date.now();
  private shownAt = Date.now();

  /** @param total bytes of all inputs; null if unknown */
  constructor(
    private readonly context: Context,
    wanted: boolean,
    private readonly total: number | null,
    /** Bytes that an earlier run has processed. */
    private readonly before = 0,
  ) {
    this.line = new Progress(context, wanted);
    this.lines = wanted && context.stderr.isTTY !== true;
  }

  show(progressed: Progressed): void {
    const now = Date.now();
    this.line.show(this.sentence(progressed, now));
    if (!this.lines || now - this.shownAt < INTERVAL_MS) return;
    this.shownAt = now;
    this.context.stderr.write(`curlew: ${this.sentence(progressed, now)}\n`);
  }

  clear(): void {
    this.line.clear();
  }

  private sentence({ bytes, records, flagged }: Progressed, now: number): string {
    const seconds = Math.max(0.001, (now - this.started) / 1000);
    const parts = [
      `${withSeparators(records)} texts`,
      `${withSeparators(flagged)} flagged`,
      `${(bytes / 1e6 / seconds).toFixed(1)} MB/s`,
    ];
    if (this.total !== null && this.total > 0) {
      const done = Math.min(1, (this.before + bytes) / this.total);
      const left = bytes === 0 ? null : ((this.total - this.before - bytes) / bytes) * seconds;
      parts.push(
        `${Math.floor(done * 100)}%`,
        ...(left === null || done === 1 ? [] : [`${duration(left)} left`]),
      );
    }
    return parts.join(", ");
  }
}

/** Returns a number with separators: `1,234,567`. */
export function withSeparators(number: number): string {
  return number.toLocaleString("en-US");
}

/** Returns a number of seconds as `12 s`, `3 min 12 s` or `1 h 3 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
