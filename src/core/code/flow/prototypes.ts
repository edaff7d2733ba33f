import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { UNKNOWN, type Value } from "./value.js";

/**
 * Evaluates a call that sets a prototype. `setmetatable({}, methods)` returns its first argument, which then inherits from the second
 * or from the `__index` of the second. `Object.create(methods)` returns a new object.
 */
export function inheriting(engine: Evaluator, { expr, positional }: Call): Value {
  const given = positional.at(-1);
  const value = positional.length > 1 ? (positional[0]?.value ?? UNKNOWN) : UNKNOWN;
  const object = value.object ?? `heir${expr.start}`;
  const table = given && (engine.bindings.property(given.value, "__index") ?? given.value);
  if (typeof table?.object === "string" && table.object !== object)
    engine.bindings.inherit(object, table.object);
  const { callMethod } = engine.traits;
  const called = callMethod !== null && given && engine.bindings.property(given.value, callMethod);
  if (called) engine.bindings.setProperty(object, callMethod, called);
  return { ...value, object };
}

/** Returns the identity of the object that `new F()` creates, which inherits from `F.prototype`; null if `F` is not a function. */
export function ofPrototype(engine: Evaluator, { expr, callee }: Call): string | null {
  if (callee.closure?.code.kind !== "function" || callee.object === null) return null;
  const object = `new${expr.start}`;
  engine.bindings.inherit(object, `${callee.object}.prototype`);
  return object;
}
