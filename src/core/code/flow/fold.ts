import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { callRole } from "./execute.js";
import { receiverItem } from "./lists.js";
import { UNKNOWN, type Item, type Value } from "./value.js";

/** Maximum number of items that are combined; the rest of the list is ignored. */
const MAX_FOLDED = 64;

/**
 * Evaluates a call that combines the items of a list by a function: `functools.reduce(f, list, x)`, `list.reduce(f, x)`. Returns the
 * result of the last call of the function; null for any other call, and if the list or the function is not known.
 */
export function folded(engine: Evaluator, call: Call): Value | null {
  if (callRole(call, "flow.fold") === null) return null;
  const block = call.named.get("&");
  const given = block === undefined ? call.positional : [...call.positional, block];
  const isFunction = ({ value: { closure } }: Item): boolean => closure?.code.kind === "function";
  const combining = given.find(isFunction);
  const closure = combining?.value.closure ?? null;
  const list = [receiverItem(call), ...given].find(({ value }) => value.items !== null);
  if (combining === undefined || closure === null || list === undefined) return null;
  const items = list.value.items ?? [];
  const initial = given.find((item) => item !== combining && item !== list);
  let result: Value = initial?.value ?? items[0]?.value ?? UNKNOWN;
  const rest = items.slice(initial === undefined ? 1 : 0);
  for (const item of rest.slice(0, MAX_FOLDED)) {
    const next = engine.functions.invoke(closure, [{ ...combining, value: result }, item]);
    if (next === null) return null;
    result = next;
  }
  if (rest.length > MAX_FOLDED)
    engine.limits.add("size", "only the first items of a list were combined", call.expr);
  return result;
}
