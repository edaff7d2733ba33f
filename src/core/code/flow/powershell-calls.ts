import { roleOf } from "../../query/role.js";
import type { Call } from "./evaluated-call.js";
import { executed, roleAt } from "./command.js";
import { fileName } from "../../scan.js";
import { functionName } from "../powershell/names.js";
import { download } from "./command-files.js";
import { pathOf } from "./command-words.js";
import { callLine } from "./command-lines.js";
import { startShell } from "./start-powershell.js";
import type { Evaluator } from "./evaluator.js";
import { UNKNOWN, type Item, type Value } from "./value.js";

/**
 * Evaluates a PowerShell call that creates or invokes a script block, uses a class of the program, or starts a program:
 * `[scriptblock]::Create($x)`, `$block.Invoke()`, `$process.Start()`. Also records the file to which a call downloads. Returns null for
 * any other call.
 */
export function powershellCall(engine: Evaluator, call: Call): Value | null {
  const { receiver, positional, expr } = call;
  const created = roleOf(call.roles, "sink.block");
  const [first] = positional;
  if (created !== null) {
    const value = first?.value ?? UNKNOWN;
    return { ...UNKNOWN, taint: value.taint, texts: value.texts, created };
  }
  const made = receiver.api === null ? null : objectOf(engine, call, receiver.api.path);
  if (made !== null) return made;
  const saved = roleOf(call.methodRoles, "source.download.method");
  const [, file] = expr.args;
  if (saved !== null && file !== undefined) {
    const text = positional[1]?.value.texts[0]?.source.text ?? null;
    download(engine, pathOf({ text, expr: file.value }), expr, saved);
  }
  if (callLine(engine, call)) return UNKNOWN;
  const starter = roleOf(call.methodRoles, "sink.starter.method");
  if (starter !== null && startProcess(engine, call)) return UNKNOWN;
  const invoked = roleOf(call.methodRoles, "sink.block.method");
  if (invoked === null) return null;
  if (receiver.created !== null) {
    const { callee } = expr;
    executed(engine, receiver, expr, {
      role: invoked,
      end: callee.kind === "member" ? callee.at.end : expr.end,
    });
    return UNKNOWN;
  }
  return receiver.closure === null ? null : engine.functions.invoke(receiver.closure, positional);
}

/**
 * Handles a call that starts PowerShell: `[Diagnostics.Process]::Start($info)`, `$process.Start()`. Returns false if it starts another
 * program, or if the program or its arguments are not known.
 */
function startProcess(engine: Evaluator, call: Call): boolean {
  const { receiver, positional, expr } = call;
  const { bindings } = engine;
  const [first, second] = positional;
  const info = first?.value ?? bindings.property(receiver, "startinfo") ?? receiver;
  const program =
    bindings.property(info, "filename") ??
    bindings.property(info, "targetpath") ??
    bindings.property(receiver, "startinfo.filename") ??
    info;
  const given =
    second?.value ??
    bindings.property(info, "arguments") ??
    bindings.property(receiver, "startinfo.arguments");
  const name = program.texts[0]?.source.text;
  const role =
    name === undefined ? null : roleAt(engine, "sink.shell", fileName(name).toLowerCase());
  if (role === null || given === undefined) return false;
  const place = { start: expr.start, end: expr.end };
  const item: Item = { value: given, spread: false, ...place };
  const text = given.texts[0]?.source.text ?? null;
  const command = { ...place, expr: null, head: place, words: [], input: null, from: expr.start };
  startShell(engine, command, [{ expr, item, text, isBare: false }], role);
  return true;
}

/** Returns the value of `[Name]::new(…)` or `[Name]::Method(…)` for a class that the program defines; null for any other call. */
function objectOf(engine: Evaluator, call: Call, type: string): Value | null {
  const stored = engine.state.get(engine.bindings.keyOf(functionName(`[${type}]`)));
  if (stored === undefined || stored.closure?.code.kind !== "class") return null;
  if (call.method === "new") return engine.functions.invoke(stored.closure, call.positional);
  const method = engine.bindings.property(stored, call.method)?.closure ?? null;
  return method === null ? null : engine.functions.invoke(method, call.positional);
}
