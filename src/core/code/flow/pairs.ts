import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { combine, UNKNOWN, type Value } from "./value.js";

/** Sets the fields of a record, or the pairs of a list, by their keys; returns what has no known key. */
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

/** `new Map([["name", value]])`: returns a table with the values by their keys. */
export function tableOf(engine: Evaluator, { expr, positional: [first] }: Call): Value {
  const object = `table${String(expr.start)}`;
  const fields: string[] = [];
  const others = spreadInto(engine, first?.value ?? UNKNOWN, (name, value) => {
    engine.state.set(`${object}.${name}`, value);
    fields.push(name);
  });
  return { ...combine(others), object, fields };
}
