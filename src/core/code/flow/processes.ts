import { roleOf, type Role } from "../../query/role.js";
import { SourceBuilder, type Source } from "../../source.js";
import type { Place } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import { executedLines, recordCut } from "./truncated-values.js";
import type { Evaluator } from "./evaluator.js";
import { outputOf, textItem } from "./text-builder.js";
import { tainted, UNKNOWN, type Item, type KnownText, type Value } from "./value.js";

// This file handles data that is passed between processes. The output of a command is a value that is written `$(…)` as in shell. If
// such a value is the input of another command, both are combined into one shell command, which is analyzed as shell.

/** Maximum number of characters of a command whose output is followed: nested outputs may double in length with each step. */
const MAX_COMMAND_LENGTH = 8192;

/** Returns the output of a command that a call started. @param role the role of the call */
export function outputValue(place: Place, command: Source, role: Role | null): Value {
  if (command.text.length > MAX_COMMAND_LENGTH) return { ...UNKNOWN, cut: true };
  return tainted(place, { origin: "command", role, steps: [], command });
}

/** Returns shell code that runs the output of a command: `os.system(check_output(…))`. Returns none if the value is no such output. */
export function runOutput(engine: Evaluator, call: Call, code: Item): Source[] {
  const output = outputOf(code.value);
  if (output === null) return [];
  const { start, end } = lastName(call);
  const builder = new SourceBuilder(engine.source);
  return [
    builder.replace("eval ", start, end).replace(`"${output}"`, code.start, code.end).build(),
  ];
}

/**
 * Handles the standard input of a started command: `run(["sh"], input=out)`, `Popen(["sh"], stdin=p.stdout)`, `spawnSync("sh", {
 * input: out })`, `capture2("sh", stdin_data: out)`.
 */
export function feed(engine: Evaluator, call: Call, command: Source, role: Role): void {
  const options = call.positional[call.positional.length - 1];
  const piped = call.named.get("stdin");
  const input = call.named.get("input") ?? call.named.get("stdin_data");
  const { expr } = call;
  if (piped !== undefined) {
    connectPipe(engine, expr, nameOf(call), piped.value, command, role);
    if (engine.options.interprets(command.text)) engine.files.execute(piped.value, expr);
  }
  const inner = options ? engine.bindings.property(options.value, "input") : undefined;
  const given =
    input ??
    (inner !== undefined && options !== undefined ? { ...options, value: inner } : undefined);
  if (given === undefined) return;
  hereString(engine, call, command, given, role);
  if (engine.traits.isLoose) runFed(engine, lastName(call), command, given.value, role);
  else if (engine.options.interprets(command.text))
    runAsProgram(engine, call, given, given.roles, role);
}

/** Reports fetched or decoded code that a shell or an interpreter gets as its program, if the profile has a pattern for the argument. */
export function runAsProgram(
  engine: Evaluator,
  call: Call,
  { value }: Item,
  roles: Item["roles"],
  role: Role,
): void {
  const { taint } = value;
  engine.files.execute(value, call.expr);
  const shape = roleOf(roles ?? [], "sink.command");
  if (shape !== null && (taint?.origin === "decoded" || taint?.origin === "fetched"))
    engine.report.shellExecute(lastName(call), taint, role, shape);
}

/** Returns the first character of the last name of the callee, where the span of a finding begins. */
export function lastName({ expr, callee }: Call): Place {
  const name = expr.callee.kind === "member" ? expr.callee.at : (callee.api ?? expr);
  return { start: name.start, end: name.start + 1 };
}

/** Handles methods that write to a process or connect two processes: `a.stdout.pipe(b.stdin)`, `b.communicate(out)`. */
export function connect(engine: Evaluator, call: Call): void {
  const own = call.receiver.taint?.command;
  const first = call.positional[0] ?? call.named.get("input");
  const other = first?.value.taint;
  if (own === undefined && first !== undefined && FEEDING.has(call.method)) {
    const program = engine.described.fedProgram(call)?.texts[0]?.source;
    if (program !== undefined) runFed(engine, lastName(call), program, first.value, null);
  }
  if (own === undefined && other) pipeInto(engine, call, call.receiver, other.role);
  if (own === undefined || first === undefined) return;
  // Rust's `Command::new("sh").stdin(curl.stdout)`
  if (call.method === "stdin") {
    const role = call.receiver.taint?.role ?? null;
    connectPipe(engine, call.expr, nameOf(call), first.value, own, role);
    runFed(engine, lastName(call), own, first.value, role);
  } else if (call.method === "pipe" && other?.command !== undefined)
    connectPipe(engine, call.expr, nameOf(call), call.receiver, other.command, other.role);
  else if (FEEDING.has(call.method)) {
    const role = call.receiver.taint?.role ?? null;
    hereString(engine, call, own, first, role);
    // in other languages, a pattern for the argument determines whether the profile reports it
    if (engine.traits.isLoose) runFed(engine, lastName(call), own, first.value, role);
    else if (role !== null && engine.options.interprets(own.text))
      runAsProgram(engine, call, first, first.roles, role);
  }
}

