import { roleOf, type Role } from "../../query/role.js";
import { containsBlank } from "../../scan.js";
import { SourceBuilder, type Source } from "../../source.js";
import type { TextExpr } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import { BEFORE_CODE } from "./taint-sources.js";
import type { Evaluator } from "./evaluator.js";
import { nameOf, runAsProgram, runOutput } from "./processes.js";
import { commandLines, joinTexts, textItem, wordItems } from "./text-builder.js";
import { executedLines, executedSources } from "./truncated-values.js";
import { UNKNOWN, type Item, type Value } from "./value.js";

/**
 * Reads the arguments of a function that starts programs. Returns the command lines that run, as shell code; null if the arguments do
 * not have this shape. The queries name the shapes in captures such as `inject.argv`.
 */
export type Shape = (engine: Evaluator, call: Call, role: Role) => readonly Source[] | null;

/** The shapes, by their names in the queries. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  shell: shellString,
  // only the first argument is shell code: `popen("…", "r")`
  text: (engine, call, role) =>
    shellString(engine, { ...call, positional: call.positional.slice(0, 1) }, role),
  template,
  process,
  argv: programAndList,
  words: allWords,
  exec: listWithName,
  line: (engine, call) => commandLine(engine, call, true),
  blanks: (engine, call) => commandLine(engine, call, false),
  quotes: programAndLine,
  // `containers.run("alpine", "sh -c '…'")`: the first argument is not part of the command
  image: (engine, call) =>
    commandLine(engine, { ...call, positional: call.positional.slice(1) }, true),
  list: listOnly,
  chain: allWords,
  created: createdProcess,
  applescript,
  editor: (_engine, { positional: [first] }) =>
    first === undefined ? [] : textsOf(first).flatMap(editorShell),
  pipeline,
  // `execute :sudo, "curl URL | sh"`
  joined: (engine, { positional, expr }) =>
    executedSources(
      engine,
      expr,
      joinTexts(
        engine,
        positional.filter(({ value }) => value.texts.length > 0),
        " ",
      ),
    ),
  open: openPipe,
  job: (engine, call, role) =>
    shellString(engine, { ...call, positional: call.positional.slice(2) }, role),
  sparse: (engine, call) =>
    executedLines(
      engine,
      call.expr,
      call.positional.filter((item) => item.value.texts.length > 0),
    ),
};

/** Returns the possible strings of an item. */
export function textsOf(item: Item): Source[] {
  return item.value.texts.map((text) => text.source);
}

/** Returns the argument at an index, or else with one of the keywords; undefined if there is none. */
function argument(call: Call, at: number, ...names: readonly string[]): Item | undefined {
  return (
    call.positional[at] ??
    names.map((name) => call.named.get(name)).find((item) => item !== undefined)
  );
}

/** Returns the options object of a JavaScript call: its last argument that is a record, or else its last argument. */
function optionsOf(call: Call): Value {
  const values = call.positional.map((item) => item.value).reverse();
  return values.find((value) => value.fields !== null) ?? values[0] ?? UNKNOWN;
}

function usesShell(shell: Value | undefined): boolean {
  return shell !== undefined && (shell.truth === true || shell.texts.length > 0);
}

/** Reads `os.system(x)`: the first argument is shell code, or a list of a program and its arguments. */
function shellString(engine: Evaluator, call: Call, role: Role): readonly Source[] {
  const first = argument(call, 0, "cmd", "command", "args", "script", "bash_command");
  if (first === undefined) return [];
  if (first.value.items !== null && !isOutput(first.value))
    return executedLines(engine, call.expr, first.value.items);
  if (engine.traits.isLoose && call.positional.length > 1) return allWords(engine, call);
  // in `image.run_commands("…", "…")` each argument is a command line
  const more =
    roleOf(call.methodRoles, "inject.shell.method") === null ? [] : call.positional.slice(1);
  return [first, ...more].flatMap((code) => shellText(engine, call, code, role));
}

/** Whether a value is the output of a process whose items are the words of the command. */
function isOutput({ taint, items }: Value): boolean {
  return taint?.origin === "command" && items?.every(({ value }) => value.taint === null) === true;
}

