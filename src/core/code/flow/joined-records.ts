import type { Evaluator } from "./evaluator.js";
import { instanceOf, isInstance, isRecord, sharedObject } from "./instances.js";
import { joinValues } from "./join-values.js";
import { UNKNOWN, type Value } from "./value.js";

/** The prefix of the identity of a record that is any of several. */
const EACH = "each of ";

/** Returns a value that is any of several. If they are records, the result has the properties of all of them. */
export function joinRecords(engine: Evaluator, values: readonly Value[]): Value {
  const joined = joinValues(values);
  const records = new Map<string, Value>();
  for (const value of values)
    if (value.object !== null && isRecord(value)) records.set(value.object, value);
  const [first, ...more] = records.keys();
  if (first === undefined || more.length === 0) return joined;
  const found = new Map<string, Value[]>();
  for (const record of records.values()) {
    const names = record.fields ?? [...engine.bindings.namesOf(record.object ?? "")];
    engine.spend(names.length >> 2);
    for (const name of names) {
      const stored = engine.bindings.property(record, name) ?? UNKNOWN;
      const others = found.get(name);
      if (others === undefined) found.set(name, [stored]);
      else others.push(stored);
    }
  }
  const type = isInstance(first) ? sharedObject(first) : null;
  const object =
    type === null ? (first.startsWith(EACH) ? first : `${EACH}${first}`) : instanceOf(type, "each");
  for (const [name, stored] of found) engine.state.set(`${object}.${name}`, joinValues(stored));
  return { ...joined, object, fields: type === null ? [...found.keys()] : null };
}