/** Methods of a stream that write its content to another stream, their argument. */
const COPYING: ReadonlySet<string> = new Set(["pipe", "transferTo", "CopyTo", "CopyToAsync"]);

/** Methods that write their argument to a process. */
const FEEDING: ReadonlySet<string> = new Set([
  "communicate",
  "write",
  "write_all",
  "end",
  "sendline",
  "send",
  "puts",
  "print",
  "Write",
  "WriteLine",
  "WriteAsync",
  "WriteLineAsync",
  "WriteString",
]);

/** Functions that write their second argument to the process that is their first: `io.WriteString(stdin, "…")`, `fwrite($p, $x)`. */
const WRITING: ReadonlySet<string> = new Set([
  "WriteString",
  "Fprint",
  "Fprintln",
  "Fprintf",
  "Copy",
  "fwrite",
  "fputs",
]);

/** Handles a function that writes to a process, such as `io.WriteString(stdin, code)`. */
export function writeTo(engine: Evaluator, call: Call): void {
  const [target, given] = call.positional;
  const path = call.callee.api?.path ?? call.method;
  const command = target?.value.taint?.command;
  const isCopy = path.endsWith("Copy");
  if (command === undefined || target === undefined || given === undefined) return;
  if (!WRITING.has(path.slice(path.lastIndexOf(".") + 1))) return;
  const role = target.value.taint?.role ?? null;
  if (!isCopy) hereString(engine, call, command, given, role);
  runFed(engine, lastName(call), command, given.value, role);
}

/** Reports a shell or an interpreter whose standard input is fetched or decoded: `cmd.Stdin = response.Body`. */
export function runFed(
  engine: Evaluator,
  sink: Place,
  command: Source,
  { taint }: Value,
  role: Role | null,
): void {
  if (taint === null || taint.origin === "command" || !engine.options.interprets(command.text))
    return;
  engine.report.shellExecute(sink, taint, role, null);
}

/** Reports a stream with fetched or decoded content that is copied to the input of an interpreter: `socket.pipe(shell.stdin)`. */
export function pipeInto(
  { options, report }: Evaluator,
  { method, expr, positional: [into] }: Call,
  { taint }: Value,
  role: Role | null,
): void {
  const command = into?.value.taint?.command;
  if (!COPYING.has(method) || into === undefined || command === undefined) return;
  if (taint === null || taint.origin === "command" || !options.interprets(command.text)) return;
  const { start, end } = into;
  report.shellExecute(expr.callee, { ...taint, start, end }, role, null);
}

/** Handles a process whose input is the output of another one, as a shell pipe: `run(["sh"], stdin=p.stdout)`, `cmd.Stdin = pipe`. */
export function connectPipe(
  engine: Evaluator,
  place: Place,
  name: string,
  from: Value,
  to: Source,
  role: Role | null,
): void {
  recordCut(engine, place, [from]);
  const command = from.taint?.command;
  if (command === undefined) return;
  const end = command.origin(command.text.length - 1, command.text.length)[1];
  const start = to.origin(0, 1)[0];
  // one span can cover both commands only if the first one precedes the other in the text
  if (end > start) return;
  const builder = new SourceBuilder(engine.source)
    .append(command)
    .append(
      new SourceBuilder(command)
        .replace(" | ", command.text.length - 1, command.text.length)
        .build(),
    );
  engine.report.inject("shell", builder.append(to).build(), place, name, [
    from.taint?.role ?? null,
    role,
  ]);
}

/** Reads a command with its input as a here-string: a known string, or the output of another command. */
function hereString(
  engine: Evaluator,
  call: Call,
  command: Source,
  { value, start, end }: Item,
  role: Role | null,
): void {
  // the input of another program is not code
  if (engine.options.interprets(command.text)) recordCut(engine, call.expr, [value]);
  const fed = new SourceBuilder(engine.source).append(command);
  const [text] = value.texts;
  if (text === undefined) {
    const output = outputOf(value);
    if (output !== null)
      inject(engine, call, fed.replace(` <<< "${output}"`, start, end), [
        value.taint?.role ?? null,
        role,
      ]);
    return;
  }
  const words = [textItem(text, placeOf(text, { start, end }))];
  const [line] = executedLines(engine, call.expr, words);
  if (line !== undefined)
    inject(engine, call, fed.replace(" <<< ", start, start + 1).append(line), [role]);
}

function placeOf({ open, close }: KnownText, place: Place): Place {
  return open !== null && close !== null ? { start: open.start, end: close.end } : place;
}

/** Returns the quoted name of a call for messages. */
export function nameOf(call: Call): string {
  return `"${call.callee.api?.written ?? call.method}"`;
}

function inject(
  engine: Evaluator,
  call: Call,
  line: SourceBuilder,
  roles: readonly (Role | null)[],
): void {
  engine.report.inject("shell", line.build(), call.expr, nameOf(call), roles);
}
