/** An atom of an expression, with how often it may occur. */
interface Atom {
  readonly source: string;
  readonly least: number;
  readonly most: number;
  readonly isGroup: boolean;
  readonly isLook: boolean;
}

/** Characters that represent all others, including the places of commands and names in a mask. */
const SAMPLES = [..."abz09 ,;:.'\"`*_-–—([)]\n/\\\uE000\uE001\uE002"];
/** A repetition of at most this many is bounded, like runs of blanks. */
const BOUNDED = 100;
/** A run that is divided into at most this many rounds is read in polynomial time of a low degree. */
const FEW_ROUNDS = 4;

/**
 * Returns a repeated group of an expression in which one run of characters can be divided in many ways: its rounds consist of one
 * run without anything required beside it, or two adjacent runs share characters. Null if there is none. Such an expression takes
 * quadratic or exponential time on a long run, also on placeholders of commands and names.
 */
export function slowPart(source: string): string | null {
  for (const { inner, most, whole } of groupsOf(source)) {
    if (most < 2) continue;
    for (const alternative of alternativesOf(inner))
      if (isCutInManyWays(atomsOf(alternative), most)) return whole;
  }
  return null;
}

function isCutInManyWays(atoms: readonly Atom[], rounds: number): boolean {
  const solid = atoms.filter(({ isLook }) => !isLook);
  const needed = solid.filter(({ least }) => least > 0);
  const [only] = needed;
  if (needed.length === 1 && only !== undefined && only.most > BOUNDED && rounds > FEW_ROUNDS)
    if (!isEnded(atoms, only)) return true;
  return solid.some((run, at) => {
    if (run.most <= BOUNDED) return false;
    // from one round into the next, up to the atom that is required between them
    for (let step = 1; step < solid.length; step++) {
      const other = solid[(at + step) % solid.length];
      if (other === undefined) return false;
      if (other.most > BOUNDED && share(run, other)) return true;
      if (other.least > 0) return false;
    }
    return false;
  });
}

/** `X+(?!X)`: whether a run always matches completely. */
function isEnded(atoms: readonly Atom[], run: Atom): boolean {
  const next = atoms[atoms.indexOf(run) + 1];
  return next?.isLook === true && next.source.startsWith("(?!");
}

function share(one: Atom, other: Atom): boolean {
  if (one.isGroup || other.isGroup) return false;
  const [first, second] = [one, other].map(({ source }) => new RegExp(`^(?:${source})$`));
  return SAMPLES.some((sample) => first?.test(sample) === true && second?.test(sample) === true);
}

/** Yields the groups of an expression with their contents; lookarounds are not groups. */
function* groupsOf(source: string): Generator<{ inner: string; most: number; whole: string }> {
  for (let at = 0; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "[") at = endOfClass(source, at);
    else if (source[at] === "(" && !isLook(source.slice(at))) {
      const end = endOfGroup(source, at);
      const { most, length } = quantifier(source, end + 1);
      const inner = source.slice(at, end).replace(/^\((?:\?:|\?<\w+>)?/, "");
      yield { inner, most, whole: source.slice(at, end + 1 + length) };
    }
  }
}

function isLook(source: string): boolean {
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

function quantifier(source: string, at: number): Pick<Atom, "least" | "most"> & { length: number } {
  const found = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(source.slice(at, at + 20));
  if (found === null) return { least: 1, most: 1, length: 0 };
  const [{ length }, sign, low, comma, high] = found;
  if (sign !== undefined)
    return { least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity, length };
  const most = comma === undefined ? Number(low) : high === "" ? Infinity : Number(high);
  return { least: Number(low), most, length };
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
    const { least, most, length } = quantifier(source, end + 1);
    if (!/^(?:\^|\$|\\b|\\B)$/.test(written))
      atoms.push({ source: written, least, most, isGroup, isLook: isLook(written) });
    at = end + 1 + length;
  }
  return atoms;
}
