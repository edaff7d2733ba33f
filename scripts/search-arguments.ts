/**
 * Reads the arguments `[SECONDS|RUNS] [SEED]` of a randomized search: the time limit or the number of runs, and the random seed.
 * Prints an error and exits with status 2 if they are not valid numbers.
 */
export function searchArguments(
  unit: "SECONDS" | "RUNS",
  defaultAmount: number,
): { readonly amount: number; readonly seed: number } {
  const [amount = String(defaultAmount), seed = "1"] = process.argv.slice(2);
  if (Number(amount) > 0 && Number.isSafeInteger(Number(seed)))
    return { amount: Number(amount), seed: Number(seed) };
  console.error(
    `${unit} must be a number greater than 0 and SEED an integer, not ${amount} and ${seed}`,
  );
  process.exit(2);
}
