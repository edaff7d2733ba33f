import type { Flow, FlowOrigin } from "../../flow.js";
import type { Literal } from "../../literal.js";
import type { TraceStep } from "../../model.js";
import type { Role, Roles } from "../../query/role.js";
import type { Source } from "../../source.js";
import type { ClassExpr, FunctionExpr, Place } from "../ir.js";
import type { Scope } from "./scope.js";

/** The origin of a tainted value. */
export type Origin =
  | FlowOrigin // a decoder's result, or the response of a call that fetches
  | "stdin" // standard input, if it is fetched
  | "command"; // the output of a command, whose origin only an analysis of the command shows

/**
 * The taint of a value that contains a decoded payload, fetched content, or the output of a command. Its range is that of the token
 * that refers to the value: the name of a decoder, a fetcher or a variable.
 */
export interface Taint extends Place, Flow<Origin> {
  /** The role of its source; null if no pattern gives it one. */
  readonly role: Role | null;
  /** The range of the token where it originates. */
  readonly source: Place;
  /** The command line whose output the value is; only for the origin `command`. */
  readonly command?: Source;
}

/** A string known from the source. */
export interface KnownText {
  readonly source: Source;
  /** The range of the opening quotes; null if the string has none. */
  readonly open: Place | null;
  /** The range of the closing quotes; null if the string has none. */
  readonly close: Place | null;
  /** The number of parts from which it was joined. */
  readonly pieces: number;
  /** Whether a part of the string, or alternatives to it, were omitted because of a limit. */
  readonly cut?: true | undefined;
  /** Whether a part of the string is a placeholder for an unknown one. */
  readonly isPartial?: true | undefined;
}

/**
 * The name of a function or module that the queries may list. `start` is the offset of the last name (`exec` in `builtins.exec`), `end`
 * that of the end of the leading token.
 */
export interface Api extends Place {
  /** The path, resolved through imports and aliases: `base64.b64decode`. */
  readonly path: string;
  /** The path as written: `b.b64decode`. */
  readonly written: string;
  /** Whether it is only the name of a variable of the program, whose value is not known. */
  readonly isVariable?: true;
}

/** Maximum length of a path: no known path is longer. */
const MAX_PATH_LENGTH = 1000;

/** Returns the API of a path at a place. */
export function apiAt({ start, end }: Place, path: string, written = path): Api {
  return { path: shortened(path), written: shortened(written), start, end };
}

/** Returns a long path (`a.trim().trim()…`) with only its first name and its last names, because each name makes lookups slower. */
function shortened(path: string): string {
  if (path.length <= MAX_PATH_LENGTH) return path;
  const names = path.indexOf(".", path.length - MAX_PATH_LENGTH / 2);
  return names < 0 ? path : `${path.slice(0, path.indexOf("."))}${path.slice(names)}`;
}

/** A function or class that the program defines, with the scope around its definition. */
export interface Closure {
  readonly code: FunctionExpr | ClassExpr;
  readonly scope: Scope;
  /** The class to which a method belongs; null for any other function. */
  readonly self: string | null;
  /** The object on which the method is accessed, if it is known. */
  readonly instance?: string;
}

/** An item of a list, or an argument, with its range in the text. */
export interface Item extends Place {
  readonly value: Value;
  /** Whether the value is spread into its items, as in `*x`. */
  readonly spread: boolean;
  /** The roles of the node that is written as an argument. */
  readonly roles?: Roles;
}

/** Arguments that precede those of a call, and keyword arguments. */
export interface BoundArguments {
  readonly positional: readonly Item[];
  readonly named: ReadonlyMap<string, Item>;
}

