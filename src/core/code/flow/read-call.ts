import type { CallExpr, Expr, MemberExpr, Place } from "../ir.js";
import { roleOf } from "../../query/role.js";
import type { Call } from "./evaluated-call.js";
import { decodedName } from "./decoded-name.js";
import type { Evaluator } from "./evaluator.js";
import { spreadItems, spreadLists } from "./lists.js";
import { MAX_ITEMS, UNKNOWN, type Item, type Value } from "./value.js";

/** Evaluates the callee, the receiver and the arguments of a call, and determines which function is called. */
export function readCall(engine: Evaluator, expr: CallExpr): Call {
  let calleeExpr = ownMethod(engine, withName(engine, expr.callee));
  let callee: Value;
  let receiver = UNKNOWN;
  if (calleeExpr.kind === "member") {
    receiver = engine.evaluate(calleeExpr.object);
    callee = engine.bindings.memberOf(
      receiver,
      calleeExpr.property,
      calleeExpr,
      calleeExpr.at,
      calleeExpr.object,
    );
    // in `$steps["first"]($code)` the item may be the name of a function
    if (calleeExpr.bracketed && callee.texts.length > 0) callee = named(engine, callee, calleeExpr);
    if (
      calleeExpr.isMethod === true &&
      callee.closure === null &&
      receiver.taint === null &&
      (isSelf(calleeExpr.object) || !isOfPackage(engine, receiver))
    )
      callee = methodNamed(engine, calleeExpr, receiver);
  } else callee = named(engine, engine.evaluate(calleeExpr), calleeExpr);
  let args = expr.args;
  // in `f.call(this, x)`, `f.apply(this, [x])` and `f.__call__(x)` the called function is `f`
  const before =
    calleeExpr.kind === "member" ? engine.traits.applies.get(calleeExpr.property) : undefined;
  if (
    before !== undefined &&
    !engine.roles.has("flow.apply", callee.api?.path ?? "") &&
    calleeExpr.kind === "member" &&
    (receiver.api !== null || receiver.closure !== null)
  ) {
    const spread = LISTING.has(calleeExpr.property);
    args = args.slice(before).map((arg) => ({ ...arg, spread: arg.spread || spread }));
    callee = receiver;
    calleeExpr = calleeExpr.object;
    receiver = UNKNOWN;
  }
  if (calleeExpr.kind === "member" && isCalled(engine, calleeExpr, callee, receiver)) {
    if (LISTING.has(calleeExpr.property)) args = args.map((arg) => ({ ...arg, spread: true }));
    callee = named(engine, receiver, calleeExpr.object);
    calleeExpr = calleeExpr.object;
    receiver = UNKNOWN;
  }
  const written: Item[] = [...(callee.bound?.positional ?? [])];
  const keywords = new Map(callee.bound?.named);
  for (const arg of args) {
    const item = engine.item(arg);
    if (arg.name === "**") spreadNamed(engine, item, keywords);
    else if (arg.name !== null) {
      keywords.set(arg.name, item);
      engine.described.assigned(arg.name, item);
    } else written.push(item);
  }
  const [positional = [], ...others] = spreadLists(engine, written, (item, { roles = [] }) => ({
    ...item,
    roles,
  }));
  // several parts of the evaluation look at each argument
  engine.spend(positional.length >> 2);
  const roles = engine.roles.of(callee.api, calleeExpr);
  const atName = calleeExpr.kind === "member" ? engine.roles.at(calleeExpr.at) : [];
  const call = {
    expr,
    callee,
    receiver,
    positional,
    ...(others.length > 0 && { others }),
    named: keywords,
    roles: atName.length === 0 ? roles : [...roles, ...atName],
  };
  const read: Call =
    calleeExpr.kind === "member"
      ? {
          ...call,
          method: calleeExpr.property,
          methodRoles: engine.roles.ofProperty(calleeExpr.property, calleeExpr.at),
        }
      : { ...call, method: "", methodRoles: [] };
  return applied(engine, read);
}

function isSelf(expr: Expr): boolean {
  return expr.kind === "name" && expr.name === "this";
}

/** Whether a value is a package, or belongs to one: in `exec.Command`, the program does not define `exec`. */
function isOfPackage({ traits, bindings, scope, state }: Evaluator, { api }: Value): boolean {
  const root = api === null ? "" : (/^\w+/.exec(api.path)?.[0] ?? "");
  return (
    traits.isLoose &&
    root !== "" &&
    scope.owner(root).parent === null &&
    state.get(bindings.keyOf(root)) === undefined
  );
}

