import { SourceBuilder } from "../../source.js";
import type { Role } from "../../query/role.js";
import { mayBeProgram } from "../../downloads.js";
import { fileName } from "../../scan.js";
import type { CommandExpr, Expr } from "../ir.js";
import { functionName } from "../powershell/names.js";
import { assignNamed, assignOutput, defineAlias, variableOf } from "./command-variables.js";
import {
  argumentsOf,
  operandsOf,
  optionName,
  pathOf,
  wordAfter,
  wordsOf,
  type Words,
} from "./command-words.js";
import { download, fetchedBy, fetchedByProgram, runFile, followFiles } from "./command-files.js";
import { runLineOf } from "./command-lines.js";
import { wordsOfName, runOwnShell, startProgram } from "./start-powershell.js";
import {
  endOf,
  executed,
  fetchMessage,
  isBare,
  roleAt,
  withInput,
  type Command,
} from "./command.js";
import { decodedName } from "./decoded-name.js";
import type { Evaluator } from "./evaluator.js";
import { constructed, madeOf } from "./new-object.js";
import { executeOperand } from "./start-other-interpreters.js";
import { joinTexts } from "./text-builder.js";
import { combine, tainted, UNKNOWN, type Item, type Value } from "./value.js";

/** Returns the output of a command, and applies its effects: fetching, execution, starting a program. */
export function commandValue(engine: Evaluator, expr: CommandExpr): Value {
  return stage(engine, expr).value;
}

/** Evaluates a stage of a pipe; returns its output, and the offset at which a span over that output begins. */
function stage(
  engine: Evaluator,
  expr: CommandExpr,
): { readonly value: Value; readonly start: number } {
  const { input: given } = expr;
  const before =
    given?.kind === "command"
      ? engine.nested(given, () => stage(engine, given))
      : given && { value: engine.evaluate(given), start: given.start };
  engine.spend(1);
  const input = before?.value ?? null;
  const read = readCommand(engine, expr, input);
  const command = { ...read, from: before?.start ?? read.start };
  const value = valueOf(engine, command);
  assignOutput(engine, command, value);
  if (expr.file !== null && value.taint?.role) download(engine, expr.file, expr, value.taint.role);
  return {
    value: expr.file === null ? value : UNKNOWN,
    start: input?.taint ? command.from : read.start,
  };
}

function readCommand(
  engine: Evaluator,
  expr: CommandExpr,
  input: Value | null,
): Omit<Command, "from"> & { readonly name: string | null; readonly value: Value } {
  const { head, start, end } = expr;
  const value = engine.evaluate(head);
  const command = { expr, start, end, head, words: argumentsOf(engine, expr.args), input };
  const name = isBare(head) ? (value.texts[0]?.source.text ?? "") : null;
  if (name === null && !expr.called) return { ...command, name, value };
  const text = name ?? value.texts[0]?.source.text;
  return text === undefined
    ? { ...command, name, value }
    : unwrapped(engine, { ...command, name, value }, text);
}

/** Operators that call the value after them. */
const CALLS: ReadonlySet<string> = new Set([".", "&"]);

/** Returns the command that `powershell -c irm URL` runs, if it is written as separate words; any other command unchanged. */
function unwrapped<
  T extends Omit<Command, "from"> & { readonly name: string | null; readonly value: Value },
>(engine: Evaluator, command: T, name: string): T {
  const { words } = command;
  if (roleAt(engine, "sink.shell", fileName(name).toLowerCase()) === null) return command;
  const program = engine.options.commands?.program?.(wordsOf(words));
  const operand =
    program?.kind === "words" && program.at !== undefined ? words[program.at] : undefined;
  if (operand?.isBare !== true || operand.text === null) return command;
  const { start } = operand.expr;
  const rest = words.slice(words.indexOf(operand) + 1);
  const [called, ...operands] = rest;
  if (CALLS.has(operand.text) && called !== undefined && command.expr !== null) {
    const head = called.expr;
    const expr: CommandExpr = { ...command.expr, start, head, called: true };
    const { value } = called.item;
    const name = isBare(head) ? called.text : null;
    return { ...command, expr, start, head, name, value, words: operands };
  }
  return { ...command, start, head: operand.expr, name: operand.text, words: rest };
}

