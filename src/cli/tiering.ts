import { cachedDataVersionTag, setFlagsFromString } from "node:v8";

/**
 * The budget that a function of a WebAssembly grammar uses up before V8 optimizes it. Optimization on V8's threads costs more than
 * a short run saves, so this budget is larger than a short run needs. Each iteration of a loop uses one unit per byte of its code,
 * and one compilation of queries uses more than 400 million units. V8 reads the budget when a grammar is loaded.
 */
const DELAYED_BUDGET = 2_000_000_000;

/**
 * Flags of two features that pay off only in long runs, each with its value for short runs and its default. By default, the heap for
 * new objects grows in many small steps, each of which copies the live objects, and the bytecode of a regular expression is
 * optimized, although V8 compiles the expression to machine code when it is used again.
 */
const SHORT_RUN_FLAGS = [
  ["--semi-space-growth-factor=16", "--semi-space-growth-factor=2"],
  ["--no-regexp-peephole-optimization", "--regexp-peephole-optimization"],
] as const;

/** The default budgets in the supported versions of V8. */
const DEFAULT_BUDGETS = [1_800_000, 13_000_000];

/** A number that identifies V8's flags before the first change. A code cache is valid only for the flags with which it was created. */
let atStart: number | null = null;

export function delayTiering(): void {
  setBudget(DELAYED_BUDGET);
  for (const [short] of SHORT_RUN_FLAGS) setFlagsFromString(short);
}

/** Restores V8's default flags. Returns whether they equal the initial flags: false if the default budget of this version is not listed. */
export function restoreTiering(): boolean {
  for (const [, initial] of SHORT_RUN_FLAGS) setFlagsFromString(initial);
  return DEFAULT_BUDGETS.some((budget) => setBudget(budget) === atStart);
}

/** Sets the budget, and returns a number that identifies the flags. */
function setBudget(budget: number): number {
  atStart ??= cachedDataVersionTag();
  setFlagsFromString(`--wasm-tiering-budget=${budget}`);
  return cachedDataVersionTag();
}
