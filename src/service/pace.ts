/** The weight of a new measurement, in relation to the earlier ones. */
const WEIGHT = 0.3;

/** Learns from finished work how long work of a size takes. */
export class Pace {
  /** @param perByte milliseconds a byte, until something was measured */
  constructor(
    private perByte: number,
    private readonly least: number,
  ) {}

  /** Returns the expected milliseconds of work on a number of bytes. */
  expected(bytes: number): number {
    return Math.max(this.least, bytes * this.perByte);
  }

  learn(bytes: number, milliseconds: number): void {
    this.perByte += WEIGHT * (milliseconds / Math.max(bytes, 1024) - this.perByte);
  }
}
