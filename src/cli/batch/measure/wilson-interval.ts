/** A rate between 0 and 1 with its 95% Wilson score interval. */
export interface Rate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly part: number;
  readonly whole: number;
}

/** The quantile of the normal distribution for a two-sided interval of 95%. */
const Z = 1.959963984540054;

/** Returns the rate of a part; null if `whole` is 0. */
export function rate(part: number, whole: number): Rate | null {
  if (whole === 0) return null;
  const value = part / whole;
  const spread = Z * Math.sqrt((value * (1 - value)) / whole + (Z * Z) / (4 * whole * whole));
  const center = value + (Z * Z) / (2 * whole);
  const scale = 1 + (Z * Z) / whole;
  const low = part === 0 ? 0 : Math.max(0, (center - spread) / scale);
  const high = part === whole ? 1 : Math.min(1, (center + spread) / scale);
  return { value, low, high, part, whole };
}
