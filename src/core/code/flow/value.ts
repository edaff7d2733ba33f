import type { Flow, FlowOrigin } from "../../flow.js";
import type { TraceStep } from "../../model.js";
import type { Role, Roles } from "../../query/role.js";
import type { Source } from "../../source.js";
import type { ClassExpr, FunctionExpr, Place } from "../ir.js";
import type { Scope } from "./scope.js";

/** The origin of a value, as far as it matters. */
export type Origin =
  | FlowOrigin // a decoder's result, or the response of a call that fetches
  | "stdin" // standard input, if it is a fetched text
  | "command"; // the output of a command, which only an analysis of the command can judge

/**
 * The taint of a value that contains a decoded payload, or a text from elsewhere. Its place is the token that uses it: a decoder's
 * or a variable's name.
 */
export interface Taint extends Place, Flow<Origin> {
  /** The role of its source by the patterns; null if no pattern names it. */
  readonly role: Role | null;
  /** The token where it originates, wherever it is used later. */
  readonly source: Place;
  /** The command line whose output the value is; only for the origin `command`. */
  readonly command?: Source;
  /** The decoding call with its payload as a literal, if that is short: it may be a name. */
  readonly call?: string;
}

/** A string known from the source. */
export interface KnownText {
  readonly source: Source;
  /** The literal's quotes; null if it has none. */
  readonly open: Place | null;
  readonly close: Place | null;
  /** The number of pieces it was joined from. */
  readonly pieces: number;
  /** Whether it is longer or has further alternatives, which were omitted because there are too many. */
  readonly cut?: true | undefined;
}

/** The name of a value: a function or a module that the vocabulary may know. */
export interface Api extends Place {
  /** Resolved through imports and aliases: `base64.b64decode`. */
  readonly path: string;
  /** As written here: `b.b64decode`. */
  readonly written: string;
  /** `start` is where the last name begins (`exec` in `builtins.exec`); `end` where the leading token ends. */
}

/** Maximum length of a path: no known path is longer. */
const LONGEST_PATH = 1000;

/** Returns the API of a path, as it is written at a place. */
export function apiAt({ start, end }: Place, path: string, written = path): Api {
  return { path: shortened(path), written: shortened(written), start, end };
}

/** Returns a path of many calls (`a.trim().trim()…`) with only its module and its last names, since each call makes the search longer. */
function shortened(path: string): string {
  if (path.length <= LONGEST_PATH) return path;
  const names = path.indexOf(".", path.length - LONGEST_PATH / 2);
  return names < 0 ? path : `${path.slice(0, path.indexOf("."))}${path.slice(names)}`;
}

/** A function that the program defines, with the scope it closes over. */
export interface Closure {
  readonly code: FunctionExpr | ClassExpr;
  readonly scope: Scope;
  /** The class that a method belongs to. */
  readonly self: string | null;
  /** The object whose method it is, if it is known. */
  readonly instance?: string;
}

export interface Item extends Place {
  readonly value: Value;
  readonly spread: boolean;
  /** The roles of the place where it is written as an argument. */
  readonly roles?: Roles;
}

/** What is known about a value; everything may be unknown. */
export interface Value {
  readonly taint: Taint | null;
  /** The strings it may be; empty if unknown. */
  readonly texts: readonly KnownText[];
  readonly items: readonly Item[] | null;
  /** Further lists it may be. */
  readonly others: readonly (readonly Item[])[];
  /** Identity of an object whose properties are followed. */
  readonly object: string | null;
  /** The properties that a literal record was written with. */
  readonly fields: readonly string[] | null;
  readonly api: Api | null;
  readonly closure: Closure | null;
  /** Of a function: the keywords it is called with in addition to those of the call, as in `partial(f, shell=True)`. */
  readonly keywords: ReadonlyMap<string, Item> | null;
  readonly truth: boolean | null;
  /** The role by which a text became a block of code; calling it executes the text. */
  readonly created: Role | null;
  /** Whether a part is missing because the value became too large. */
  readonly cut?: true;
}

/** Returns a value as an item at a place. */
export function itemOf(value: Value, { start, end }: Place): Item {
  return { value, spread: false, start, end };
}

export const UNKNOWN: Value = {
  taint: null,
  texts: [],
  items: null,
  others: [],
  object: null,
  fields: null,
  api: null,
  closure: null,
  keywords: null,
  truth: null,
  created: null,
};

/** Returns a value of which only its origin is known. */
export function tainted(
  source: Place,
  from: Pick<Taint, "origin" | "role" | "steps" | "command">,
): Value {
  return { ...UNKNOWN, taint: { start: source.start, end: source.end, source, ...from } };
}

