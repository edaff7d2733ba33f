import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { callRole } from "./execute.js";
import { joinValues, type Value } from "./value.js";

/** The property of a table for values with an unknown key. */
const ANY_KEY = "(any key)";

/**
 * `table.put("name", value)`, `table.get("name")`: sets or returns an element of a table, by its key. Null for any other call,
 * and for an unknown key.
 */
export function elementCall(engine: Evaluator, call: Call): Value | null {
  const { callee } = call.expr;
  const [key, given] = call.positional;
  const { receiver } = call;
  if (callee.kind !== "member" || receiver.object === null || key === undefined) return null;
  const name = key.value.texts[0]?.source.text;
  const { bindings } = engine;
  const { object } = callee;
  const place = { start: object.start, end: object.end, bracketed: true } as const;
  if (given !== undefined && name !== undefined && callRole(call, "flow.put") !== null) {
    const any = bindings.property(receiver, ANY_KEY);
    const value = any === undefined ? given.value : joinValues([any, given.value]);
    const target = { ...place, kind: "member", object, at: key } as const;
    bindings.assign({ ...target, property: name }, given.value, key);
    bindings.assign({ ...target, property: ANY_KEY }, value, key);
    return receiver;
  }
  if (callRole(call, "flow.get") === null) return null;
  const property = name ?? ANY_KEY;
  if (bindings.property(receiver, property) === undefined)
    return name === undefined && receiver.fields !== null ? bindings.anyField(receiver) : null;
  return bindings.memberOf(receiver, property, place, key, object);
}
