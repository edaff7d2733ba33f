import { roleOf } from "../../query/role.js";
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

/** Returns the items that a function adds to the list before them, and the index before which it adds them. */
function afterList({ expr, positional, roles }: Call): [items: readonly Item[], at?: number] {
  const items = positional.slice(1);
  const position = expr.args[1]?.value;
  switch (roleOf(roles, "flow.mutator")?.settings["adds"]) {
    case "first":
      return [items, 0];
    case "last":
      return items.length > 1 && position?.kind === "constant"
        ? [items.slice(-1), Number(position.number) - 1]
        : [items.slice(-1)];
    default:
      return [items];
  }
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

/** Returns the list that a call changes, the expression that holds it, and whether it is the first argument of a function. */
function changedList(call: Call): { list: Value; held: Expr; isArgument: boolean } | null {
  const { expr, receiver } = call;
  if (roleOf(call.roles, "flow.mutator") === null)
    return expr.callee.kind === "member"
      ? { list: receiver, held: objectOf(expr), isArgument: false }
      : null;
  const [held] = expr.args;
  const [list] = call.positional;
  return held === undefined || list === undefined
    ? null
    : { list: list.value, held: held.value, isArgument: true };
}

/**
 * Adds the arguments of a call to its receiver, `list.append(x)`, or to the list that is its first argument, `array_push($list, $x)`.
 * Returns the longer list; null if that was no list.
 */
export function mutate(engine: Evaluator, call: Call): Value | null {
  const changed = changedList(call);
  if (changed === null) return null;
  const { list, held, isArgument } = changed;
  const isNew = engine.traits.isLoose && list.texts.length === 0;
  const stored = list.items === null && isNew ? engine.list([]) : list;
  if (stored.items !== null) {
    const longer = engine.bindings.addItems(
      held,
      stored,
      ...(isArgument ? afterList(call) : addition(call)),
    );
    return list.items === null ? null : longer;
  }
  if (call.method === "update") setFields(engine, call);
  const added = combine([...call.positional, ...call.named.values()].map((item) => item.value));
  if (added.taint !== null) engine.bindings.taintContainer(held, list, added, call.expr);
  return null;
}