/** Reads a tagged template such as `` $`…` ``; returns null for a plain call. */
function template(engine: Evaluator, call: Call, role: Role): readonly Source[] | null {
  if (!call.expr.tagged) return null;
  const given = call.expr.args[0]?.value;
  const codes = given?.kind === "text" ? shellCodes(engine, given) : [];
  return [
    ...shellString(engine, call, role),
    ...codes.flatMap((code) => shellText(engine, call, code, role)),
  ];
}

/** Returns the embedded values that a shell in a template gets as code: `` $`sh -c ${code}` ``. */
function shellCodes(engine: Evaluator, { parts, open }: TextExpr): Item[] {
  return parts.flatMap((part) => {
    if (part.kind !== "hole") return [];
    const before = engine.source.text.slice(Math.max(open.end, part.start - 80), part.start);
    return BEFORE_CODE.test(before)
      ? [engine.item({ name: null, spread: false, value: part.value })]
      : [];
  });
}

/** Returns the shell code of an argument, and handles fetched, decoded or output code that is executed. */
function shellText(engine: Evaluator, call: Call, code: Item, role: Role): readonly Source[] {
  const { taint, texts } = code.value;
  if (taint?.origin === "command" && texts.length > 0) return textsOf(code);
  if (taint?.origin === "stdin") engine.report.executesStdin = true;
  else if (taint?.origin === "command") return runOutput(engine, call, code);
  else runAsProgram(engine, call, code, code.roles, role);
  return textsOf(code);
}

/** Reads `subprocess.run(x, shell=…)`: a list is a program and its arguments; a string is shell code if `shell` is true. */
function process(engine: Evaluator, call: Call, role: Role): readonly Source[] {
  const first = argument(call, 0, "args", "cmd", "command");
  if (first === undefined) return [];
  const shell = call.named.get("shell");
  const { items } = first.value;
  const viaShell = shell?.value.truth ?? (shell === undefined ? false : null);
  // with `shell=True`, the first item of a list is the code, and the others are its arguments
  if (viaShell === true)
    return [items === null ? first : items[0]].flatMap((code) =>
      code === undefined
        ? []
        : shellText(engine, call, { ...code, roles: first.roles ?? [] }, role),
    );
  if (items !== null) return executedLines(engine, call.expr, items);
  if (viaShell === null) undecidedShell(engine, call, first);
  // without a shell, a string is the name of a program
  return textsOf(first).filter((text) => !containsBlank(text.text));
}

/** Adds a note that it is not known whether a shell reads the string, if the string contains a pipe. */
function undecidedShell(engine: Evaluator, call: Call, code: Item): void {
  if (!textsOf(code).some((text) => text.text.includes("|"))) return;
  engine.report.note({
    kind: "undecided",
    reason: "unknown-shell-option",
    message: `it is not known whether ${nameOf(call)} uses a shell`,
    span: engine.report.span(call.expr),
  });
}

/** Reads `spawn("sh", ["-c", x], { shell })` and `new Deno.Command("sh", { args: […] })`. */
function programAndList(engine: Evaluator, call: Call, role: Role): readonly Source[] {
  const [program, second] = call.positional;
  if (program === undefined) return [];
  const options = optionsOf(call);
  const list =
    second?.value.items ??
    engine.bindings.property(options, "args")?.items ??
    call.named.get("args")?.value.items ??
    [];
  const named = engine.bindings.property(program.value, "cmd");
  const words = (named ?? program.value).items ?? [
    named === undefined ? program : { ...program, value: named },
    ...list,
  ];
  if (usesShell(engine.bindings.property(options, "shell") ?? call.named.get("shell")?.value)) {
    runAsProgram(engine, call, program, program.roles, role);
    return executedSources(engine, call.expr, joinTexts(engine, words, " "));
  }
  // without a shell, a single string is the name of a program
  return words.length > 1 || textsOf(program).every((text) => !containsBlank(text.text))
    ? executedLines(engine, call.expr, words)
    : [];
}

