import { roleOf, type Role } from "../../query/role.js";
import type { Place } from "../ir.js";
import type { Source } from "../../source.js";
import { callBack, callRole, type Call } from "./calls.js";
import type { Engine } from "./engine.js";
import { feed, outputValue, runOutput } from "./processes.js";
import { commandLines, joinTexts, plainText, splitWords } from "./texts.js";
import { listsOf, UNKNOWN, type Item, type Value } from "./value.js";

/**
 * What the arguments of an API that starts programs mean. The names are words of the queries,
 * captured by the shape that reads them. A shape gives the command lines that run, as a shell would
 * read them; null means that it does not fit these arguments.
 */
type Shape = (engine: Engine, call: Call, role: Role) => readonly Source[] | null;

const SHAPES: Readonly<Record<string, Shape>> = {
  "inject.shell": shellString,
  "inject.template": template,
  "inject.process": process,
  "inject.argv": programAndList,
  "inject.words": allWords,
  "inject.exec": listWithName,
  "inject.line": commandLine,
  "inject.image": inImage,
  "inject.list": listOnly,
};

/** Methods that say which call a test expects. */
const MOCK = /^(?:assert_\w+|call)$/;

/** Reads the call as one that starts a program, where the vocabulary says so; null where it does not. */
export function applyInjection(engine: Engine, call: Call): Value | null {
  const code = roleIn(engine, call, "inject.code");
  if (code !== null) {
    runCode(engine, call, code);
    return UNKNOWN;
  }
  for (const [capture, shape] of Object.entries(SHAPES)) {
    const role = roleIn(engine, call, capture);
    const commands = role === null ? [] : variants(engine, call).map((each) => shape(engine, each, role));
    if (role !== null && commands.some((each) => each !== null)) return started(engine, call, commands.flatMap((each) => each ?? []), role);
  }
  // `run_cmd("…", shell=True)`: whatever it is, it asks for a shell in the words of `subprocess`.
  const asked = askedForShell(engine, call);
  if (asked !== null && !MOCK.test(call.method) && callRole(call, "flow.function") === null) return started(engine, call, process(engine, call, asked), asked);
  // `Thread(target=os.system, args=(cmd,))`, `map(os.system, cmds)`, `submit(os.system, cmd)`
  const all = [...call.positional, ...call.named.values()];
  const handed = all.map((item) => roleOf(engine.roles.of(item.value.api, item), "inject.shell")).find((role) => role !== null);
  if (handed !== undefined) for (const item of all) inject(engine, call, (item.value.items ?? [item]).flatMap(textsOf), handed);
  return null;
}

/** The role of a keyword that asks for a shell, where it is set. */
function askedForShell(engine: Engine, call: Call): Role | null {
  for (const [name, { value }] of call.named) {
    const role = value.truth === true ? engine.roles.ofName("inject.asked", name) : null;
    if (role !== null) return role;
  }
  return null;
}

/** The call with each of the lists that its arguments may be. */
function variants(engine: Engine, call: Call): Call[] {
  const most = Math.max(1, ...call.positional.map((item) => listsOf(item.value).length));
  engine.spend((most - 1) * call.positional.reduce((sum, item) => sum + (item.value.items?.length ?? 0), 0));
  return Array.from({ length: most }, (_, at) => {
    const positional = call.positional.map((item) => ({ ...item, value: { ...item.value, items: listsOf(item.value)[at] ?? item.value.items } }));
    return most === 1 ? call : { ...call, positional };
  });
}

function roleIn(engine: Engine, call: Call, capture: string): Role | null {
  const { api } = call.callee;
  const role = callRole(call, capture);
  return role === null && engine.language === "javascript" && api !== null ? engine.roles.ofName(capture, sourceName(api.path)) : role;
}

/** The name of a module that a compiler or bundler made another: `child_process_1.exec`, `import_node_child_process2.exec`. */
function sourceName(path: string): string {
  const dot = path.lastIndexOf(".");
  if (dot < 0) return path;
  const module = path.slice(0, dot).replace(/^import_(?:node_)?/, "").replace(/(?<!\d)_?\d+$/, "");
  return `${module}${path.slice(dot)}`;
}

/** `[sys.executable, "-c", code]`: the language's own interpreter runs the code. */
function runOwn(engine: Engine, call: Call, role: Role): void {
  const words = call.positional.flatMap((item): readonly Item[] => item.value.items ?? [item]);
  const own = words.map((word) => roleOf(engine.roles.of(word.value.api, word), "sink.self"));
  const at = own.findIndex((each) => each !== null);
  const option = words[at + 1]?.value.texts[0]?.source.text;
  const code = words[at + 2];
  if (at >= 0 && (option === "-c" || option === "-e") && code !== undefined) for (const text of textsOf(code)) engine.report.inject(engine.language, text, call.expr, nameOf(call), [role, own[at] ?? null]);
}

