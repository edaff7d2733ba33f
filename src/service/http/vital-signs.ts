/**
 * How long a sign is valid. A thread without a new one for so long hangs: garbage collection, a text that it reads itself or a
 * busy machine delay it by some tenths of a second.
 */
const VALID_NS = 5_000_000_000n;

const SIGNS = { alive: 0, ready: 1 } as const;

export type Sign = keyof typeof SIGNS;

/** The times at which each state was last confirmed, in memory that threads share, by a clock that is the same for all of them. */
export class VitalSigns {
  readonly #times: BigInt64Array;

  constructor(
    readonly memory = new SharedArrayBuffer(
      BigInt64Array.BYTES_PER_ELEMENT * Object.keys(SIGNS).length,
    ),
  ) {
    this.#times = new BigInt64Array(memory);
  }

  set(sign: Sign): void {
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
