import { cachedDataVersionTag, setFlagsFromString } from "node:v8";

/**
 * The engine optimises a grammar's functions on its own threads, which costs more than a short run saves: it waits until one was
 * used a lot. Each round of a loop counts for as many bytes as its code has, so that one compilation of queries counts for more
 * than 400 million. It asks for the number when a grammar is loaded.
 */
const LATE = 2_000_000_000;

/**
 * Of what few texts last long enough for: room for new objects that grows in many small steps, each after the old ones were
 * copied, and short code for expressions, which are compiled again when they are used again. What is set for a short run, and
 * what the engine has.
 */
const OTHERS = [
  ["--semi-space-growth-factor=16", "--semi-space-growth-factor=2"],
  ["--no-regexp-peephole-optimization", "--regexp-peephole-optimization"],
] as const;

/** Its own numbers, by version. */
const OWN = [1_800_000, 13_000_000];

/** What V8 keeps of a script is for the flags that are set meanwhile; this identifies them. */
let atStart: number | null = null;

export function tierLate(): void {
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
