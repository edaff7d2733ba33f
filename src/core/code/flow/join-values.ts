import { Comparison } from "./compare-values.js";
import {
  cutOf,
  listsOf,
  markedCut,
  strongest,
  UNKNOWN,
  withCut,
  type Api,
  type Item,
  type KnownText,
  type Value,
} from "./value.js";

/** Limits of a value's alternatives: of their number, and of their total size, above which there are only a few. */
const ALTERNATIVES = { most: 64, few: 4, characters: 10_000, items: 500 };

/** Maximum number of items of a list that is compared with others, and of alternatives with which one is compared. */
const MAX_COMPARED = 8;

/** Returns a value that is any of several. */
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
    api: knownApi(values),
    closure: values.find((each) => each.closure !== null)?.closure ?? null,
    bound: values.find((each) => each.bound !== null)?.bound ?? null,
    truth: values.every((each) => each.truth === first.truth) ? first.truth : null,
    created: values.find((each) => each.created !== null)?.created ?? null,
    constant: values.every((each) => each.constant === first.constant) ? first.constant : false,
  };
}

/** Returns the first API among several values; the name of a variable only if there is no other. */
function knownApi(values: readonly Value[]): Api | null {
  const apis = values.flatMap(({ api }) => api ?? []);
  return apis.find(({ isVariable }) => isVariable !== true) ?? apis[0] ?? null;
}

/** Returns the joined items at an index of the possible lists of a value; undefined if there is none. */
export function itemAt(value: Value, at: number): Value | undefined {
  const stored = listsOf(value).flatMap((list) => list[at]?.value ?? []);
  return stored.length === 0 ? undefined : withCut(joinValues(stored), value);
}

/** Alternatives that were created by different evaluations of an expression may be equal. */
class KnownAlternatives<Alternative> {
  private readonly byKey = new Map<string, Alternative[]>();

  constructor(private readonly areEqual: (one: Alternative, other: Alternative) => boolean) {}

  /** Whether an alternative is equal to an earlier one with the same key; adds it if it is not. */
  has(key: string, alternative: Alternative): boolean {
    const same = this.byKey.get(key);
    if (same === undefined) this.byKey.set(key, [alternative]);
    else if (same.some((each) => this.areEqual(each, alternative))) return true;
    else if (same.length < MAX_COMPARED) same.push(alternative);
    return false;
  }
}

/** Returns a text that equal lists have in common. */
function keyOf(list: readonly Item[]): string {
  return [list.length, list[0]?.start ?? 0, list.at(-1)?.end ?? 0].join(" ");
}

function uniqueLists(values: readonly Value[]): {
  readonly kept: (readonly Item[])[];
  readonly cut: boolean;
} {
  const lists = new Set<readonly Item[]>();
  const known = new KnownAlternatives<readonly Item[]>((one, other) =>
    new Comparison().list(one, other),
  );
  let items = 0;
  for (const value of values) {
    for (const list of listsOf(value)) {
      if (lists.has(list) || (list.length <= MAX_COMPARED && known.has(keyOf(list), list)))
        continue;
      items += list.length;
      if (lists.size > 0 && (items > ALTERNATIVES.items || lists.size >= ALTERNATIVES.most))
        return { kept: [...lists], cut: true };
      lists.add(list);
    }
  }
  return { kept: [...lists], cut: false };
}

function uniqueTexts(values: readonly Value[]): KnownText[] {
  const texts = new Set<KnownText>();
  const known = new KnownAlternatives<KnownText>((one, other) => new Comparison().text(one, other));
  let characters = 0;
  for (const value of values) {
    for (const text of value.texts) {
      if (texts.has(text) || known.has(text.source.text, text)) continue;
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