/** `["bash", "-c", code]`: what stands behind the option for code is fetched or decoded, so that a shell or an interpreter runs it. */
function runHandedCode(engine: Engine, call: Call, role: Role): void {
  for (const given of call.positional) {
    const words = given.value.items ?? (given === call.positional[0] ? call.positional : []);
    const at = words.findIndex((word) => /^-[a-z]*[ce]$|^(?:-Command|\/c)$/i.test(word.value.texts[0]?.source.text ?? ""));
    const code = at < 0 ? undefined : words[at + 1];
    const shape = roleOf(given.roles ?? [], "sink.command");
    const taint = code?.value.taint ?? null;
    if (taint !== null && shape !== null && (taint.origin === "decoded" || taint.origin === "fetched")) engine.report.shellExecute(lastName(call), taint, role, shape);
  }
}

/** The commands run: they are read as shell, with what feeds them, and what they print is the call's value. */
function started(engine: Engine, call: Call, commands: readonly Source[], role: Role): Value {
  inject(engine, call, commands, role);
  runOwn(engine, call, role);
  runHandedCode(engine, call, role);
  const [first] = commands;
  if (first === undefined) return UNKNOWN;
  feed(engine, call, first, role);
  const value = outputValue(call.expr, first, role);
  const given: Item = { value, spread: false, start: call.expr.start, end: call.expr.end };
  for (const item of call.positional) if (item.value.closure !== null) engine.functions.invoke(item.value.closure, [{ ...given, value: UNKNOWN }, given, given]);
  return value;
}

/** The last name of what is called: what stands before it is no part of a span. */
function lastName({ expr, callee }: Call): Place {
  const name = expr.callee.kind === "member" ? expr.callee.at : (callee.api ?? expr);
  return { start: name.start, end: name.start + 1 };
}

function nameOf(call: Call): string {
  return `"${call.callee.api?.written ?? call.method}"`;
}

function inject(engine: Engine, call: Call, codes: readonly Source[], role: Role): void {
  for (const code of codes) engine.report.inject("shell", code, call.expr, nameOf(call), [role]);
}

function textsOf(item: Item): Source[] {
  return item.value.texts.map((text) => text.source);
}

function argument(call: Call, at: number, ...names: readonly string[]): Item | undefined {
  return call.positional[at] ?? names.map((name) => call.named.get(name)).find((item) => item !== undefined);
}

/** The options object of a JavaScript call: its last argument, or the one before a callback. */
function optionsOf(call: Call): Value {
  const values = call.positional.map((item) => item.value).reverse();
  return values.find((value) => value.fields !== null) ?? values[0] ?? UNKNOWN;
}

function asksForShell(shell: Value | undefined): boolean {
  return shell !== undefined && (shell.truth === true || shell.texts.length > 0);
}

/** The first argument is shell text: `os.system(x)`. A list is a program and its words. */
function shellString(engine: Engine, call: Call, role: Role): readonly Source[] {
  const first = argument(call, 0, "cmd", "command", "args", "script", "bash_command");
  if (first === undefined) return [];
  if (first.value.items !== null) return commandLines(engine.source, first.value.items);
  // `image.run_commands("…", "…")`: each is a command line.
  const more = roleOf(call.methodRoles, "inject.shell.method") === null ? [] : call.positional.slice(1);
  return [first, ...more].flatMap((code) => shellText(engine, call, code, role));
}

/** `` $`…` ``: the template's text, not the argument of a plain call. */
function template(engine: Engine, call: Call, role: Role): readonly Source[] | null {
  return call.expr.tagged ? shellString(engine, call, role) : null;
}

/** Shell text: known as a string, or known by where it comes from. */
function shellText(engine: Engine, call: Call, code: Item, role: Role): readonly Source[] {
  const { taint, texts } = code.value;
  const shape = roleOf(code.roles ?? [], "sink.command");
  if (taint?.origin === "command" && texts.length > 0) return textsOf(code);
  if (taint?.origin === "stdin") engine.report.executesStdin = true;
  else if (taint?.origin === "command") return runOutput(engine, call, code);
  else if (taint !== null && shape !== null) engine.report.shellExecute(lastName(call), taint, role, shape);
  return textsOf(code);
}

