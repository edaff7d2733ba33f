import type { Span } from "../../model.js";
import { concatenated, type Argument } from "./argument.js";
import { cameFromOutside, mergeRemotes, type Remote, type Stream } from "./stream.js";

/** What is known about a variable's value. */
export interface Value {
  readonly remote: Remote | null;
  /** The whole text where it is statically known; null if it is not. */
  readonly text: string | null;
  readonly exported: boolean;
  /** Where only a part of the text is not known, as of an argument. */
  readonly shape?: string;
  /** The file that it names, as of an argument. */
  readonly path?: string;
  /** Texts, or as much as is known of them, that it may have where it is not known which: code that may run. */
  readonly possible?: readonly string[];
  /** The elements, where the value was given as an array. */
  readonly elements?: readonly Argument[];
  /** The elements by key, where all of them were given with one. */
  readonly fields?: ReadonlyMap<string, Argument>;
  /** The process substitution whose name it holds. */
  readonly process?: NonNullable<Argument["process"]>;
  /** The value as it is written in front of a command (`A=VALUE COMMAND`). */
  readonly given?: Argument;
  /** What is read from the descriptor that it stands for. */
  readonly stream?: Stream;
  /** The variable it is another name of (`declare -n`). */
  readonly refers?: string;
  /** More of it is not known: it grew too long, or has too many values. */
  readonly isCut?: true;
}

/** The value a variable takes from a word: a span no longer starts where the bytes were fetched in that word. */
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
  return { ...remote, start: outside ? remote.start : Infinity, end: -Infinity, origin: null };
}

/** A variable about which nothing is known. */
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

/** The value of a variable that stored another one before. */
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
 * Joins what alternatives write.
 * @param written by alternative, what it writes by name
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

/** `$*`: the arguments as one value. */
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

/** `A+=(…)` on one of two ways: where one array begins as the other does, the longer holds what either may. */
function longerOf([one, other]: readonly [Value["elements"], Value["elements"]]): Pick<
  Value,
  "elements"
> {
  if (one === undefined || other === undefined) return {};
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every(({ span }, at) => span[0] === long[at]?.span[0]) ? { elements: long } : {};
}

/** The mark of a value made of others of which one was cut. */
export function cutOf(values: readonly Pick<Value, "isCut">[]): Pick<Value, "isCut"> {
  return values.some(({ isCut }) => isCut === true) ? { isCut: true } : {};
}

/** Characters of the texts that a value may have, in all; longer ones are left out, and the value is cut. */
const longestPossible = 1 << 14;

/** Returns the text of a value, or what is known of the texts that it may have. */
export function textsOf({
  text,
  shape,
  possible = [],
}: Pick<Value, "text" | "shape" | "possible">): readonly string[] {
  const known = text ?? shape;
  return known === undefined ? possible : [known];
}

/** Returns what is known about one of several values. */
export function possibleOf(
  values: readonly Pick<Value, "text" | "shape" | "possible" | "isCut">[],
): Pick<Value, "possible" | "isCut"> {
  let length = 0;
  let isCut = cutOf(values);
  const texts = new Set<string>();
  for (const value of values)
    for (const each of textsOf(value)) {
      if (each === "" || texts.has(each)) continue;
      if (length + each.length >= longestPossible) {
        isCut = { isCut: true };
        continue;
      }
      texts.add(each);
      length += each.length + 1;
    }
  return { ...(length > 0 && { possible: [...texts] }), ...isCut };
}
