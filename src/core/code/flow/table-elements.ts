import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { callRole } from "./execute.js";
import { ANY_KEY } from "./tables.js";
import { joinValues } from "./join-values.js";
import { combine, type Item, type Value } from "./value.js";

/** Returns the default value of a call such as `os.environ.get("NAME", "…")`; null if there is none, or for any other call. */
function fallback(call: Call): Value | null {
  const [, given] = call.positional;
  const isTable = call.receiver.fields === null && callRole(call, "source.fetch") === null;
  if (!isTable || given === undefined || given.value.texts.length === 0) return null;
  return { ...combine([call.receiver, given.value]), texts: given.value.texts };
}

/** Returns the value that a record contains for a key, or any of its values if the key is not known. */
function fieldAt({ bindings }: Evaluator, record: Value, key: Item | undefined): Value {
  const name = key?.value.texts[0]?.source.text;
  const stored = name === undefined ? undefined : bindings.property(record, name);
  return stored ?? bindings.anyField(record);
}

/**
 * Evaluates a call that sets or reads an element of a table: `table.put("name", value)`, `table.get("name")`. Returns null for any
 * other call, and if neither the element nor a default value is known.
 */
export function elementCall(engine: Evaluator, call: Call): Value | null {
  const { callee } = call.expr;
  const [key, given] = call.positional;
  const { receiver } = call;
  if (callee.kind !== "member" || key === undefined) return null;
  // Elixir's `Map.get(table, key)`, unlike `https.get(options, answer)`
  const isTable = key.value.fields !== null && receiver.fields === null;
  if (isTable && callRole(call, "flow.get") !== null && callRole(call, "source.fetch") === null)
    return fieldAt(engine, key.value, given);
  if (receiver.object === null) return callRole(call, "flow.get") === null ? null : fallback(call);
  const name = key.value.texts[0]?.source.text;
  const { bindings } = engine;
  const { object } = callee;
  const place = { start: object.start, end: object.end, bracketed: true } as const;
  if (given !== undefined && name !== undefined && callRole(call, "flow.put") !== null) {
    const any = bindings.property(receiver, ANY_KEY);
    const value = any === undefined ? given.value : joinValues([any, given.value]);
    const target = { ...place, kind: "member", object, at: key } as const;
    bindings.assignMember(receiver, { ...target, property: name }, given.value);
    bindings.assignMember(receiver, { ...target, property: ANY_KEY }, value);
    return receiver;
  }
  if (callRole(call, "flow.get") === null) return null;
  const property = name ?? ANY_KEY;
  if (bindings.property(receiver, property) === undefined) {
    if (name === undefined && receiver.fields !== null) return bindings.anyField(receiver);
    return fallback(call);
  }
  return bindings.memberOf(receiver, property, place, key, object);
}
