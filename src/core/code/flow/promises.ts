import type { FunctionExpr, NameExpr } from "../ir.js";
import { assigned } from "../lowering.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { returned } from "./execute.js";
import { itemOf, UNKNOWN, type Value } from "./value.js";

/** Returns the value with which the function of `new Promise((resolve, reject) => …)` calls `resolve`. */
export function promised(engine: Evaluator, call: Call): Value {
  const [made] = call.positional;
  const closure = made?.value.closure ?? null;
  if (made === undefined || closure === null) return UNKNOWN;
  const { start, end } = call.expr;
  // a name that cannot occur in a program
  const promise: NameExpr = { kind: "name", name: `promise ${String(start)}`, start, end };
  const resolve = engine.evaluate(resolving(promise));
  engine.bindings.assign(promise, UNKNOWN, promise);
  engine.functions.invoke(closure, [itemOf(resolve, made), itemOf(UNKNOWN, made)]);
  return returned(engine, engine.bindings.name(promise), call.expr.callee);
}

/** Returns the function `resolve`, which adds its argument to the possible values of the promise. */
function resolving(promise: NameExpr): FunctionExpr {
  const { start, end } = promise;
  const given: NameExpr = { kind: "name", name: "value", start, end };
  const value = {
    kind: "choice",
    start,
    end,
    tested: [],
    options: [given, promise],
  } as const;
  return {
    kind: "function",
    start,
    end,
    name: null,
    parameters: [{ target: given, fallback: null, rest: false }],
    body: [assigned(promise, promise, value)],
    locals: ["value"],
    receiver: null,
    getter: false,
  };
}
