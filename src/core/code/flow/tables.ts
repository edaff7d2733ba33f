import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { joinValues } from "./join-values.js";
import { combine, itemOf, UNKNOWN, type Value } from "./value.js";

/** Calls `set` for each field of a record, or each pair in a list, with a known key. Returns the other values. */
export function spreadInto(
  engine: Evaluator,
  value: Value,
  set: (name: string, value: Value) => void,
): Value[] {
  const others: Value[] = [];
  for (const name of value.fields ?? []) {
    engine.spend(1);
    set(name, engine.bindings.property(value, name) ?? UNKNOWN);
  }
  for (const { value: pair } of value.items ?? []) {
    engine.spend(1);
    const [key, stored] = pair.items ?? [];
    const name = key?.value.texts[0]?.source.text;
    if (name === undefined || stored === undefined) others.push(pair);
    else set(name, stored.value);
  }
  return value.fields === null && value.items === null ? [value] : others;
}

/** Returns the joined values of a table, for `map.forEach((value) => …)`; null for any other value. */
export function contentOfTable(engine: Evaluator, table: Value): Value | null {
  if (table.object === null) return null;
  const added = engine.bindings.property(table, ANY_KEY);
  const made = table.fields !== null && TABLE.test(table.object);
  if (added === undefined && !made) return null;
  return joinValues([engine.bindings.anyField(table), added ?? UNKNOWN]);
}

/**
 * Returns what a loop over a record or a table yields: a value, or a pair of an unknown key and a value. Null for any other value, and
 * for a record in a language in which the loop yields its keys.
 */
export function elementOfRecord(engine: Evaluator, record: Value): Value | null {
  const { yields } = engine.traits;
  const stored =
    yields === "keys" || record.fields === null
      ? contentOfTable(engine, record)
      : engine.bindings.anyField(record);
  if (stored === null || yields === "values") return stored;
  const place = { start: 0, end: 0 };
  const pair = engine.list([itemOf(UNKNOWN, place), itemOf(stored, place)]);
  if (yields === "keys") return pair;
  // C# reads it as a property of the pair
  const object = `pair of ${record.object ?? ""}`;
  engine.bindings.setProperty(object, "Value", stored);
  return { ...pair, object };
}

/** Returns the joined values that the body of a class assigns, for `for stage in Stage`; null for a value that is not a class. */
export function constantOf(engine: Evaluator, { closure }: Value): Value | null {
  if (closure?.code.kind !== "class" || closure.self === null) return null;
  const owner = { ...UNKNOWN, object: closure.self };
  engine.spend(closure.code.locals.length);
  const values = closure.code.locals.map((name) => engine.bindings.property(owner, name));
  return joinValues(values.filter((each) => each !== undefined));
}

/** The property of a table for values whose keys are not known. */
export const ANY_KEY = "(any key)";

/** Matches the identity of a table that a call creates. */
const TABLE = /^table\d/;

/** Returns the table that a call such as `new Map([["name", value]])` creates. */
export function tableOf(engine: Evaluator, { expr, positional: [first] }: Call): Value {
  const object = `table${String(expr.start)}`;
  const fields: string[] = [];
  const others = spreadInto(engine, first?.value ?? UNKNOWN, (name, value) => {
    engine.state.set(`${object}.${name}`, value);
    fields.push(name);
  });
  return { ...combine(others), object, fields };
}