/** Reads `InvokeMethod("Create", new object[] { "cmd /c …" })` and `InvokeMethod("Create", parameters, null)`. */
function createdProcess(engine: Evaluator, { positional: [name, given] }: Call): readonly Source[] {
  const isCreation = name?.value.texts.some(({ source }) => source.text === "Create") === true;
  if (!isCreation || given === undefined) return [];
  const [line] = given.value.items ?? [];
  if (line !== undefined) return textsOf(line);
  const stored = engine.bindings.property(given.value, "CommandLine");
  return stored === undefined ? [] : textsOf({ ...given, value: stored });
}

/** Reads `do shell script "curl URL | sh"` and `run script "do shell script \\"…\\""`. */
function applescript(engine: Evaluator, call: Call, role: Role): readonly Source[] {
  const [first] = call.positional;
  const isShell = call.callee.api?.path.startsWith("do.") === true;
  if (!isShell) return first === undefined ? [] : textsOf(first).flatMap(shellScriptsIn);
  return shellString(engine, { ...call, positional: call.positional.slice(0, 1) }, role);
}

/** Returns the shell code of all `do shell script` commands in an AppleScript, including nested scripts. */
function shellScriptsIn(script: Source): Source[] {
  return [...script.text.matchAll(/\b(run|do\s+shell)\s+script\s+"((?:\\.|[^"\\])*)"/g)].flatMap(
    ({ 0: written, 1: kind, 2: inner = "", index }) => {
      const end = index + written.length - 1;
      const code = script
        .slice(end - inner.length, end)
        .rewritten(/\\(["\\])/g, ([, character = ""]) => character);
      return kind === "run" ? shellScriptsIn(code) : [code];
    },
  );
}

/** Returns the shell code of a vim command, `!curl URL | sh` or `silent !sh i.sh`; none for any other command. */
function editorShell(command: Source): Source[] {
  const mark = /^[:\s]*(?:sil(?:ent)?!?\s+)?(?:%|\d+|'<,'>|r(?:ead)?\s*)?!/.exec(command.text);
  return mark === null ? [] : [command.slice(mark[0].length, command.text.length)];
}

/** Reads `create_subprocess_exec("sh", "-c", x)`: every argument is a word. The first may be a list, or a record that contains one. */
function allWords(engine: Evaluator, call: Call): readonly Source[] {
  const first = call.positional[0]?.value ?? UNKNOWN;
  const stored = first.items ?? engine.bindings.property(first, "cmd")?.items;
  if (!engine.traits.isLoose) return executedLines(engine, call.expr, stored ?? call.positional);
  const words = wordsOf(call);
  // a single string is the path of a program, which matters only if it may be a downloaded file
  const [only] = words;
  const isFile =
    only !== undefined &&
    textsOf(only).every(({ text }) => /[\\/]/.test(text) && !containsBlank(text));
  return words.length > 1 || isFile ? executedLines(engine, call.expr, words) : [];
}

/** Reads a call that is known only by its name, if an argument is a list of a program's words; returns null for any other arguments. */
function listOnly(engine: Evaluator, call: Call, role: Role): readonly Source[] | null {
  const isCommand = call.positional
    .slice(0, 2)
    .some(
      (item) =>
        item.value.items !== null || engine.bindings.property(item.value, "cmd") !== undefined,
    );
  return isCommand ? programAndList(engine, call, role) : null;
}

/** Reads `os.execvp("sh", ["sh", "-c", x])` and `os.execlp("sh", "sh", "-c", x)`, in which the name of the program occurs twice. */
function listWithName(engine: Evaluator, call: Call): readonly Source[] {
  // arguments before the first string are a mode: `os.spawnlp(os.P_WAIT, "sh", …)`
  const [program, ...rest] = call.positional.slice(
    Math.max(
      0,
      call.positional.findIndex((item) => item.value.texts.length > 0),
    ),
  );
  if (program === undefined) return [];
  const words = rest.find((item) => item.value.items !== null)?.value.items ?? rest;
  return executedLines(engine, call.expr, [program, ...words.slice(1)]);
}

/** Reads a command line that the function itself splits at whitespace, without a shell. @param quotes whether it respects quotes */
function commandLine(engine: Evaluator, call: Call, quotes: boolean): readonly Source[] {
  const first = argument(call, 0, "cmd", "command");
  if (first === undefined) return [];
  if (usesShell(engine.bindings.property(optionsOf(call), "shell"))) return textsOf(first);
  const rest =
    call.positional.slice(1).find((item) => item.value.items !== null)?.value.items ?? [];
  const isWord =
    call.positional.length > 1 && call.positional.every(({ value }) => value.texts.length > 0);
  if (engine.traits.isLoose && isWord) return executedLines(engine, call.expr, call.positional);
  const lines = first.value.items === null ? splitItem(engine, first, quotes) : [first.value.items];
  const isWhole = ({ text }: Source): boolean => rest.length === 0 && WINDOWS.test(text);
  const whole = textsOf(first).filter(isWhole);
  return [
    ...lines
      .flatMap((words) => executedLines(engine, call.expr, [...words, ...rest]))
      .filter((line) => whole.length === 0 || !isWhole(line)),
    ...whole,
  ];
}

/** Matches a command line of a Windows shell, which gets the rest of the line unsplit. */
const WINDOWS = /^\s*"?(?:[^"\n]*[\\/])?(?:powershell|pwsh|cmd)(?:\.exe)?"?(?:\s|$)/i;