/** Returns the method of a name that the program defines, as a method of an object of unknown type. */
function methodNamed(engine: Evaluator, { property, at }: MemberExpr, { object }: Value): Value {
  const method = engine.bindings.name({ ...at, kind: "name", name: property });
  const { closure } = method;
  return closure === null || object === null
    ? method
    : { ...method, closure: { ...closure, instance: object } };
}

/** Methods of a function that call it with the items of a list as arguments. */
const LISTING: ReadonlySet<string> = new Set(["apply", "invokeArgs"]);

/** Whether a method calls its receiver, a function that the program defines or that a string names: `supplier.get()`. */
function isCalled(
  { traits }: Evaluator,
  { property }: MemberExpr,
  { closure }: Value,
  receiver: Value,
): boolean {
  const isFunction =
    receiver.closure?.code.kind === "function" || (traits.callsTexts && receiver.texts.length > 0);
  return closure === null && isFunction && traits.calling?.test(property) === true;
}

/** Returns a member expression with its computed name replaced by the known one; any other callee unchanged. */
function withName(engine: Evaluator, callee: Expr): Expr {
  if (callee.kind !== "member" || callee.name === undefined) return callee;
  const name = engine.evaluate(callee.name).texts[0]?.source.text;
  if (name === undefined) return callee;
  return { ...callee, property: engine.traits.foldsCase ? name.toLowerCase() : name };
}

/** Returns the fetching method that `$client.DownloadString.Invoke(URL)` calls; any other callee unchanged. */
function ownMethod(engine: Evaluator, callee: Expr): Expr {
  if (callee.kind !== "member" || callee.object.kind !== "member") return callee;
  const is = ({ property, at }: MemberExpr, capture: string): boolean =>
    roleOf(engine.roles.ofProperty(property, at), capture) !== null;
  return is(callee, "sink.block.method") && is(callee.object, "source.fetch.method")
    ? callee.object
    : callee;
}

/** Returns the call that `Reflect.apply(f, object, [x])` or `call_user_func("f", x)` makes; any other call unchanged. */
function applied(engine: Evaluator, call: Call): Call {
  const role = roleOf(call.roles, "flow.apply");
  // in `array_walk($list, "f")` the function comes after the list
  const isReversed = role?.settings["arguments"] === "items";
  const [first, ...rest] = isReversed ? call.positional.slice(0, 2).toReversed() : call.positional;
  if (role === null || first === undefined) return call;
  const callee = named(engine, first.value, first);
  const last = rest.at(-1);
  const positional =
    isReversed || role.settings["arguments"] === "list"
      ? last === undefined
        ? []
        : spreadItems({ ...last, spread: true }).map((item) => ({
            ...item,
            roles: last.roles ?? item.roles ?? [],
          }))
      : rest;
  return {
    ...call,
    callee,
    receiver: UNKNOWN,
    positional,
    roles: engine.roles.of(callee.api, first),
    method: "",
    methodRoles: [],
  };
}

/** Returns the function that a string names, in a language in which strings can be called; any other value unchanged. */
export function named(engine: Evaluator, value: Value, { start, end }: Place): Value {
  const { callsTexts, foldsCase } = engine.traits;
  const text = value.texts[0]?.source.text ?? (callsTexts ? decodedName(engine, value) : undefined);
  if (!callsTexts || text === undefined || value.closure !== null) return value;
  const name = foldsCase ? text.toLowerCase() : text;
  const taint = value.texts.length === 0 ? null : value.taint;
  return { ...engine.bindings.name({ kind: "name", name, start, end }), taint };
}

/** Keywords of `run(cmd, **options)` that are looked up even if the dictionary got them after its creation. */
const PROCESS_KEYWORDS: readonly string[] = ["shell", "args", "input", "stdin"];

/** Adds the entries of a dictionary to the keyword arguments. */
function spreadNamed(engine: Evaluator, item: Item, keywords: Map<string, Item>): void {
  for (const key of [...PROCESS_KEYWORDS, ...(item.value.fields ?? []).slice(0, MAX_ITEMS)]) {
    const value = engine.bindings.property(item.value, key);
    if (value !== undefined) keywords.set(key, { ...item, value });
  }
}
