import { listed, roleOf, type Role } from "../../query/role.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { callRole, execute, shapeOf } from "./execute.js";
import { fetchedAt } from "./taint-sources.js";
import { UNKNOWN, type Closure, type Item, type Value } from "./value.js";

/** Matches the name of a parameter for an error: `(err, response, body) => …`. */
const ERROR = /^_?e(?:rr(?:or)?)?$/;

/** Calls the functions that are passed to a fetching call, directly or in a record, with the fetched value. */
export function callHandlers(engine: Evaluator, call: Call, value: Value): void {
  const block = call.named.get("&");
  for (const item of block === undefined ? call.positional : [...call.positional, block]) {
    handle(engine, call, item, value);
    for (const name of item.value.fields ?? []) {
      engine.spend(1);
      const stored = engine.roles.has("source.handler.property", name)
        ? engine.bindings.property(item.value, name)
        : undefined;
      if (stored !== undefined) handle(engine, call, { ...item, value: stored }, value);
    }
  }
  // `WebSocketApp(url, on_message=f)`
  for (const [name, item] of call.named)
    if (engine.roles.has("source.handler.property", name)) handle(engine, call, item, value);
}

function handle(engine: Evaluator, call: Call, item: Item, value: Value): void {
  const { closure, api } = item.value;
  if (closure !== null) {
    invoke(engine, closure, { ...item, value });
    return;
  }
  const role = roleOf(engine.roles.of(api, item), "sink.execute");
  if (role !== null)
    execute(
      engine,
      call,
      { role, place: api ?? item },
      value,
      engine.traits.isLoose ? role : shapeOf(item, "sink.callback"),
    );
}

function invoke(engine: Evaluator, closure: Closure, given: Item): void {
  const parameters = closure.code.kind === "function" ? closure.code.parameters : [];
  const [first] = parameters;
  const isError =
    parameters.length > 1 && first?.target.kind === "name" && ERROR.test(first.target.name);
  const before = isError ? { ...given, value: UNKNOWN } : given;
  engine.functions.invoke(closure, [before, given, given]);
}

/** Calls `f` of `socket.on("message", f)` with the received data, and returns the receiver; returns null for any other call. */
export function listened(engine: Evaluator, call: Call): Value | null {
  const role = callRole(call, "source.handler");
  if (role === null || !delivers(role, call)) return null;
  callHandlers(engine, call, fetchedAt(engine, call.expr.callee, role));
  return call.receiver;
}

/** Whether an event delivers received data: its name is unknown, or not one of those that the pattern excludes. */
function delivers(role: Role, { positional: [event] }: Call): boolean {
  const others = listed(role, "without");
  return event?.value.texts.some(({ source }) => others.includes(source.text)) !== true;
}

/** Calls a function that is assigned as a handler, `socket.onmessage = f`, with the received data. */
export function assignHandler(engine: Evaluator, role: Role, item: Item): void {
  const { closure } = item.value;
  if (closure !== null) invoke(engine, closure, { ...item, value: fetchedAt(engine, item, role) });
}

/** Returns the name of the property that contains an object's listeners for an event; null if the event is not known. */
function listenersOf([event]: readonly Item[]): string | null {
  const name = event?.value.texts[0]?.source.text;
  return name === undefined ? null : `(on ${name})`;
}

/** Adds a function to the listeners of an object: `bus.on("message", f)`. */
export function storeListener(engine: Evaluator, { receiver, positional }: Call): void {
  const name = listenersOf(positional);
  const [, listener] = positional;
  if (name === null || listener === undefined || receiver.object === null) return;
  const before = engine.bindings.property(receiver, name)?.items ?? [];
  engine.spend(before.length >> 4);
  engine.bindings.setProperty(receiver.object, name, engine.list([...before, listener]));
}

/** Calls the listeners of an object for an event: `bus.emit("message", code)`. */
export function callListeners(engine: Evaluator, call: Call): void {
  const [, ...args] = call.positional;
  const name = listenersOf(call.positional);
  const stored = name === null ? undefined : engine.bindings.property(call.receiver, name);
  for (const listener of stored?.items ?? []) {
    if (listener.value.closure !== null) engine.functions.invoke(listener.value.closure, args);
    else handle(engine, call, listener, args[0]?.value ?? UNKNOWN);
  }
}
