import { roleOf, type Role } from "../../query/role.js";
import type { CallExpr, Expr } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { spreadItems } from "./lists.js";
import { spreadInto } from "./tables.js";
import { combine, type Item, type Value } from "./value.js";

/** The items that a call adds to a list, and the index before which it adds them; by default, the end of the list. */
type Addition = [items: readonly Item[], at?: number];

/** Returns what a method adds to the list that is its object: `list.extend(xs)`, `list.insert(0, x)`. */
function addition({ expr, method, positional }: Call): Addition {
  if (method === "extend") return [positional.flatMap(spreadItems)];
  if (method === "unshift") return [positional, 0];
  const at = expr.args[0]?.value;
  return method === "insert" && at?.kind === "constant"
    ? [positional.slice(1), Number(at.number)]
    : [positional];
}

/** Returns what a function adds to the list that is its first argument: `table.insert(list, 1, x)`. */
function additionTo({ expr, positional }: Call, { settings }: Role): Addition {
  const items = positional.slice(1);
  const position = expr.args[1]?.value;
  switch (settings["adds"]) {
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

/** Returns the list that a call changes, the expression that holds it, and what is added; null if it changes none. */
function changeOf(call: Call): { list: Value; held: Expr; added: Addition } | null {
  const { expr, positional, receiver, roles } = call;
  const role = roleOf(roles, "flow.mutator");
  if (role === null)
    return expr.callee.kind === "member"
      ? { list: receiver, held: objectOf(expr), added: addition(call) }
      : null;
  const [held] = expr.args;
  const [list] = positional;
  return held === undefined || list === undefined
    ? null
    : { list: list.value, held: held.value, added: additionTo(call, role) };
}

/**
 * Adds the arguments of a call to its receiver, `list.append(x)`, or to the list that is its first argument, `array_push($list, $x)`.
 * Returns the longer list; null if that was no list.
 */
export function mutate(engine: Evaluator, call: Call): Value | null {
  const change = changeOf(call);
  if (change === null) return null;
  const { list, held, added } = change;
  const isNew = engine.traits.isLoose && list.texts.length === 0;
  const stored = list.items === null && isNew ? engine.list([]) : list;
  if (stored.items !== null) {
    const longer = engine.bindings.addItems(held, stored, ...added);
    return list.items === null ? null : longer;
  }
  if (call.method === "update") setFields(engine, call);
  const given = combine([...call.positional, ...call.named.values()].map((item) => item.value));
  if (given.taint !== null) engine.bindings.taintContainer(held, list, given, call.expr);
  return null;
}
