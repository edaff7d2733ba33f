import { Lane, type Load } from "./lane.js";

/** Maximum length of a short text, in UTF-16 code units. Longer ones may take long; they leave one of several threads to short ones. */
export const MAX_SHORT_LENGTH = 16 * 1024;

/** The number of short texts that are sent to each thread at once, so that it never waits for the next one. */
const SHORT_PER_THREAD = 8;

/** Milliseconds per UTF-16 code unit of a long text before the first measurement: those of the slowest texts. */
const INITIAL_MS_PER_UNIT = 2 / 1024;

/** Short and long texts wait in separate queues, so that neither waits for the other kind. */
export class Lanes {
  readonly short: Lane;
  readonly long: Lane;

  constructor(threads: number) {
    this.short = new Lane(threads * SHORT_PER_THREAD, { msPerUnit: 0, minMs: 1 });
    this.long = new Lane(Math.max(1, threads - 1), { msPerUnit: INITIAL_MS_PER_UNIT, minMs: 10 });
  }

  run<T>(load: Load, task: () => Promise<T>): Promise<T> {
    return (load.length > MAX_SHORT_LENGTH ? this.long : this.short).run(load, task);
  }
}
