import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { callBack } from "./execute.js";
import { receiverItem } from "./lists.js";
import { UNKNOWN, type BoundArguments, type Value } from "./value.js";

/** Returns the function that `partial(f, x, k=y)` returns: its first argument with the others as arguments. */
export function partial(engine: Evaluator, call: Call, first: Value): Value {
  callBack(engine, call);
  return { ...first, taint: null, bound: boundTo(first, call) };
}

/** Returns the function that `f.bind(object, x)` returns; null if the receiver is not known to be a function. */
export function bound(engine: Evaluator, call: Call): Value | null {
  const { receiver, positional } = call;
  if (receiver.closure?.code.kind === "function")
    return { ...receiver, bound: boundTo(receiver, call) };
  if (receiver.api === null) return null;
  callBack(engine, {
    ...call,
    receiver: UNKNOWN,
    positional: [
      { ...receiverItem(call), roles: positional[0]?.roles ?? [] },
      ...positional.slice(1),
    ],
  });
  return receiver;
}

/** Returns the arguments of a function after a call that binds more of them. The first argument of the call is not one of them. */
function boundTo({ bound: before }: Value, { positional, named }: Call): BoundArguments {
  return {
    positional: [...(before?.positional ?? []), ...positional.slice(1)],
    named: new Map([...(before?.named ?? []), ...named]),
  };
}
