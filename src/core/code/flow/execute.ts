import { recordCut } from "./truncated-values.js";
import { roleOf, type Role } from "../../query/role.js";
import { once } from "../../once.js";
import type { Place } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import { executed } from "./command.js";
import type { Evaluator } from "./evaluator.js";
import { contentOfTable, elementOfRecord } from "./tables.js";
import {
  itemOf,
  strongest,
  UNKNOWN,
  type Closure,
  type Item,
  type Taint,
  type Value,
} from "./value.js";

/**
 * Returns the role of a call that executes code of its own language; null for any other call. A bare `exec` executes code even if the
 * program defines or imports a function of that name. A call of an `eval` that the program defines or imports is evaluated as a call of
 * that function.
 */
export function executorOf(
  engine: Evaluator,
  { expr, callee: { api, closure }, method, methodRoles, roles }: Call,
): Role | null {
  const byMethod = roleOf(methodRoles, "sink.execute.method");
  if (byMethod !== null) return byMethod;
  if (roleOf(roles, "sink.execute") === null) return null;
  const written = api === null ? null : engine.roles.ofName("sink.execute", api.written);
  const byPath =
    closure !== null || api === null ? null : engine.roles.ofName("sink.execute", api.path);
  const named = written?.settings["bare"] === undefined ? byPath : written;
  const { callee } = expr;
  const places = callee.kind === "member" ? [callee, callee.at] : [callee];
  const here =
    named === null && closure !== null ? [] : places.flatMap((place) => engine.roles.at(place));
  const role = roleOf(named === null ? here : [named, ...here], "sink.execute");
  return role?.settings["bare"] === "only" && method !== "" ? null : role;
}

/** Returns the role that a pattern for arguments gives to an argument; null if there is none. */
export function shapeOf({ roles }: Item, capture: string): Role | null {
  return roles === undefined ? null : roleOf(roles, capture);
}

/** An executing function: its role, and the range of its name. */
interface Executor {
  readonly role: Role;
  readonly place: Place;
}

/**
 * Handles a call that executes code, such as `eval(code)` or `exec(code, namespace)`.
 * @param shape the role of the argument that contains the code; if it is null, nothing is executed
 */
export function execute(
  engine: Evaluator,
  call: Pick<Call, "expr" | "positional">,
  { role, place }: Executor,
  code: Value,
  shape: Role | null,
): void {
  if (shape === null) return;
  recordCut(engine, call.expr, [code]);
  engine.files.execute(code, call.expr);
  if (engine.traits.spansCalls)
    return executed(engine, code, call.expr, { role, end: endOfCall(call, code) });
  const name = namePlace(engine, place);
  if (code.taint !== null) executeTaint(engine, name, atSource(code.taint, call.expr), role, shape);
  const written = `"${engine.source.text.slice(name.start, name.end)}"`;
  for (const text of code.texts)
    engine.report.inject(engine.traits.language, text.source, call.expr, written, [shape, role]);
}

/** Returns the end of a span over a call: the end of the first argument if that is a variable with the code, or else of the call. */
function endOfCall(
  { expr, positional: [first] }: Pick<Call, "expr" | "positional">,
  { taint }: Value,
): number {
  const isName = taint !== null && first?.start === taint.start && first.end === taint.end;
  return isName ? first.end : expr.end;
}

/**
 * Moves a taint to its source if the source is in the call, so that the span ends there and not at an earlier name:
 * `exec(next(c for c in …))`.
 */
function atSource(taint: Taint, call: Place): Taint {
  const within = call.start <= taint.source.start && taint.source.end <= call.end;
  return within ? { ...taint, start: taint.source.start, end: taint.source.end } : taint;
}

function executeTaint(engine: Evaluator, sink: Place, taint: Taint, role: Role, shape: Role): void {
  if (taint.origin === "stdin") engine.report.executesStdin = true;
  else if (taint.origin !== "command") engine.report.execute(sink, taint, role, shape);
  else executeOutput(engine, sink, taint, role, shape);
}

