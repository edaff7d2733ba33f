import type { Span } from "../../model.js";
import { concatenated, unknown, type Argument } from "./argument.js";
import { cameFromOutside, mergeRemotes, type Remote, type Stream } from "./stream.js";

/** The known facts about a variable's value. */
export interface Value {
  readonly remote: Remote | null;
  /** The text; null if it is not statically known as a whole. */
  readonly text: string | null;
  readonly exported: boolean;
  /** The text with U+FFFC for each unknown part, as in an argument. */
  readonly shape?: string;
  /** The path that the value names, as in an argument. */
  readonly path?: string;
  /** The texts, or known parts of texts, that the value may be. */
  readonly possible?: readonly string[];
  /** The elements, if the value was assigned as an array. */
  readonly elements?: readonly Argument[];
  /** The elements by key, if all of them were assigned with one. */
  readonly fields?: ReadonlyMap<string, Argument>;
  /** The process substitution whose file name is the value. */
  readonly process?: NonNullable<Argument["process"]>;
  /** The value as it is written before a command (`A=VALUE COMMAND`). */
  readonly given?: Argument;
  /** The stream that is read from a descriptor, if the value represents an open descriptor. */
  readonly stream?: Stream;
  /** The variable to which the name refers (`declare -n`). */
  readonly refers?: string;
  /** True if a part of the value is unknown because it grew too long or has too many alternatives. */
  readonly isCut?: true;
}

/** Returns the value that a variable gets from a word. A span over its fetched bytes no longer starts at the fetcher in that word. */
export function valueOf(argument: {
  readonly remote: Remote | null;
  readonly text: string | null;
  readonly shape?: string;
  readonly path?: string;
  readonly span?: Span;
  readonly possible?: readonly string[];
  readonly process?: Argument["process"];
  readonly isCut?: true;
}): Value {
  const { remote, text, shape, path, possible, span, process, isCut } = argument;
  const kept = {
    remote: remote && keptFrom(remote, span),
    text,
    exported: false,
    ...(shape !== undefined && { shape }),
    ...(path !== undefined && { path }),
    ...(possible !== undefined && { possible }),
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

/** The value of a variable about which nothing is known. */
export const unknownValue: Value = { remote: null, text: null, exported: false };

/** The value of a variable that is empty or unset. */
export const emptyValue: Value = { remote: null, text: "", exported: false };

/** The value of a variable that may have been set: `ahead`, its previous value, and `behind` are joined in this order. */
export interface PossibleValue {
  readonly ahead: Value | undefined;
  readonly before: "below";
  readonly behind: Value | undefined;
}

export function isPossibleValue(stored: Value | PossibleValue): stored is PossibleValue {
  return "before" in stored;
}

/** The value of a variable that was not set: only its previous value is possible. */
export const nothingNew: PossibleValue = { ahead: undefined, before: "below", behind: undefined };

/** Returns the value of a variable that had the value `before` and then may have been set. */
export function resolved(before: Value | null, { ahead, behind }: PossibleValue): Value | null {
  const first = ahead === undefined ? before : joinValues(ahead, before);
  return behind === undefined ? first : joinValues(first, behind);
}

/** Returns what a layer stores for a variable that may have been set after the layer stored `before`. */
export function over(
  possible: PossibleValue,
  before: Value | PossibleValue,
): Value | PossibleValue {
  if (before === nothingNew) return possible;
  const { ahead, behind } = possible;
  const stored = ahead === undefined ? before : joinPossible(ahead, before);
  return behind === undefined ? stored : joinPossible(stored, behind);
}

/** Returns what is stored for a variable that has one of two stored values. */
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
 * Returns what is stored for each variable after one of several alternatives ran.
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

/** Returns a value that combines two; null represents a variable that was not set. */
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
    ...joinedPath(first, second),
    ...possibleOf([first, second]),
    ...longerOf([first.elements, second.elements]),
    ...cutOf([first, second]),
  };
}

/** Maximum length of the path of a joined value in UTF-16 code units: in a loop, each round makes it longer. */
const MAX_JOINED_PATH = 200;

/** Returns the path that represents one of two paths, which is the same file wherever the joined value is used. */
function joinedPath(first: Value, second: Value): Pick<Value, "path"> {
  const [one, other] = [first, second].map(({ text, path }) => text ?? path);
  if (one === undefined || other === undefined) return {};
  if (one === other) return first.text === null ? { path: one } : {};
  const path = `${unknown}{${one}|${other}}`;
  return path.length > MAX_JOINED_PATH ? {} : { path };
}

/**
 * Returns the longer of two arrays if it begins with the elements of the other one, as after `A+=(…)` on one of two paths; empty
 * otherwise.
 */
function longerOf([one, other]: readonly [Value["elements"], Value["elements"]]): Pick<
  Value,
  "elements"
> {
  if (one === undefined || other === undefined) return {};
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every(({ span }, at) => span[0] === long[at]?.span[0]) ? { elements: long } : {};
}

/** Returns `isCut` for a value that is made from others, if a part of one of them is unknown. */
export function cutOf(values: readonly Pick<Value, "isCut">[]): Pick<Value, "isCut"> {
  return values.some(({ isCut }) => isCut === true) ? { isCut: true } : {};
}

/** Maximum total length, in UTF-16 code units, of the texts that a value may be; the rest is dropped, and `isCut` is set. */
export const MAX_POSSIBLE_LENGTH = 1 << 14;

/** Returns the text of a value, or else the texts that it may be, or its shape. */
export function textsOf({
  text,
  shape,
  possible,
}: Pick<Value, "text" | "shape" | "possible">): readonly string[] {
  return text === null ? (possible ?? (shape === undefined ? [] : [shape])) : [text];
}

/** Returns the texts that a value may be after another one was appended to it; empty if neither has several possible texts. */
export function appendedTexts(before: Value, added: Value): Pick<Value, "possible" | "isCut"> {
  if (before.possible === undefined && added.possible === undefined) return {};
  const [firsts, seconds] = [textsOf(before), textsOf(added)];
  const isTooLong = firsts.length * seconds.length > MAX_APPENDED;
  return isTooLong
    ? { isCut: true }
    : possibleOf(firsts.flatMap((one) => seconds.map((other) => ({ text: one + other }))));
}

/** Maximum number of texts that a value may be after `S+=…`. */
const MAX_APPENDED = 64;

/** Returns the texts that one of several values may be. */
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
