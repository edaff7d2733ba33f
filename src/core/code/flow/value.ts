import type { TraceStep } from "../../model.js";
import type { Role, Roles } from "../../query/role.js";
import type { Source } from "../../source.js";
import type { ClassExpr, FunctionExpr, Place } from "../ir.js";
import type { Scope } from "./scope.js";

/** Where a value comes from, as far as it matters. The first kinds win over the later ones. */
export type Origin =
  | "decoded" // a decoder's result
  | "stdin" // standard input, where that is a fetched text
  | "fetched" // the answer of a call that fetches
  | "command"; // what a command prints, of which only a reading of the command knows more

/** A value that holds a decoded payload, or a text from elsewhere. */
export interface Taint extends Place {
  readonly origin: Origin;
  /** What the pattern says of its source; null for what no pattern names. */
  readonly role: Role | null;
  /** The token where it arises, wherever it is used later. */
  readonly source: Place;
  /** `start` and `end`: the token that brings it in where it is used, a decoder's or a variable's name. */
  readonly steps: readonly TraceStep[];
  /** The command line whose output the value is; for the origin `command` only. */
  readonly command?: Source;
}

/** A string known from the source. */
export interface KnownText {
  readonly source: Source;
  /** The literal's quotes; null if it has none. */
  readonly open: Place | null;
  readonly close: Place | null;
  /** Of how many pieces it was put together. */
  readonly pieces: number;
  /** It goes on, or there are others in its place: what is too much is left out. */
  readonly cut?: true | undefined;
}

/** What a value is called: a function or a module that the vocabulary may know. */
export interface Api extends Place {
  /** Resolved through imports and aliases: `base64.b64decode`. */
  readonly path: string;
  /** As written here: `b.b64decode`. */
  readonly written: string;
  /** `start` is where the last name begins (`exec` in `builtins.exec`); `end` where the leading token ends. */
}

/** What is called by a path, where it is written at a place. */
export function apiAt({ start, end }: Place, path: string, written = path): Api {
  return { path, written, start, end };
}

/** A function of the text, with the scope it closes over. */
export interface Closure {
  readonly code: FunctionExpr | ClassExpr;
  readonly scope: Scope;
  /** The object a method belongs to. */
  readonly self: string | null;
}

export interface Item extends Place {
  readonly value: Value;
  readonly spread: boolean;
  /** What patterns say of the place where it is written as an argument. */
  readonly roles?: Roles;
}

/** What is known about a value. Everything may be unknown. */
export interface Value {
  readonly taint: Taint | null;
  /** The strings it may be; empty where it is not known. */
  readonly texts: readonly KnownText[];
  readonly items: readonly Item[] | null;
  /** Other lists it may be. */
  readonly others: readonly (readonly Item[])[];
  /** Identity of an object whose properties are followed. */
  readonly object: string | null;
  /** The properties a literal record was written with. */
  readonly fields: readonly string[] | null;
  readonly api: Api | null;
  readonly closure: Closure | null;
  /** Of a function: the keywords it is called with besides those of the call, as `partial(f, shell=True)` has it. */
  readonly keywords: ReadonlyMap<string, Item> | null;
  readonly truth: boolean | null;
  /** What makes a block of code of a text, where the value is one: to call it is to execute the text. */
  readonly created: Role | null;
  /** Something of it was left out because it became too large. */
  readonly cut?: true;
}

/** A value as an item that is at a place. */
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

/** A value of which nothing is known but that it comes from a place. */
export function tainted(
  source: Place,
  from: Pick<Taint, "origin" | "role" | "steps" | "command">,
): Value {
  return { ...UNKNOWN, taint: { start: source.start, end: source.end, source, ...from } };
}

/** Items that a list is followed to that is put together in steps; what is added then is left out, and the list is cut. */
export const MAX_ITEMS = 5000;

/** Alternatives of a string or list followed at most; of long strings, few. */
const ALTERNATIVES = { most: 64, few: 4, characters: 10_000, items: 500 };

const RANK: Readonly<Record<Origin, number>> = { decoded: 0, stdin: 1, fetched: 2, command: 3 };

/** The taint that decides, where several meet: the contract's before others, else the first. */
export function strongest(taints: readonly (Taint | null)[]): Taint | null {
  let best: Taint | null = null;
  for (const taint of taints) {
    if (taint !== null && (best === null || RANK[taint.origin] < RANK[best.origin])) best = taint;
  }
  return best;
}

/** One of the values, and it is not known which. */
export function joinValues(values: readonly Value[]): Value {
  const [first] = values;
  if (first === undefined) return UNKNOWN;
  if (values.every((each) => each === first)) return first;
  // most joins are with a value of which nothing is known
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

/** The lists a value may be. */
export function listsOf(value: Value): readonly (readonly Item[])[] {
  return value.items === null ? [] : [value.items, ...value.others];
}

/** What is at a place of the lists a value may be; undefined if there is none. */
export function itemAt(value: Value, at: number): Value | undefined {
  const stored = listsOf(value).flatMap((list) => list[at]?.value ?? []);
  return stored.length === 0 ? undefined : joinValues(stored);
}

/** The mark of a value made out of others of which one was cut. */
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

/** The same strings, with the mark on the last one that others are left out. */
export function markedCut(texts: readonly KnownText[]): KnownText[] {
  const last = texts.at(-1);
  return last === undefined || last.cut === true
    ? [...texts]
    : [
        ...texts.slice(0, -1),
        { source: last.source, open: last.open, close: last.close, pieces: last.pieces, cut: true },
      ];
}

/** A value made out of others: it holds what they hold, and nothing else is known. */
export function carry(values: readonly Value[]): Value {
  const taint = strongest(values.map((each) => each.taint));
  const cut = cutOf(values);
  return taint === null && cut.cut !== true ? UNKNOWN : { ...UNKNOWN, taint, ...cut };
}

/** The same value, brought in by a name at another place. */
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