function valueOf(
  engine: Evaluator,
  command: Command & { readonly name: string | null; readonly value: Value },
): Value {
  const { name, value, expr } = command;
  if (name !== null) return named(engine, command, name);
  return expr?.called === true ? callOf(engine, command, value) : value;
}

/** Calls a value, `& $x` or `.('name')`: a script block, a script block that was created from a string, or a command by its name. */
function callOf(engine: Evaluator, command: Command, value: Value): Value {
  const { input, words, expr } = command;
  if (value.created !== null) {
    const end = expr === null ? command.end : endOf(expr.head, value);
    executed(engine, value, command, { role: value.created, end });
    return UNKNOWN;
  }
  if (value.closure !== null) return invoked(engine, command, value);
  const [text] = value.texts;
  const name = text?.source.text ?? decodedName(engine, value);
  if (name !== undefined) return named(engine, command, name);
  if (expr !== null) {
    const path = pathOf({ text: null, expr: expr.head });
    if (path !== null) runFile(engine, command, expr.head, path);
  }
  if (expr !== null && isTaintedName(expr.head, value)) {
    executed(engine, value, command, { role: null, end: endOf(expr.head, value) });
    return UNKNOWN;
  }
  runOwnShell(engine, command, null);
  return combine([
    ...(input === null ? [] : [input]),
    value,
    ...words.map(({ item }) => item.value),
  ]);
}

/** Whether the value that is called is the whole output of a fetcher or decoder in its parentheses: `. (nslookup -q=txt NAME)`. */
function isTaintedName(head: Expr, { taint }: Value): boolean {
  if (taint === null || taint.origin === "command") return false;
  const { source } = taint;
  if (source.start < head.start || source.end > head.end) return false;
  let inner = head;
  for (;;) {
    if (inner.kind === "index" || inner.kind === "member") inner = inner.object;
    else if (inner.kind === "command" && inner.input !== null) inner = inner.input;
    else if (inner.kind === "group" && inner.body[0]?.kind === "output")
      inner = inner.body[0].value;
    else break;
  }
  return inner.kind === "command" ? source.start === inner.start : inner.kind === "call";
}

/** Calls a function or script block of the program. Arguments are assigned to parameters by name or in order. */
function invoked(engine: Evaluator, command: Command, { closure }: Value): Value {
  if (closure?.code.kind !== "function") return UNKNOWN;
  const { parameters } = closure.code;
  const named = new Map<number, Item>();
  const rest: Item[] = [];
  const { words } = command;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) break;
    const option = optionName(word);
    const parameter =
      option === null
        ? -1
        : parameters.findIndex(
            ({ target }) => target.kind === "name" && target.name.slice(1).startsWith(option),
          );
    const given = words[at + 1];
    if (option === null) rest.push(word.item);
    else if (parameter >= 0 && given !== undefined && optionName(given) === null) {
      named.set(parameter, given.item);
      at++;
    }
  }
  const unknown = { value: UNKNOWN, spread: false, start: command.start, end: command.end };
  const args = parameters.flatMap((parameter, at) =>
    parameter.rest ? rest.splice(0) : [named.get(at) ?? rest.shift() ?? { ...unknown }],
  );
  const isKnown = (at: number): boolean => args[at]?.value !== UNKNOWN;
  const value = withInput(engine, command.input, () =>
    engine.functions.invoke(
      closure,
      args.slice(0, args.findLastIndex((_, at) => isKnown(at)) + 1),
      new Map(),
    ),
  );
  return value ?? combine(words.map(({ item }) => item.value));
}

