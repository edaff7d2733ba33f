import { roleOf, type Role } from "../../query/role.js";
import type { Place } from "../ir.js";
import type { Call } from "./calls.js";
import type { Engine } from "./engine.js";
import type { Item, Taint, Value } from "./value.js";

/**
 * The role of a call that executes text of its own language. A bare `exec` is one wherever it comes from (the card's letter); an
 * `eval` that the text defines or imports is what it does.
 */
export function executorOf(engine: Engine, { expr, callee: { api, closure }, method, methodRoles, roles }: Call): Role | null {
  const byMethod = roleOf(methodRoles, "sink.execute.method");
  if (byMethod !== null) return byMethod;
  if (roleOf(roles, "sink.execute") === null) return null;
  const written = api === null ? null : engine.roles.ofName("sink.execute", api.written);
  const meant = closure !== null || api === null ? null : engine.roles.ofName("sink.execute", api.path);
  const named = written?.settings["bare"] === undefined ? meant : written;
  const here = named === null && closure !== null ? [] : engine.roles.at(expr.callee);
  const role = roleOf(named === null ? here : [named, ...here], "sink.execute");
  return role?.settings["bare"] === "only" && method !== "" ? null : role;
}

/** What the pattern of a shape says of an argument. */
export function shapeOf({ roles }: Item, capture: string): Role | null {
  return roles === undefined ? null : roleOf(roles, capture);
}

/** What executes: by its role, and where its name stands. */
interface Executor {
  readonly role: Role;
  readonly place: Place;
}

/** `eval(code)`, `exec(code, namespace)`: a shape says which argument is the program. */
export function execute(engine: Engine, call: Pick<Call, "expr">, { role, place }: Executor, code: Value, shape: Role | null): void {
  if (shape === null) return;
  const name = namePlace(engine, place);
  if (code.taint !== null) executeTaint(engine, name, atSource(code.taint, call.expr), role, shape);
  for (const text of code.texts)
    engine.report.inject(engine.language, text.source, call.expr, `"${engine.source.text.slice(name.start, name.end)}"`, [shape, role]);
}

/** A decoder within the call itself decides the span, also where names stand between (`f(c) for c in …`). */
function atSource(taint: Taint, call: Place): Taint {
  const within = call.start <= taint.source.start && taint.source.end <= call.end;
  return within ? { ...taint, start: taint.source.start, end: taint.source.end } : taint;
}

function executeTaint(engine: Engine, sink: Place, taint: Taint, role: Role, shape: Role): void {
  if (taint.origin === "stdin") engine.report.executesStdin = true;
  else if (taint.origin !== "command") engine.report.execute(sink, taint, role, shape);
}

/** From where the name of the sink begins to the end of that name. */
function namePlace(engine: Engine, sink: Place): Place {
  const name = /^[\w$]*/.exec(engine.source.text.slice(sink.start, sink.start + 64));
  return { start: sink.start, end: sink.start + (name?.[0].length ?? 0) };
}
