import { COMMAND, NAME, PAD } from "../../src/core/context/sentence/mask-characters.js";

/** An atom of a regular expression, with the minimum and maximum number of its repetitions. */
interface Atom {
  readonly source: string;
  readonly min: number;
  readonly max: number;
  readonly isGroup: boolean;
  readonly isLookaround: boolean;
}

/** Characters that represent all others. The last three are the mask characters for commands, names and padding. */
const SAMPLES = [..."abz09 ,;:.'\"`*_-–—([)]\n/\\", COMMAND, NAME, PAD];
/** A repetition with at most this many rounds counts as bounded. */
const BOUNDED = 100;
/** A group with at most this many rounds takes polynomial time of a low degree, even if a run can be divided between them. */
const FEW_ROUNDS = 4;

/**
 * Returns a repeated group of an expression that can divide one run of characters in many ways: either a round of the group consists
 * of one run and nothing else is required, or two adjacent runs can match the same characters. Returns null if there is no such
 * group. Such an expression takes quadratic or exponential time on a long run.
 */
export function slowPart(source: string): string | null {
  for (const { inner, max, whole } of groupsOf(source)) {
    if (max < 2) continue;
    for (const alternative of alternativesOf(inner))
      if (isAmbiguous(atomsOf(alternative), max)) return whole;
  }
  return null;
}

function isAmbiguous(atoms: readonly Atom[], rounds: number): boolean {
  const consuming = atoms.filter(({ isLookaround }) => !isLookaround);
  const required = consuming.filter(({ min }) => min > 0);
  const [only] = required;
  if (required.length === 1 && only !== undefined && only.max > BOUNDED && rounds > FEW_ROUNDS)
    if (!isPossessive(atoms, only)) return true;
  return consuming.some((run, at) => {
    if (run.max <= BOUNDED) return false;
    // The run is compared with the atoms after it, including those of the next round, up to the first required atom.
    for (let step = 1; step < consuming.length; step++) {
      const other = consuming[(at + step) % consuming.length];
      if (other === undefined) return false;
      if (other.max > BOUNDED && matchSameCharacter(run, other)) return true;
      if (other.min > 0) return false;
    }
    return false;
  });
}

/** Whether a negative lookahead follows a run, as in `X+(?!X)`, so that the run cannot end early. */
function isPossessive(atoms: readonly Atom[], run: Atom): boolean {
  const next = atoms[atoms.indexOf(run) + 1];
  return next?.isLookaround === true && next.source.startsWith("(?!");
}

function matchSameCharacter(one: Atom, other: Atom): boolean {
  if (one.isGroup || other.isGroup) return false;
  const [first, second] = [one, other].map(({ source }) => new RegExp(`^(?:${source})$`));
  return SAMPLES.some((sample) => first?.test(sample) === true && second?.test(sample) === true);
}

/** Yields the groups of an expression, except lookarounds, with their contents. */
function* groupsOf(source: string): Generator<{ inner: string; max: number; whole: string }> {
  for (let at = 0; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "[") at = endOfClass(source, at);
    else if (source[at] === "(" && !isLookaround(source.slice(at))) {
      const end = endOfGroup(source, at);
      const { max, length } = quantifier(source, end + 1);
      const inner = source.slice(at, end).replace(/^\((?:\?:|\?<\w+>)?/, "");
      yield { inner, max, whole: source.slice(at, end + 1 + length) };
    }
  }
}

function isLookaround(source: string): boolean {
  return /^\(\?(?:[=!]|<[=!])/.test(source);
}

function endOfClass(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "]") return at;
  }
  return source.length - 1;
}

function endOfGroup(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "[") at = endOfClass(source, at);
    else if (source[at] === "(") depth++;
    else if (source[at] === ")" && --depth === 0) return at;
  }
  return source.length - 1;
}

function quantifier(source: string, at: number): Pick<Atom, "min" | "max"> & { length: number } {
  const found = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(source.slice(at, at + 20));
  if (found === null) return { min: 1, max: 1, length: 0 };
  const [{ length }, sign, low, comma, high] = found;
  if (sign !== undefined)
    return { min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity, length };
  const max = comma === undefined ? Number(low) : high === "" ? Infinity : Number(high);
  return { min: Number(low), max, length };
}

function alternativesOf(source: string): string[] {
  const alternatives: string[] = [];
  let from = 0;
  for (let at = 0; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "[") at = endOfClass(source, at);
    else if (source[at] === "(") at = endOfGroup(source, at);
    else if (source[at] === "|") {
      alternatives.push(source.slice(from, at));
      from = at + 1;
    }
  }
  return [...alternatives, source.slice(from)];
}

function atomsOf(source: string): Atom[] {
  const atoms: Atom[] = [];
  for (let at = 0; at < source.length; ) {
    const isGroup = source[at] === "(";
    const end = isGroup
      ? endOfGroup(source, at)
      : source[at] === "["
        ? endOfClass(source, at)
        : source[at] === "\\"
          ? at + 1
          : at;
    const written = source.slice(at, end + 1);
    const { min, max, length } = quantifier(source, end + 1);
    if (!/^(?:\^|\$|\\b|\\B)$/.test(written))
      atoms.push({ source: written, min, max, isGroup, isLookaround: isLookaround(written) });
    at = end + 1 + length;
  }
  return atoms;
}
