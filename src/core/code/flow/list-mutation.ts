import type { CallExpr, Expr } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { spreadItems } from "./lists.js";
import { spreadInto } from "./tables.js";
import { combine, type Item, type Value } from "./value.js";

/** Returns the items that a method adds to a list, and the index before which it adds them: `list.extend(xs)`, `list.insert(0, x)`. */
function addition({ expr, method, positional }: Call): [items: readonly Item[], at?: number] {
  if (method === "extend") return [positional.flatMap(spreadItems)];
  if (method === "unshift") return [positional, 0];
  const at = expr.args[0]?.value;
  return method === "insert" && at?.kind === "constant"
    ? [positional.slice(1), Number(at.number)]
    : [positional];
}

/** Returns the object on which the first of several chained calls of one method is made: `list` in `list.add(x).add(y)`. */
function objectOf({ callee }: CallExpr): Expr {
  let object = callee;
  let method = callee;
  while (method.kind === "member") {
    object = method.object;
    if (object.kind !== "call" || object.callee.kind !== "member") break;
    if (object.callee.property !== method.property) break;
    method = object.callee;
  }
  return object;
}

/** Sets properties of a record to those of the arguments: `record.update({"name": x}, other=y)`. */
function setFields(engine: Evaluator, { receiver: { object }, positional, named }: Call): void {
  if (object === null) return;
  const set = (name: string, value: Value): void => {
    engine.bindings.setProperty(object, name, value);
  };
  for (const { value } of positional) spreadInto(engine, value, set);
  for (const [name, { value }] of named) set(name, value);
}

/** Adds the arguments of a call to its receiver, `list.append(x)`. Returns the longer list; null if the receiver is not a list. */
export function mutate(engine: Evaluator, call: Call): Value | null {
  if (call.expr.callee.kind !== "member") return null;
  const object = objectOf(call.expr);
  const isNew = engine.traits.isLoose && call.receiver.texts.length === 0;
  const stored = call.receiver.items === null && isNew ? engine.list([]) : call.receiver;
  if (stored.items !== null) {
    const longer = engine.bindings.addItems(object, stored, ...addition(call));
    return call.receiver.items === null ? null : longer;
  }
  if (call.method === "update") setFields(engine, call);
  const added = combine([...call.positional, ...call.named.values()].map((item) => item.value));
  if (added.taint !== null) engine.bindings.taintContainer(object, call.receiver, added, call.expr);
  return null;
}
