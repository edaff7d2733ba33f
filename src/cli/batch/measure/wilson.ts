/** A rate between 0 and 1 with its interval of 95 % after Wilson; null if there is nothing to divide by. */
export interface Rate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly part: number;
  readonly whole: number;
}

/** Two-sided 95 % of the normal distribution. */
const Z = 1.959963984540054;

export function rate(part: number, whole: number): Rate | null {
  if (whole === 0) return null;
  const value = part / whole;
  const spread = Z * Math.sqrt((value * (1 - value)) / whole + (Z * Z) / (4 * whole * whole));
  const centre = value + (Z * Z) / (2 * whole);
  const scale = 1 + (Z * Z) / whole;
  const low = part === 0 ? 0 : Math.max(0, (centre - spread) / scale);
  const high = part === whole ? 1 : Math.min(1, (centre + spread) / scale);
  return { value, low, high, part, whole };
}
