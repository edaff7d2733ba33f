import { roleOf } from "../../query/role.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { joinTexts, wordItems } from "./text-builder.js";
import { joinValues } from "./join-values.js";
import { itemOf, listsOf, strongest, UNKNOWN, type Item, type Value } from "./value.js";

/** Returns the value of a call that returns values of records: `record.values()`, `record.get(key)`, `Object.assign(record, other)`. */
export function fieldsOf(
  engine: Evaluator,
  call: Call,
  records: readonly Value[],
  stored: Value,
): Value {
  const values = records.map((record) => engine.bindings.anyField(record));
  const value = joinValues(values);
  const isOwn = records[0] === call.receiver;
  // the call returns all values, or one of them if the argument is a key
  const all = !isOwn || call.positional.length === 0;
  const items = all ? [itemOf(value, call.expr)] : value.items;
  // the value gets the range of the record, as in an access with brackets
  const record = records[values.findIndex((each) => each.taint !== null)];
  const place = isOwn
    ? receiverItem(call)
    : (call.positional.find((item) => item.value === record) ?? call.expr);
  const taint = strongest([
    stored.taint,
    value.taint && { ...value.taint, start: place.start, end: place.end },
  ]);
  return { ...value, items, texts: all ? [] : value.texts, taint };
}

/**
 * Returns the items of `*list` or `...list`, with taints at the range of the spread name; any value that is not a list as one item. The
 * last item of a list that is cut is marked as cut, because the result has no other place for the mark.
 */
export function spreadItems(spread: Item): readonly Item[] {
  const { items, taint, cut } = spread.value;
  if (items === null) return [spread];
  const all = items.map((item) => {
    const used =
      taint !== null &&
      item.value.taint !== null &&
      !(spread.start <= item.start && item.end <= spread.end);
    return used
      ? {
          ...item,
          value: {
            ...item.value,
            taint: { ...item.value.taint, start: taint.start, end: taint.end },
          },
        }
      : item;
  });
  return cut === true ? markedLast(all, spread) : all;
}

/** Returns items with the last one marked as cut; of an empty list, an unknown item at `place`. */
function markedLast(items: readonly Item[], place: Item): readonly Item[] {
  const last = items.at(-1) ?? itemOf(UNKNOWN, place);
  return [...items.slice(0, -1), { ...last, value: { ...last.value, cut: true } }];
}

/**
 * Returns the possible lists of some items of which those that are spread may be several lists. The n-th contains the n-th list of
 * each.
 * @param first changes the first item of each list that is spread
 */
export function spreadLists(
  engine: Evaluator,
  items: readonly Item[],
  first: (item: Item, spread: Item) => Item = (item) => item,
): (readonly Item[])[] {
  const lists = items.map(({ spread, value }) => (spread ? listsOf(value) : []));
  engine.spend(lists.flat().reduce((sum, list) => sum + list.length, 0) >> 4);
  const most = Math.max(1, ...lists.map((each) => each.length));
  return Array.from({ length: most }, (_, at) =>
    items.flatMap((item, index) => {
      if (!item.spread) return [item];
      const list = lists[index]?.[at] ?? item.value.items;
      const spread = spreadItems({ ...item, value: { ...item.value, items: list } });
      return spread.map((each, place) => (place === 0 ? first(each, item) : each));
    }),
  );
}

/** Methods and functions that return the items in reverse order. */
const REVERSING: ReadonlySet<string> = new Set(["reverse", "toReversed", "reversed"]);

/**
 * Returns the value of a call that iterates over a list or record: `sorted(list)`, `Object.values(record)`. If `pairs` is true, each
 * item is a pair with an unknown index or key.
 */
export function iterated(engine: Evaluator, call: Call, stored: Value, pairs: boolean): Value {
  const source = [call.receiver, ...call.positional.map((item) => item.value)].find(
    (value) => value.items !== null || value.fields !== null,
  );
  // in `enumerate(xs)` the number is not an element of the list
  const counts = pairs && call.method === "";
  if (source === undefined && !(counts && stored.taint !== null)) return stored;
  const items =
    source === undefined
      ? [itemOf(stored, call.expr)]
      : (source.items ?? fieldsOf(engine, call, [source], stored).items ?? []);
  if (!pairs)
    return { ...stored, items: REVERSING.has(call.method) ? [...items].reverse() : items };
  const paired = items.map((item) =>
    itemOf(engine.list([itemOf(UNKNOWN, call.expr), { ...item, spread: false }]), item),
  );
  return { ...stored, items: paired };
}

/** Returns the strings of the receiver, or else of the first argument. */
export function textOf(call: Call): Value["texts"] {
  return call.receiver.texts.length > 0
    ? call.receiver.texts
    : (call.positional[0]?.value.texts ?? []);
}

/** Returns the receiver of a call as an item. */
export function receiverItem(call: Call): Item {
  const { callee } = call.expr;
  return itemOf(call.receiver, callee.kind === "member" ? callee.object : callee);
}

/** Returns the strings of `separator.join(list)` or `list.join(separator)`. */
export function joined(engine: Evaluator, call: Call): Value["texts"] {
  const [given, ...parts] = call.positional;
  const first = given?.value ?? UNKNOWN;
  // `[string]::Join(separator, list)`, `[string]::Join(separator, a, b)`
  const isStatic = call.receiver.texts.length === 0 && first.items === null && parts.length > 0;
  const [list, separator] = isStatic
    ? [parts[0]?.value.items ?? parts, first]
    : call.receiver.items !== null
      ? [call.receiver.items, first]
      : [first.items, call.receiver];
  const between =
    separator.texts[0]?.source.text ??
    (call.receiver.items !== null && call.positional.length === 0 ? engine.traits.between : null);
  return list === null || between === null ? [] : joinTexts(engine, list, between);
}

/** The default separators that the setting `between` of a pattern names. */
const BETWEEN: ReadonlyMap<string, string> = new Map([
  ["blank", " "],
  ["nothing", ""],
]);

/** Returns the strings of a joining call with arguments in any order: `list.join(" ")`, `join(" ", list)`, `paste(a, b)`. */
export function joinedParts(engine: Evaluator, call: Call): Value["texts"] {
  const list =
    [call.receiver, ...call.positional.map(({ value }) => value)].find(
      ({ items }) => items !== null,
    )?.items ?? null;
  const role =
    roleOf(call.roles, "flow.join") ?? roleOf(engine.roles.named(call.method), "flow.join");
  const usual = BETWEEN.get(role?.settings["between"] ?? "");
  const isKnown = list !== null || usual === undefined;
  const given = isKnown
    ? call.positional.find(({ value }) => value.texts.length > 0)
    : call.named.get("sep");
  const parts = list ?? call.positional.filter((item) => item !== given);
  return joinTexts(engine, parts, given?.value.texts[0]?.source.text ?? usual ?? "");
}

/** Returns the list of the words into which a call splits a string: `"a b".split()`, `shlex.split("a b")`. */
export function split(engine: Evaluator, call: Call, stored: Value): Value {
  const own = call.receiver.texts[0];
  // `text.split(separator)` splits its receiver, `shlex.split(text)` its argument
  const text =
    own ??
    (roleOf(call.roles, "flow.split") === null ? undefined : call.positional[0]?.value.texts[0]);
  if (text === undefined) return stored;
  const place = own ? receiverItem(call) : (call.positional[0] ?? call.expr);
  const items = wordItems(engine, text.source, own === undefined, place);
  return { ...engine.list(items), taint: stored.taint };
}