/** Returns the words of each possible string of an item. */
function splitItem(engine: Evaluator, item: Item, quotes: boolean): (readonly Item[])[] {
  return item.value.texts.map((text) => wordItems(engine, text.source, quotes, item));
}

/** Returns the arguments as words, and the items of lists as separate words. The output of a process is one word. */
function wordsOf({ positional }: Call): Item[] {
  return positional.flatMap((item): readonly Item[] => {
    const { taint, items } = item.value;
    return taint?.origin === "command" ? [item] : (items ?? [item]);
  });
}

/** Reads `Process.Start("sh", "-c '…'")`: a program, and its arguments as one string or as a list. */
function programAndLine(engine: Evaluator, call: Call): readonly Source[] {
  const [program, line] = call.positional;
  if (program === undefined || line === undefined) return [];
  const isList = call.positional.some(({ value }) => value.items !== null);
  const lines = isList
    ? [wordsOf(call)]
    : splitItem(engine, line, true).map((words) => [program, ...words]);
  const named = isList ? undefined : textsOf(program).find(({ text }) => WINDOWS.test(text));
  const whole = textsOf(line).flatMap((rest) =>
    named === undefined
      ? []
      : new SourceBuilder(engine.source)
          .append(named)
          .insertAt(" ", rest.origin(0, 1)[0])
          .append(rest)
          .build(),
  );
  return [...lines.flatMap((words) => executedLines(engine, call.expr, words)), ...whole];
}

/** Reads `Open3.pipeline("curl URL", ["sh"])`: each argument is a command. */
function pipeline(engine: Evaluator, { positional, expr }: Call): readonly Source[] {
  const commands = positional.flatMap((item): Item[] => {
    if (item.value.items === null) return item.value.texts.length > 0 ? [item] : [];
    return commandLines(engine, item.value.items).map((line) => textItem(line, item));
  });
  return commands.length > 1
    ? executedSources(engine, expr, joinTexts(engine, commands, " | "))
    : [];
}

/** Reads Perl's `open(F, "-|", "…")` and `open(F, "… |")`. */
function openPipe(engine: Evaluator, { positional, expr }: Call): readonly Source[] {
  const [mode, ...rest] = positional.filter((item) => item.value.texts.length > 0);
  const text = mode?.value.texts[0]?.source;
  if (text === undefined) return [];
  if (text.text === "-|" || text.text === "|-")
    return rest.length === 1 ? rest.flatMap(textsOf) : executedLines(engine, expr, rest);
  const command = rest.length > 0 ? "" : text.text.trim();
  if (command.endsWith("|")) return [text.slice(0, text.text.lastIndexOf("|"))];
  return command.startsWith("|") ? [text.slice(text.text.indexOf("|") + 1, text.text.length)] : [];
}
