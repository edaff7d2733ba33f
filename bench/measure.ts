/** Compares the times of two functions. They are measured alternately, so that changes of the machine's load affect both. */

export interface Measured {
  /** The median times of one call, in microseconds. */
  readonly ours: number;
  readonly theirs: number;
  /** The median of the ratios `ours / theirs` of all rounds. */
  readonly ratio: number;
}

/**
 * Measures two functions alternately.
 * @param calls the number of calls of each function in one round
 */
export function sideBySide(
  ours: () => unknown,
  theirs: () => unknown,
  calls: number,
  rounds = 15,
): Measured {
  const times: { ours: number; theirs: number }[] = [];
  time(ours, calls);
  time(theirs, calls);
  for (let round = 0; round < rounds; round++)
    times.push({ ours: time(ours, calls), theirs: time(theirs, calls) });
  return {
    ours: median(times.map((pair) => pair.ours)),
    theirs: median(times.map((pair) => pair.theirs)),
    ratio: median(times.map((pair) => pair.ours / pair.theirs)),
  };
}

/** Returns the mean elapsed time of a call, in microseconds. */
export function time(run: () => unknown, calls: number): number {
  const start = process.hrtime.bigint();
  for (let call = 0; call < calls; call++) run();
  return Number(process.hrtime.bigint() - start) / 1000 / calls;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Formats a duration as microseconds or milliseconds. */
export function duration(microseconds: number): string {
  return microseconds < 1000
    ? `${microseconds.toFixed(0)} µs`
    : `${(microseconds / 1000).toFixed(1)} ms`;
}
