/**
 * Returns how long or how often a search runs, and the seed that repeats it: `[SECONDS|RUNS] [SEED]`. Ends the process if the
 * arguments are neither.
 */
export function effort(
  unit: "SECONDS" | "RUNS",
  usual: number,
): { readonly amount: number; readonly seed: number } {
  const [amount = String(usual), seed = "1"] = process.argv.slice(2);
  if (Number(amount) > 0 && Number.isSafeInteger(Number(seed)))
    return { amount: Number(amount), seed: Number(seed) };
  console.error(
    `${unit} has to be a number above 0 and SEED a whole number, not ${amount} and ${seed}`,
  );
  process.exit(2);
}