/** Reports the executed output of a command if the command fetches or decodes it: `exec(os.popen("curl URL").read())`. */
function executeOutput(
  engine: Evaluator,
  sink: Place,
  taint: Taint,
  role: Role,
  shape: Role,
): void {
  const output = engine.options.outputs(taint.command?.text ?? "");
  if (output === null) return;
  const isFetched = output.origin === "fetched";
  const step = engine.report.step(
    isFetched ? "fetch" : "decode",
    taint.source,
    `it starts a command that ${isFetched ? "fetches remote content" : "decodes a payload"}`,
    [taint.role, output.role],
  );
  engine.report.execute(sink, { ...taint, ...output, steps: [step, ...taint.steps] }, role, shape);
}

/** Returns the range of the sink's name, with its quotes if it is written as a string. */
function namePlace(engine: Evaluator, sink: Place): Place {
  const name = /^(?:(["'])[\w$]+\1|[\w$]*)/.exec(
    engine.source.text.slice(sink.start, sink.start + 64),
  );
  return { start: sink.start, end: sink.start + (name?.[0].length ?? 0) };
}

/** Returns the role of a call: that of its callee, or else that of its method on any object. */
export function callRole(call: Pick<Call, "roles" | "methodRoles">, capture: string): Role | null {
  return (
    roleOf(call.roles, capture) ??
    (call.methodRoles.length === 0 ? null : roleOf(call.methodRoles, `${capture}.method`))
  );
}

/** Returns the result of a function of the program, with a trace step for the name by which the function is called or passed. */
export function returned(engine: Evaluator, value: Value, { start, end }: Place): Value {
  if (value.taint === null) return value;
  // the value comes from the body of an anonymous function, which has no name
  if (value.taint.start >= start && value.taint.end <= end) return value;
  const step = engine.report.step(
    "carry",
    { start, end },
    `"${engine.source.text.slice(start, end)}" returns it`,
  );
  return { ...value, taint: { ...value.taint, start, end, steps: [...value.taint.steps, step] } };
}

/**
 * Returns the arguments of a function that is called for a value, of which it may use several parameters. A block of Ruby with several
 * parameters gets the items of a list: `pairs.map { |key, value| … }`.
 */
function argumentsFor(
  engine: Evaluator,
  call: Call,
  given: Item,
  { code }: Closure,
): readonly Item[] {
  // in `parts.map((part, index) => …)` the second argument is a number
  if (!engine.traits.isLoose && roleOf(call.methodRoles, "flow.map.method") !== null)
    return [given, { ...given, value: UNKNOWN }, given];
  const { items } = given.value;
  const isDivided =
    engine.traits.yields === "pairs" &&
    items !== null &&
    code.kind === "function" &&
    code.parameters.length > 1;
  return isDivided ? items : [given, given, given];
}

/**
 * Calls the functions that are passed to an unknown call. Their arguments are the elements of the receiver or, if `whole` is true, the
 * receiver itself. Returns their results, which may be the result of the call.
 */
export function callBack(engine: Evaluator, call: Call, whole = false): Value[] {
  const all = [...call.positional, ...call.named.values()];
  const taint = strongest([call.receiver.taint, ...all.map((item) => item.value.taint)]);
  const given = once(() => itemOf(whole ? call.receiver : element(), call.expr));
  const element = (): Value => {
    // in `map.forEach((value) => …)` the value is the first argument
    const ofRecord = engine.traits.yields === "keys" ? contentOfTable : elementOfRecord;
    const value =
      ofRecord(engine, call.receiver) ??
      (call.receiver.items === null ? UNKNOWN : engine.elementOf(call.receiver));
    return { ...value, taint: value.taint ?? taint };
  };
  return all.flatMap((item) => {
    const { closure, api } = item.value;
    if (closure === null) {
      const role = taint === null ? null : roleOf(engine.roles.of(api, item), "sink.execute");
      if (role !== null)
        execute(
          engine,
          call,
          { role, place: api ?? item },
          given().value,
          // `lines.each(&method(:system))`
          item === call.named.get("&") ? role : shapeOf(item, "sink.callback"),
        );
      return [];
    }
    const answer = engine.functions.invoke(closure, argumentsFor(engine, call, given(), closure));
    // a function that is passed by keyword, as in `sorted(parts, key=f)`, does not return the result
    return answer === null || (!call.positional.includes(item) && item !== call.named.get("&"))
      ? []
      : [returned(engine, answer, item)];
  });
}
