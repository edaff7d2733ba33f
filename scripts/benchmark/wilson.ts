/** Returns the bounds of the 95 % Wilson score interval of a proportion, from 0 to 1, or null if there are no trials. */
export function wilson(successes: number, trials: number): readonly [number, number] | null {
  if (trials === 0) return null;
  const z = 1.959964;
  const share = successes / trials;
  const scale = 1 + (z * z) / trials;
  const middle = share + (z * z) / (2 * trials);
  const width = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  return [Math.max(0, (middle - width) / scale), Math.min(1, (middle + width) / scale)];
}