/** What is known about a value; everything may be unknown. */
export interface Value {
  readonly taint: Taint | null;
  /** The possible strings; empty if none is known. */
  readonly texts: readonly KnownText[];
  /** The items of a list; null if the value is not known to be a list. */
  readonly items: readonly Item[] | null;
  /** Other possible lists. */
  readonly others: readonly (readonly Item[])[];
  /** The identity of an object whose properties are followed; null if there is none. */
  readonly object: string | null;
  /** The names of the properties of a record literal; null if the value is not known to be a record. */
  readonly fields: readonly string[] | null;
  readonly api: Api | null;
  readonly closure: Closure | null;
  /** The arguments that are passed to a function in addition to those of a call, as after `partial(f, x, shell=True)`. */
  readonly bound: BoundArguments | null;
  /** Whether the value is true in a condition; null if unknown. */
  readonly truth: boolean | null;
  /** The role of the call that created a script block from a string; calling the block executes the string. */
  readonly created: Role | null;
  /**
   * A number, or what functions of the language make of literals; false if the strings are only similar to the value, and null if they
   * are the value. The literal of a decoded value is in its taint.
   */
  readonly constant: number | Literal | false | null;
  /** Whether a part is missing because the value became too large. */
  readonly cut?: true;
}

/** Returns a value as an item at a place. */
export function itemOf(value: Value, { start, end }: Place): Item {
  return { value, spread: false, start, end };
}

/** A value of which nothing is known. */
export const UNKNOWN: Value = {
  taint: null,
  texts: [],
  items: null,
  others: [],
  object: null,
  fields: null,
  api: null,
  closure: null,
  bound: null,
  truth: null,
  created: null,
  constant: null,
};

/** Returns a tainted value of which nothing else is known. */
export function tainted(
  source: Place,
  from: Pick<Taint, "origin" | "role" | "steps" | "command">,
): Value {
  return { ...UNKNOWN, taint: { start: source.start, end: source.end, source, ...from } };
}

/** Maximum number of items of a list that is built in steps. Further items are omitted, and the list is marked as cut. */
export const MAX_ITEMS = 5000;

/** The rank of each origin. Of several taints, the one with the lowest rank is kept. */
const RANK: Readonly<Record<Origin, number>> = { decoded: 0, stdin: 1, fetched: 2, command: 3 };

/** Returns the taint with the lowest rank of its origin, of several such taints the first; null if there is none. */
export function strongest(taints: readonly (Taint | null)[]): Taint | null {
  let best: Taint | null = null;
  for (const taint of taints) {
    if (taint !== null && (best === null || RANK[taint.origin] < RANK[best.origin])) best = taint;
  }
  return best;
}

/** Returns the possible lists of a value. */
export function listsOf(value: Value): readonly (readonly Item[])[] {
  return value.items === null ? [] : [value.items, ...value.others];
}

/** Returns a part of a value, marked as cut if the whole value is. */
export function withCut(part: Value, { cut }: Value): Value {
  return cut === true ? { ...part, cut } : part;
}

/** Returns the mark of a value that is made from others: it is cut if one of them is, or if `more` is true. */
export function cutOf(values: readonly Value[], more = false): Pick<Value, "cut"> {
  return more || values.some(({ cut }) => cut === true) ? { cut: true } : {};
}

/** Returns the strings with the last one marked as cut, because others are omitted. */
export function markedCut(texts: readonly KnownText[]): KnownText[] {
  const last = texts.at(-1);
  return last === undefined || last.cut === true
    ? [...texts]
    : [
        ...texts.slice(0, -1),
        {
          source: last.source,
          open: last.open,
          close: last.close,
          pieces: last.pieces,
          cut: true,
          isPartial: last.isPartial,
        },
      ];
}

/** Returns a value with the strongest taint of several values, of which nothing else is known. */
export function combine(values: readonly Value[]): Value {
  const taint = strongest(values.map((each) => each.taint));
  const cut = cutOf(values);
  return taint === null && cut.cut !== true ? UNKNOWN : { ...UNKNOWN, taint, ...cut };
}

/** Returns a value as it is used under a name at another place. @param step is added to the trace of its taint */
export function usedAt(value: Value, place: Place, name: string, step: TraceStep | null): Value {
  const taint = value.taint && {
    ...value.taint,
    start: place.start,
    end: place.end,
    steps: step && value.taint.steps.length < 8 ? [...value.taint.steps, step] : value.taint.steps,
  };
  const api = value.api && { ...value.api, written: name, start: place.start, end: place.end };
  return { ...value, taint, api };
}
