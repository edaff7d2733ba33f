import { Lane, type Load } from "./lane.js";

/** Maximum length of a short text, in UTF-16 code units. Longer texts leave one of several threads to short texts. */
export const MAX_SHORT_LENGTH = 16 * 1024;

/** The number of short texts that are sent to each thread at once, so that a thread never waits for the next text. */
const SHORT_PER_THREAD = 8;

/** Milliseconds per UTF-16 code unit of a long text before the first measurement: the value for the slowest texts. */
const INITIAL_MS_PER_UNIT = 2 / 1024;

/** Separate queues for short and long texts, so that short texts do not wait for long ones. */
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