/** Maximum number of items of a list that is built in steps; further items are omitted, and the list is marked. */
export const MAX_ITEMS = 5000;

/** Maximum number of alternatives of a string or list, and of long strings. */
const ALTERNATIVES = { most: 64, few: 4, characters: 10_000, items: 500 };

/** The rank of each origin: of several taints, the one with the lowest rank decides. */
const RANK: Readonly<Record<Origin, number>> = { decoded: 0, stdin: 1, fetched: 2, command: 3 };

/** Returns the taint that decides among several: the contract's before others, else the first. */
export function strongest(taints: readonly (Taint | null)[]): Taint | null {
  let best: Taint | null = null;
  for (const taint of taints) {
    if (taint !== null && (best === null || RANK[taint.origin] < RANK[best.origin])) best = taint;
  }
  return best;
}

/** Returns a value that is one of several. */
export function joinValues(values: readonly Value[]): Value {
  const [first] = values;
  if (first === undefined) return UNKNOWN;
  if (values.every((each) => each === first)) return first;
  // most joins are with an unknown value
  const known = values.find((each) => each !== UNKNOWN) ?? UNKNOWN;
  if (values.every((each) => each === known || each === UNKNOWN))
    return known.truth === null ? known : { ...known, truth: null };
  const lists = uniqueLists(values);
  const [items = null, ...others] = lists.kept;
  return {
    ...cutOf(values, lists.cut),
    taint: strongest(values.map((each) => each.taint)),
    texts: uniqueTexts(values),
    items,
    others,
    object: values.find((each) => each.object !== null)?.object ?? null,
    fields: values.find((each) => each.fields !== null)?.fields ?? null,
    api: values.find((each) => each.api !== null)?.api ?? null,
    closure: values.find((each) => each.closure !== null)?.closure ?? null,
    keywords: values.find((each) => each.keywords !== null)?.keywords ?? null,
    truth: values.every((each) => each.truth === first.truth) ? first.truth : null,
    created: values.find((each) => each.created !== null)?.created ?? null,
  };
}

/** Returns the lists that a value may be. */
export function listsOf(value: Value): readonly (readonly Item[])[] {
  return value.items === null ? [] : [value.items, ...value.others];
}

/** Returns the item at an index of the lists that a value may be; undefined if there is none. */
export function itemAt(value: Value, at: number): Value | undefined {
  const stored = listsOf(value).flatMap((list) => list[at]?.value ?? []);
  return stored.length === 0 ? undefined : joinValues(stored);
}

/** Returns the mark of a value that is made from others, if a part of one of them is missing. */
function cutOf(values: readonly Value[], more = false): Pick<Value, "cut"> {
  return more || values.some(({ cut }) => cut === true) ? { cut: true } : {};
}

function uniqueLists(values: readonly Value[]): {
  readonly kept: (readonly Item[])[];
  readonly cut: boolean;
} {
  const lists = new Set<readonly Item[]>();
  let items = 0;
  for (const value of values) {
    for (const list of listsOf(value)) {
      if (!lists.has(list)) items += list.length;
      if (
        lists.size > 0 &&
        !lists.has(list) &&
        (items > ALTERNATIVES.items || lists.size >= ALTERNATIVES.most)
      )
        return { kept: [...lists], cut: true };
      lists.add(list);
    }
  }
  return { kept: [...lists], cut: false };
}

function uniqueTexts(values: readonly Value[]): KnownText[] {
  const texts = new Set<KnownText>();
  let characters = 0;
  for (const value of values) {
    for (const text of value.texts) {
      if (texts.has(text)) continue;
      characters += text.source.text.length;
      if (
        texts.size >= (characters > ALTERNATIVES.characters ? ALTERNATIVES.few : ALTERNATIVES.most)
      )
        return markedCut([...texts]);
      texts.add(text);
    }
  }
  return [...texts];
}

/** Returns the same strings, with a mark on the last one that others are omitted. */
export function markedCut(texts: readonly KnownText[]): KnownText[] {
  const last = texts.at(-1);
  return last === undefined || last.cut === true
    ? [...texts]
    : [
        ...texts.slice(0, -1),
        { source: last.source, open: last.open, close: last.close, pieces: last.pieces, cut: true },
      ];
}

/** Returns a value that combines the taint of others; nothing else is known. */
export function combine(values: readonly Value[]): Value {
  const taint = strongest(values.map((each) => each.taint));
  const cut = cutOf(values);
  return taint === null && cut.cut !== true ? UNKNOWN : { ...UNKNOWN, taint, ...cut };
}

/** Returns the same value as used by a name at another place. */
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
