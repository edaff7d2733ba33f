import type { Span } from "../../model.js";
import { concatenated, type Argument } from "./argument.js";
import { cameFromOutside, mergeRemotes, type Remote, type Stream } from "./stream.js";

/** The known facts about a variable's value. */
export interface Value {
  readonly remote: Remote | null;
  /** The whole text if it is statically known; null if it is not. */
  readonly text: string | null;
  readonly exported: boolean;
  /** The text with unknown parts, as of an argument. */
  readonly shape?: string;
  /** The file that it names, as of an argument. */
  readonly path?: string;
  /** The texts, or known parts of texts, that it may have: code that may run. */
  readonly possible?: readonly string[];
  /** The elements, if the value was assigned as an array. */
  readonly elements?: readonly Argument[];
  /** The elements by key, if all of them were assigned with one. */
  readonly fields?: ReadonlyMap<string, Argument>;
  /** The process substitution whose name it contains. */
  readonly process?: NonNullable<Argument["process"]>;
  /** The value as it is written before a command (`A=VALUE COMMAND`). */
  readonly given?: Argument;
  /** The stream that is read from the descriptor with this number. */
  readonly stream?: Stream;
  /** The variable that it is an alias of (`declare -n`). */
  readonly refers?: string;
  /** Whether more of it is unknown: it grew too long, or has too many values. */
  readonly isCut?: true;
}

/** Returns the value that a variable gets from a word: a span then no longer starts where the bytes were fetched in that word. */
export function valueOf(argument: {
  readonly remote: Remote | null;
  readonly text: string | null;
  readonly shape?: string;
  readonly path?: string;
  readonly span?: Span;
  readonly process?: Argument["process"];
  readonly isCut?: true;
}): Value {
  const { remote, text, shape, path, span, process, isCut } = argument;
  const kept = {
    remote: remote && keptFrom(remote, span),
    text,
    exported: false,
    ...(shape !== undefined && { shape }),
    ...(path !== undefined && { path }),
    ...(isCut && { isCut }),
  };
  if (process?.part.direction !== "<") return kept;
  const { output } = process;
  return {
    ...kept,
    process: {
      ...process,
      output:
        output.remote === null ? output : { ...output, remote: keptFrom(output.remote, span) },
    },
  };
}

function keptFrom(remote: Remote, span: Span | undefined): Remote {
  const outside = span !== undefined && cameFromOutside(remote, span);
  return { ...remote, start: outside ? remote.start : Infinity, end: -Infinity, fetcherAt: null };
}

/** A variable with an unknown value. */
export const unknownValue: Value = { remote: null, text: null, exported: false };

/** A variable that is set to nothing, or unset. */
export const emptyValue: Value = { remote: null, text: "", exported: false };

/** A variable that may have been set: it has one of these values, or its previous one, in this order. */
export interface PossibleValue {
  readonly ahead: Value | undefined;
  readonly before: "below";
  readonly behind: Value | undefined;
}

export function isPossibleValue(stored: Value | PossibleValue): stored is PossibleValue {
  return "before" in stored;
}

export const nothingNew: PossibleValue = { ahead: undefined, before: "below", behind: undefined };

/** Returns the value of a variable that stored another one before. */
export function resolved(before: Value | null, { ahead, behind }: PossibleValue): Value | null {
  const first = ahead === undefined ? before : joinValues(ahead, before);
  return behind === undefined ? first : joinValues(first, behind);
}

export function over(
  { ahead, behind }: PossibleValue,
  before: Value | PossibleValue,
): Value | PossibleValue {
  const stored = ahead === undefined ? before : joinPossible(ahead, before);
  return behind === undefined ? stored : joinPossible(stored, behind);
}

export function joinPossible(
  first: Value | PossibleValue,
  second: Value | PossibleValue,
): Value | PossibleValue {
  if (!isPossibleValue(first))
    return isPossibleValue(second)
      ? { ...second, ahead: joinSome(first, second.ahead) }
      : (joinValues(first, second) ?? unknownValue);
  if (!isPossibleValue(second)) return { ...first, behind: joinSome(first.behind, second) };
  if (second === nothingNew) return first;
  return { ...first, behind: joinSome(joinSome(first.behind, second.ahead), second.behind) };
}

