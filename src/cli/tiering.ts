import { cachedDataVersionTag, setFlagsFromString } from "node:v8";

/**
 * V8 optimizes a grammar's functions on its own threads, which costs more than a short run saves: optimization is delayed until a
 * function has been used a lot. Each round of a loop counts for as many bytes as its code has, so that one compilation of queries
 * counts for more than 400 million. V8 reads the number when a grammar is loaded.
 */
const LATE = 2_000_000_000;

/**
 * Behavior that only pays off in long runs: new space that grows in many small steps, each with a copy of the old objects, and
 * short code for expressions, which are compiled again when they are used again. The flag for a short run, and V8's own.
 */
const OTHERS = [
  ["--semi-space-growth-factor=16", "--semi-space-growth-factor=2"],
  ["--no-regexp-peephole-optimization", "--regexp-peephole-optimization"],
] as const;

/** Its own numbers, by version. */
const OWN = [1_800_000, 13_000_000];

/** V8's code cache of a script is for the flags that are set meanwhile; this identifies them. */
let atStart: number | null = null;

export function delayTiering(): void {
  set(LATE);
  for (const [short] of OTHERS) setFlagsFromString(short);
}

/** @returns whether the flags are what they were at the start; false for an engine whose own number is not known here */
export function tierAsEver(): boolean {
  for (const [, own] of OTHERS) setFlagsFromString(own);
  return OWN.some((budget) => set(budget) === atStart);
}

function set(budget: number): number {
  atStart ??= cachedDataVersionTag();
  setFlagsFromString(`--wasm-tiering-budget=${budget}`);
  return cachedDataVersionTag();
}
