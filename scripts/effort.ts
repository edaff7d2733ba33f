/**
 * How long or how often a search is to go on, and the seed by which it is repeated: `[SECONDS|RUNS] [SEED]`. Ends the process
 * where they are neither.
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