/** `subprocess.run(x, shell=…)`: a list is a program and its words; a string is shell text with `shell=True`. */
function process(engine: Engine, call: Call, role: Role): readonly Source[] {
  const first = argument(call, 0, "args", "cmd", "command");
  if (first === undefined) return [];
  const shell = call.named.get("shell");
  const { items } = first.value;
  const viaShell = shell?.value.truth ?? (shell === undefined ? false : null);
  // With a list, the first item is the code and the others are its arguments.
  if (viaShell === true) return [items === null ? first : items[0]].flatMap((code) => (code === undefined ? [] : shellText(engine, call, { ...code, roles: first.roles ?? [] }, role)));
  if (items !== null) return commandLines(engine.source, items);
  if (viaShell === null) undecidedShell(engine, call, first);
  // A string without a shell is the name of a program.
  return textsOf(first).filter((text) => !/\s/.test(text.text));
}

/** Whether a shell reads the string is not known: said, where the string pipes. */
function undecidedShell(engine: Engine, call: Call, code: Item): void {
  if (!textsOf(code).some((text) => text.text.includes("|"))) return;
  engine.report.note({ kind: "undecided", reason: "unknown-shell-option", message: `whether ${nameOf(call)} uses a shell is not known here`, span: engine.report.span(call.expr) });
}

/** `spawn("sh", ["-c", x], { shell })`, `new Deno.Command("sh", { args: […] })`. */
function programAndList(engine: Engine, call: Call): readonly Source[] {
  const [program, second] = call.positional;
  if (program === undefined) return [];
  const options = optionsOf(call);
  const list = second?.value.items ?? engine.bindings.property(options, "args")?.items ?? call.named.get("args")?.value.items ?? [];
  const named = engine.bindings.property(program.value, "cmd");
  const words = (named ?? program.value).items ?? [named === undefined ? program : { ...program, value: named }, ...list];
  if (asksForShell(engine.bindings.property(options, "shell") ?? call.named.get("shell")?.value)) return joinTexts(engine.source, words, " ").map((text) => text.source);
  // A single string without a shell is the name of a program.
  return words.length > 1 || textsOf(program).every((text) => !/\s/.test(text.text)) ? commandLines(engine.source, words) : [];
}

/** `create_subprocess_exec("sh", "-c", x)`: every argument is a word; an object may hold the list. */
function allWords(engine: Engine, call: Call): readonly Source[] {
  const first = call.positional[0]?.value ?? UNKNOWN;
  const list = first.items ?? engine.bindings.property(first, "cmd")?.items ?? call.positional;
  return commandLines(engine.source, list);
}

/** A call that is known only by its name: a list is a program's words, or its arguments; anything else is not meant. */
function listOnly(engine: Engine, call: Call): readonly Source[] | null {
  const isCommand = call.positional.slice(0, 2).some((item) => item.value.items !== null || engine.bindings.property(item.value, "cmd") !== undefined);
  return isCommand ? programAndList(engine, call) : null;
}

/** `os.execvp("sh", ["sh", "-c", x])`, `os.execlp("sh", "sh", "-c", x)`: the program's own name comes twice. */
function listWithName(engine: Engine, call: Call): readonly Source[] {
  // `os.spawnlp(os.P_WAIT, "sh", …)`: what is no text in front is a mode.
  const [program, ...rest] = call.positional.slice(Math.max(0, call.positional.findIndex((item) => item.value.texts.length > 0)));
  if (program === undefined) return [];
  const words = rest.find((item) => item.value.items !== null)?.value.items ?? rest;
  return commandLines(engine.source, [program, ...words.slice(1)]);
}

/** A command line that the API itself splits at blanks and quotes: no shell sees its signs. */
function commandLine(engine: Engine, call: Call): readonly Source[] {
  const first = argument(call, 0, "cmd", "command");
  if (first === undefined) return [];
  if (asksForShell(engine.bindings.property(optionsOf(call), "shell"))) return textsOf(first);
  const rest = call.positional.slice(1).find((item) => item.value.items !== null)?.value.items ?? [];
  const split = textsOf(first).slice(0, 1).flatMap((text) => splitWords(text, true));
  const words = first.value.items ?? split.map((source): Item => ({ value: { ...UNKNOWN, texts: [plainText(source)] }, spread: false, start: first.start, end: first.end }));
  return commandLines(engine.source, [...words, ...rest]);
}

/** `containers.run("alpine", "sh -c '…'")`: the first argument is no word of the command. */
function inImage(engine: Engine, call: Call): readonly Source[] {
  return commandLine(engine, { ...call, positional: call.positional.slice(1) });
}

/** Text that the language itself runs, beside what it needs to: `setTimeout("…", 0)`, `new Function("x", "…")`, `timeit("…", "…")`. */
function runCode(engine: Engine, call: Call, role: Role): void {
  for (const item of [...call.positional, ...call.named.values()]) for (const text of textsOf(item)) engine.report.inject(engine.language, text, call.expr, nameOf(call), [role]);
  callBack(engine, call);
}
