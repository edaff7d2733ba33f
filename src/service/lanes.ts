import { Lane, type Load } from "./lane.js";

/** Texts above this many bytes may take long and never have all threads. */
export const LONG_BYTES = 16 * 1024;

/** The number of short texts that each thread has in progress, so that it need not wait for the next one. */
const SHORT_PER_THREAD = 8;

/** Milliseconds a byte of a long text, until one was measured: as slow as they come. */
const UNKNOWN_PACE = 2 / 1024;

/** Short and long texts wait in separate queues, so that neither waits for the other kind. */
export class Lanes {
  readonly short: Lane;
  readonly long: Lane;

  constructor(threads: number) {
    this.short = new Lane(threads * SHORT_PER_THREAD, { perByte: 0, least: 1 });
    this.long = new Lane(Math.max(1, threads - 1), { perByte: UNKNOWN_PACE, least: 10 });
  }

  run<T>(load: Load, task: () => Promise<T>): Promise<T> {
    return (load.bytes > LONG_BYTES ? this.long : this.short).run(load, task);
  }
}