/**
 * Joins the assignments of alternatives.
 * @param written the assigned values by name, for each alternative
 * @param isExhaustive whether one of the alternatives certainly runs
 */
export function joinWritten(
  written: readonly ReadonlyMap<string, Value | PossibleValue>[],
  isExhaustive: boolean,
): ReadonlyMap<string, Value | PossibleValue> {
  const joined = new Map<string, { stored: Value | PossibleValue; next: number }>();
  for (const [at, values] of written.entries())
    for (const [name, value] of values) {
      const { stored, next } = joined.get(name) ?? { stored: null, next: 0 };
      // any number of alternatives without the name add the same as one
      const before = next === at ? stored : joinPossible(stored ?? nothingNew, nothingNew);
      joined.set(name, {
        stored: before === null ? value : joinPossible(before, value),
        next: at + 1,
      });
    }
  return new Map(
    [...joined].map(([name, { stored, next }]) => [
      name,
      isExhaustive && next === written.length ? stored : joinPossible(stored, nothingNew),
    ]),
  );
}

function joinSome(first: Value | undefined, second: Value | undefined): Value | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return joinValues(first, second) ?? undefined;
}

/** `$*`: returns the arguments as one value. */
export function valueOfAll(args: readonly Argument[]): Value {
  const remote = args.reduce<Remote | null>(
    (merged, argument) => mergeRemotes(merged, argument.remote),
    null,
  );
  return valueOf({ remote, ...concatenated(args, " ") });
}

export function joinValues(first: Value | null, second: Value | null): Value | null {
  if (first === null || second === null) {
    const known = first ?? second;
    return known === null || known.text === null
      ? known
      : { ...known, text: null, ...possibleOf([known]) };
  }
  if (first === second && first === unknownValue) return first;
  return {
    remote: mergeRemotes(first.remote, second.remote),
    text: first.text === second.text ? first.text : null,
    exported: first.exported || second.exported,
    ...(first.path !== undefined && first.path === second.path && { path: first.path }),
    ...possibleOf([first, second]),
    ...longerOf([first.elements, second.elements]),
    ...cutOf([first, second]),
  };
}

/**
 * Returns the longer of two arrays, for `A+=(…)` on one of two paths: if one begins like the other, the longer has the values of
 * both.
 */
function longerOf([one, other]: readonly [Value["elements"], Value["elements"]]): Pick<
  Value,
  "elements"
> {
  if (one === undefined || other === undefined) return {};
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every(({ span }, at) => span[0] === long[at]?.span[0]) ? { elements: long } : {};
}

/** Returns the mark of a value made from others of which one was cut. */
export function cutOf(values: readonly Pick<Value, "isCut">[]): Pick<Value, "isCut"> {
  return values.some(({ isCut }) => isCut === true) ? { isCut: true } : {};
}

/** The most characters of all the texts that a value may have; further ones are left out, and the value is cut. */
const MAX_POSSIBLE_LENGTH = 1 << 14;

/** Returns the text of a value, or the known parts of the texts that it may have. */
export function textsOf({
  text,
  shape,
  possible = [],
}: Pick<Value, "text" | "shape" | "possible">): readonly string[] {
  const known = text ?? shape;
  return known === undefined ? possible : [known];
}

/** Returns the known facts about one of several values. */
export function possibleOf(
  values: readonly Pick<Value, "text" | "shape" | "possible" | "isCut">[],
): Pick<Value, "possible" | "isCut"> {
  let length = 0;
  let isCut = cutOf(values);
  const texts = new Set<string>();
  for (const value of values)
    for (const each of textsOf(value)) {
      if (each === "" || texts.has(each)) continue;
      if (length + each.length >= MAX_POSSIBLE_LENGTH) {
        isCut = { isCut: true };
        continue;
      }
      texts.add(each);
      length += each.length + 1;
    }
  return { ...(length > 0 && { possible: [...texts] }), ...isCut };
}
