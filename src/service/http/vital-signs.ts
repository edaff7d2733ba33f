/**
 * Nanoseconds for which a confirmed state is valid. A thread that confirms nothing for longer hangs: garbage collection, a long
 * request or a busy machine delay a confirmation only by tenths of a second.
 */
const VALID_NS = 5_000_000_000n;

const SIGNS = { alive: 0, ready: 1 } as const;

export type Sign = keyof typeof SIGNS;

/** The times when each state was last confirmed, in memory that threads share, on a clock that is the same for all threads. */
export class VitalSigns {
  readonly #times: BigInt64Array;

  constructor(
    readonly memory = new SharedArrayBuffer(
      BigInt64Array.BYTES_PER_ELEMENT * Object.keys(SIGNS).length,
    ),
  ) {
    this.#times = new BigInt64Array(memory);
  }

  confirm(sign: Sign): void {
    Atomics.store(this.#times, SIGNS[sign], process.hrtime.bigint());
  }

  withdraw(sign: Sign): void {
    Atomics.store(this.#times, SIGNS[sign], 0n);
  }

  isCurrent(sign: Sign): boolean {
    const time = Atomics.load(this.#times, SIGNS[sign]);
    return time !== 0n && process.hrtime.bigint() - time < VALID_NS;
  }
}