/** Evaluates a command by its name: a function of the program, an alias, or a listed command. */
function named(engine: Evaluator, command: Command, written: string): Value {
  const plain = written.replace(/`(\S)/g, "$1").replace(/^["']|["']$/g, "");
  const bare = fileName(plain).toLowerCase();
  const defined = engine.state.get(engine.bindings.keyOf(functionName(plain)));
  if (defined !== undefined && defined.closure !== null) return invoked(engine, command, defined);
  const alias = engine.state.get(`alias ${bare}`)?.texts[0]?.source.text;
  const name = alias ?? bare;
  // PowerShell starts no program in the working directory by its bare name, but a placeholder may be a path
  if (/[\\/.{<%\uFFFC]/.test(plain) && mayBeProgram(plain))
    runFile(engine, command, command.head, plain);
  const role = (capture: string): Role | null => roleAt(engine, capture, name);
  const execute = role("sink.execute");
  if (execute !== null) return executedBy(engine, command, execute);
  const fetch = role("source.fetch");
  if (fetch !== null) return fetchedBy(engine, command, fetch);
  const shell = role("sink.shell");
  if (shell !== null)
    return runOwnShell(engine, { ...command, words: command.words.flatMap(wordsOfName) }, shell);
  const starter = role("sink.starter");
  if (starter !== null) return startProgram(engine, command);
  const line = role("sink.line");
  if (line !== null) runLineOf(engine, command, line);
  if (role("flow.define") !== null) defineAlias(engine, command);
  const assigns = role("flow.assign");
  if (assigns !== null) {
    assignNamed(engine, command, assigns);
    if (role("flow.same") === null) return UNKNOWN;
  }
  const lookup = role("flow.lookup");
  const variable = lookup === null ? null : variableOf(engine, command, lookup);
  if (variable !== null) return variable;
  followFiles(engine, command, name);
  if (role("flow.barrier") !== null) {
    runBlocks(engine, command);
    return UNKNOWN;
  }
  // items of a folder and the content of a file are not the text of their path
  if (lookup !== null) return command.input ?? UNKNOWN;
  return outputOfOther(engine, command, name, plain);
}

/** Returns the output of a command that is not listed as a fetcher or an executor. The output may contain the input. */
function outputOfOther(engine: Evaluator, command: Command, name: string, written: string): Value {
  const { input, words } = command;
  const found = commandNamed(engine, command, name);
  if (found !== null) return found;
  const outputs = runBlocks(engine, command);
  const values = words.map(({ item }) => item.value);
  const compiled = roleAt(engine, "sink.compiler", name);
  if (compiled !== null) return compile(engine, command, compiled) ?? combine(outputs);
  if (roleAt(engine, "flow.path", name) !== null) {
    const parts = words.flatMap((word) => (optionName(word) === null ? [word.item] : []));
    return { ...combine(values), texts: joinTexts(engine, parts, "\\") };
  }
  if (roleAt(engine, "flow.same", name) !== null)
    return input ?? values.find(({ texts }) => texts.length > 0) ?? combine(values);
  const tools = engine.options.commands;
  // an external program that runs its standard input as code: `… | python -`
  const external = input?.taint ? (tools?.interprets?.([name, ...wordsOf(words)]) ?? null) : null;
  if (input !== null && external !== null) {
    const end = (words[external.at - 1]?.item ?? command.head).end;
    executed(engine, input, { start: command.from, end }, { role: external.role, end });
    return UNKNOWN;
  }
  if (executeOperand(engine, command, name)) return UNKNOWN;
  const fetches = fetchedByProgram(engine, command, written);
  if (fetches !== null) {
    const step = engine.report.step("fetch", command.head, fetchMessage(engine, command.head), [
      fetches,
    ]);
    return tainted(command.head, { origin: "fetched", role: fetches, steps: [step] });
  }
  const isNew = roleAt(engine, "flow.constructor", name) !== null;
  if (isNew) {
    const made = madeOf(engine, command);
    if (made !== null) return made;
  }
  const passed = combine([...(input === null ? [] : [input]), ...values, ...outputs]);
  return isNew ? constructed(engine, command, passed) : passed;
}

/** Returns the name of the command that `Get-Alias iex` or `Get-Command i*x` finds, as a value; null for any other command. */
function commandNamed(
  engine: Evaluator,
  { words, start, end }: Command,
  name: string,
): Value | null {
  const role = roleAt(engine, "flow.locator", name);
  const [pattern] = operandsOf(words);
  if (role === null || pattern === undefined) return null;
  const command = expanded(engine, pattern.text.toLowerCase());
  const source = new SourceBuilder(engine.source).replace(command, start, end).build();
  const value = { ...UNKNOWN, texts: [{ source, open: null, close: null, pieces: 1 }] };
  // `(Get-Command i*x).Name`
  const object = `command${String(start)}`;
  for (const property of ["name", "definition", "resolvedcommand"])
    engine.state.set(`${object}.${property}`, value);
  return { ...value, object };
}

/** The commands that execute a string. */
const EXECUTING = ["iex", "invoke-expression"];
/** Matches patterns with `*` and `?` that are not expanded, because they match many other commands, too. */
const TOO_GENERAL = /^(?:ie\*|i\*|\*|invoke-\*|\?+)$/;

/** Returns the executing command that a pattern with wildcards matches; otherwise the pattern. */
function expanded(engine: Evaluator, pattern: string): string {
  if (!/[*?[]/.test(pattern) || TOO_GENERAL.test(pattern) || pattern.length > 40) return pattern;
  const expression = new RegExp(
    `^${pattern
      .replace(/[^\w*?[\]-]/g, "\\$&")
      .replace(/\*/g, "[^]*")
      .replace(/\?/g, "[^]")}$`,
  );
  return (
    EXECUTING.find((name) => expression.test(name) && engine.roles.has("sink.execute", name)) ??
    pattern
  );
}

/** Evaluates the script blocks among the arguments with the input of the pipe, and returns their outputs: `| ForEach-Object { … }`. */
function runBlocks(engine: Evaluator, { words, input }: Command): Value[] {
  const outputs: Value[] = [];
  const parameters = parametersOf(words);
  const run = (value: Value): void => {
    const { closure } = value;
    if (closure?.code.kind !== "function") return;
    const output = withInput(engine, input, () => engine.functions.invoke(closure, parameters));
    if (output !== null) outputs.push(output);
  };
  for (const { item } of words) {
    run(item.value);
    for (const each of item.value.items ?? []) run(each.value);
  }
  return outputs;
}

/** Returns the arguments that a command passes to its script blocks: `-ArgumentList 1, $x`. */
function parametersOf(words: Words): Item[] {
  const item = wordAfter(words, (name) => name.startsWith("arg"))?.item;
  if (item === undefined) return [];
  return [...(item.value.items ?? [item])];
}

/** Options whose value a command compiles or runs. A prefix of an option is the same option. */
const PROGRAMS = [
  "typedefinition",
  "memberdefinition",
  "scriptblock",
  "initializationscript",
  "command",
];

/** Handles fetched or decoded code that a command compiles or runs, `Add-Type -TypeDefinition $code`; returns null if there is none. */
function compile(engine: Evaluator, command: Command, role: Role): Value | null {
  const { words } = command;
  for (let at = 0; at < words.length; at++) {
    const option = words[at - 1] === undefined ? null : optionName(words[at - 1]);
    const word = words[at];
    if (word === undefined || optionName(word) !== null) continue;
    const isProgram =
      option === null ? isFirst(words, at) : PROGRAMS.some((each) => each.startsWith(option));
    const { value } = word.item;
    if (!isProgram || value.closure !== null) continue;
    if (value.taint === null && value.created === null) continue;
    executed(engine, value, command, { role, end: endOf(word.expr, value) });
    return UNKNOWN;
  }
  return null;
}

/** Whether a word is the first operand, apart from values of options. */
function isFirst(words: Words, at: number): boolean {
  return words
    .slice(0, at)
    .every((each, index) => optionName(each) !== null || optionName(words[index - 1]) !== null);
}

/** Executes the operand of a command such as `iex CODE`, or the input of the pipe if there is no operand: `… | iex`. */
function executedBy(engine: Evaluator, command: Command, role: Role): Value {
  const { words, input, head, from } = command;
  const operand = words.find((word) => optionName(word) === null);
  if (operand === undefined) {
    // each item of a list in a pipe is executed separately
    if (input !== null)
      executed(
        engine,
        input.items === null ? input : engine.elementOf(input),
        { start: from, end: command.head.end },
        { role, end: head.end },
      );
    return UNKNOWN;
  }
  const { value } = operand.item;
  executed(engine, value, command, { role, end: endOf(operand.expr, value) });
  return value.closure === null ? UNKNOWN : invoked(engine, { ...command, words: [] }, value);
}
