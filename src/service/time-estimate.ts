/** The weight of a new measurement in the moving average. */
const WEIGHT = 0.3;

/** Estimates the time of an evaluation from the length of its text and the times of earlier evaluations. */
export class TimeEstimate {
  /**
   * @param msPerUnit milliseconds per UTF-16 code unit before the first measurement
   * @param minMs minimum milliseconds of an evaluation
   */
  constructor(
    private msPerUnit: number,
    private readonly minMs: number,
  ) {}

  /** Returns the expected milliseconds for the evaluation of a text of this length. */
  expected(length: number): number {
    return Math.max(this.minMs, length * this.msPerUnit);
  }

  /** Adds the measured time of an evaluation. */
  learn(length: number, milliseconds: number): void {
    this.msPerUnit += WEIGHT * (milliseconds / Math.max(length, 1024) - this.msPerUnit);
  }
}
