import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { spreadItems } from "./lists.js";
import { combine, type Item } from "./value.js";

/** Returns the items that a method adds to a list, and before which item: `list.extend(xs)`, `list.insert(0, x)`, `list.unshift(x)`. */
function addition({ expr, method, positional }: Call): [items: readonly Item[], at?: number] {
  if (method === "extend") return [positional.flatMap(spreadItems)];
  if (method === "unshift") return [positional, 0];
  const at = expr.args[0]?.value;
  return method === "insert" && at?.kind === "constant"
    ? [positional.slice(1), Number(at.number)]
    : [positional];
}

/** `list.append(x)`, `buffer.write(x)`: adds the argument to the receiver's value. */
export function mutate(engine: Evaluator, call: Call): void {
  const { callee } = call.expr;
  if (callee.kind !== "member") return;
  const isNew = engine.traits.isLoose && call.receiver.texts.length === 0;
  const stored = call.receiver.items === null && isNew ? engine.list([]) : call.receiver;
  if (stored.items !== null) engine.bindings.addItems(callee.object, stored, ...addition(call));
  else {
    const added = combine([...call.positional, ...call.named.values()].map((item) => item.value));
    if (added.taint !== null)
      engine.bindings.taintContainer(callee.object, call.receiver, added, call.expr);
  }
}
