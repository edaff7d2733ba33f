/** The weight of a new measurement in the moving average. */
const WEIGHT = 0.3;

/** Estimates how long an evaluation takes from the number of bytes, by measurements of finished ones. */
export class TimeEstimate {
  /** @param perByte milliseconds per byte before the first measurement */
  constructor(
    private perByte: number,
    private readonly least: number,
  ) {}

  /** Returns the milliseconds that an evaluation of this many bytes is expected to take. */
  expected(bytes: number): number {
    return Math.max(this.least, bytes * this.perByte);
  }

  learn(bytes: number, milliseconds: number): void {
    this.perByte += WEIGHT * (milliseconds / Math.max(bytes, 1024) - this.perByte);
  }
}
