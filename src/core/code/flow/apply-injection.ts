import { roleOf, type Role } from "../../query/role.js";
import type { Source } from "../../source.js";
import type { Call } from "./evaluated-call.js";
import { recordCutArguments } from "./truncated-values.js";
import type { Evaluator } from "./evaluator.js";
import { callBack, callRole } from "./execute.js";
import { receiverItem } from "./lists.js";
import { feed, nameOf, outputValue, runAsProgram } from "./processes.js";
import { SHAPES, textsOf } from "./command-shapes.js";
import { isShell } from "./taint-sources.js";
import { itemOf, listsOf, UNKNOWN, type Item, type Value } from "./value.js";

/** Matches methods that describe an expected call in a test. */
const MOCK = /^(?:assert_\w+|call)$/;

/** Evaluates a call that starts a program or runs a string as code; returns null for any other call. */
export function applyInjection(engine: Evaluator, call: Call): Value | null {
  const code = roleIn(engine, call, "inject.code");
  if (code !== null) {
    runCode(engine, call, code);
    return UNKNOWN;
  }
  const powershell = roleIn(engine, call, "inject.powershell");
  if (powershell !== null) {
    for (const text of call.positional.slice(0, 1).flatMap(textsOf))
      engine.report.inject("powershell", text, call.expr, nameOf(call), [powershell]);
    return call.receiver;
  }
  const { isLoose } = engine.traits;
  const reduced = isLoose ? withKnownArguments(call) : call;
  // the roles of the whole name have priority over those of a method with this name on any object
  const named = Object.entries(SHAPES).filter(
    ([name]) => roleOf(call.roles, `inject.${name}`) !== null,
  );
  for (const [name, shape] of named.length > 0 ? named : Object.entries(SHAPES)) {
    const role = roleIn(engine, call, `inject.${name}`);
    const given =
      role?.settings["object"] === "literal"
        ? { ...call, positional: [receiverItem(call)] }
        : reduced;
    const commands =
      role === null ? [] : variants(engine, given).map((each) => shape(engine, each, role));
    const isRun =
      commands.some((each) => each !== null && (each.length > 0 || !isLoose)) ||
      loneInterpreter(engine, call) !== undefined;
    if (role !== null && isRun)
      return started(
        engine,
        call,
        commands.flatMap((each) => each ?? []),
        role,
      );
  }
  // an unknown function with the keyword of `subprocess` also starts a shell: `run_cmd("…", shell=True)`
  const keyword = shellKeyword(engine, call);
  if (keyword !== null && !MOCK.test(call.method) && callRole(call, "flow.function") === null)
    return started(engine, call, SHAPES["process"]?.(engine, call, keyword) ?? [], keyword);
  // `Thread(target=os.system, args=(cmd,))`, `map(os.system, cmds)`, `submit(os.system, cmd)`
  const all = [...call.positional, ...call.named.values()];
  const passed = all
    .map((item) => roleOf(engine.roles.of(item.value.api, item), "inject.shell"))
    .find((role) => role !== null);
  if (passed !== undefined && !isLoose)
    for (const item of all)
      inject(engine, call, (item.value.items ?? [item]).flatMap(textsOf), passed);
  return null;
}

/** Keywords of the argument that contains the code. */
const CODE_NAMES: readonly string[] = ["script", "command", "cmd", "to", "inline"];

/**
 * Returns the call with the arguments that matter in a language whose calls are described by names: that with a keyword for code, or
 * else all from the first known one on. A context or a flag may precede them.
 */
function withKnownArguments(call: Call): Call {
  const code = CODE_NAMES.map((name) => call.named.get(name)).find((item) => item !== undefined);
  if (code !== undefined) return { ...call, positional: [code] };
  const all = [
    ...call.positional,
    ...[call.named.get("args")].filter((item) => item !== undefined),
  ];
  const from = all.findIndex(({ value }) => value.texts.length > 0 || value.items !== null);
  return { ...call, positional: from < 0 ? call.positional : all.slice(from) };
}

/** Returns the role of a keyword argument that requests a shell; null if there is none with the value true. */
function shellKeyword(engine: Evaluator, call: Call): Role | null {
  if (call.callee.api !== null && engine.roles.isRedefined(call.callee.api)) return null;
  for (const [name, { value }] of call.named) {
    const role = value.truth === true ? engine.roles.ofName("inject.asked", name) : null;
    if (role !== null) return role;
  }
  return null;
}

/** Returns a call for each list of arguments that a call may have. */
function variants(engine: Evaluator, call: Call): Call[] {
  const lists = [call.positional, ...(call.others ?? [])];
  return lists.flatMap((positional, at) =>
    withLists(engine, {
      ...call,
      positional: positional.map((item) => alternative(item, at, lists.length)),
    }),
  );
}

/** Returns a call for each list that an argument may be. The n-th call contains the n-th list of each argument. */
function withLists(engine: Evaluator, call: Call): Call[] {
  const most = Math.max(1, ...call.positional.map((item) => listsOf(item.value).length));
  engine.spend(
    (most - 1) * call.positional.reduce((sum, item) => sum + (item.value.items?.length ?? 0), 0),
  );
  if (most === 1) return [call];
  return Array.from({ length: most }, (_, at) => ({
    ...call,
    positional: call.positional.map((item) => {
      const { value } = alternative(item, at, most);
      return { ...item, value: { ...value, items: listsOf(value)[at] ?? value.items } };
    }),
  }));
}

/**
 * Returns an item for the n-th of several lists. If it is one of as many strings, it is the n-th of them: the strings and the lists are
 * probably from the same branches of the program.
 */
function alternative(item: Item, at: number, count: number): Item {
  const text = item.value.texts[at];
  if (count === 1 || text === undefined || item.value.texts.length !== count) return item;
  return { ...item, value: { ...item.value, texts: [text] } };
}

/** Returns the role of a call, also if a compiler or bundler renamed the module. */
function roleIn(engine: Evaluator, call: Call, capture: string): Role | null {
  const { api } = call.callee;
  const role = callRole(call, capture);
  if (role?.settings["object"] === "literal") return isLiteral(call) ? role : null;
  const source = api === null ? "" : sourceName(api.path);
  return role === null && source !== (api?.path ?? "")
    ? engine.roles.ofName(capture, source)
    : role;
}

/** Whether a method is called on a literal: `"…".execute()`, `["sh", "-c", "…"].execute()`. */
function isLiteral({ expr: { callee } }: Call): boolean {
  return (
    callee.kind === "member" && (callee.object.kind === "text" || callee.object.kind === "list")
  );
}

/** Returns a path with the original name of a module that a compiler or bundler renamed: `child_process_1.exec`. */
function sourceName(path: string): string {
  const dot = path.lastIndexOf(".");
  if (dot < 0) return path;
  const module = path
    .slice(0, dot)
    .replace(/^import_(?:node_)?/, "")
    .replace(/(?<!\d)_?\d+$/, "");
  return `${module}${path.slice(dot)}`;
}

/** Handles code that the language's own interpreter runs: `[sys.executable, "-c", code]`. */
function runOwn(engine: Evaluator, call: Call, role: Role): void {
  const words = call.positional.flatMap((item): readonly Item[] => item.value.items ?? [item]);
  const own = words.map((word) => roleOf(engine.roles.of(word.value.api, word), "sink.self"));
  const at = own.findIndex((each) => each !== null);
  const option = words[at + 1]?.value.texts[0]?.source.text;
  const code = words[at + 2];
  if (at >= 0 && (option === "-c" || option === "-e") && code !== undefined)
    for (const text of textsOf(code))
      engine.report.inject(engine.traits.language, text, call.expr, nameOf(call), [
        role,
        own[at] ?? null,
      ]);
}

/** Reports fetched or decoded code that a shell or an interpreter runs: `["bash", "-c", code]`. */
function runPassedCode(engine: Evaluator, call: Call, role: Role): void {
  for (const given of call.positional) {
    const words =
      given.value.items ??
      engine.bindings.property(given.value, "args")?.items ??
      engine.bindings.property(given.value, "cmd")?.items ??
      (given === call.positional[0] ? call.positional : []);
    const at = words.findIndex((word) =>
      /^-[a-z]*[ce]$|^(?:-Command|\/c)$/i.test(word.value.texts[0]?.source.text ?? ""),
    );
    const code = at < 0 ? undefined : words[at + 1];
    const before = at > 0 ? words.slice(0, at) : call.positional.filter((item) => item !== given);
    if (code === undefined || (before.length > 0 && before.every(isOtherProgram(engine)))) continue;
    const read = words === call.positional ? code : readAt(given, code);
    runAsProgram(engine, call, read, given.roles, role);
  }
}

/** Returns a test of words that are known, and are not the name of a program that runs code. */
function isOtherProgram(engine: Evaluator): (word: Item) => boolean {
  return (word) => word.value.texts.length > 0 && !isShell(engine, word);
}

/** Returns an item of a list as it is read at an argument: through a variable, the span ends with the variable's name. */
function readAt({ start, end }: Item, item: Item): Item {
  const { taint } = item.value;
  return taint === null || (start <= taint.start && taint.end <= end)
    ? item
    : { ...item, value: { ...item.value, taint: { ...taint, start, end } } };
}

/** Returns the call without the argument for standard input if no command executes its standard input. */
function withoutInput(engine: Evaluator, call: Call, commands: readonly Source[]): Call {
  if (commands.length === 0 || commands.some(({ text }) => engine.options.interprets(text)))
    return call;
  return { ...call, named: new Map([...call.named].filter(([name]) => name !== "input")) };
}

/** Handles a call that starts commands: they are analyzed as shell, with their input. Returns the output of the first as the value. */
function started(engine: Evaluator, call: Call, commands: readonly Source[], role: Role): Value {
  recordCutArguments(engine, withoutInput(engine, call, commands));
  inject(engine, call, commands, role);
  runOwn(engine, call, role);
  runPassedCode(engine, call, role);
  const [first = loneInterpreter(engine, call)] = commands;
  if (first === undefined) return UNKNOWN;
  feed(engine, call, first, role);
  const output = outputValue(call.expr.callee, first, role);
  const value = engine.traits.isLoose ? { ...output, items: call.positional } : output;
  const given = itemOf(value, call.expr);
  for (const item of call.positional)
    if (item.value.closure !== null)
      engine.functions.invoke(item.value.closure, [{ ...given, value: UNKNOWN }, given, given]);
  // `IO.popen(["sh"], "w") { |io| io.write code }`
  const block = call.named.get("&")?.value.closure ?? null;
  if (block !== null) engine.functions.invoke(block, [given, given, given]);
  return value;
}

/** Returns the command of a call that starts an interpreter without arguments, which gets its program later: `exec.Command("sh")`. */
function loneInterpreter(
  engine: Evaluator,
  { positional: [only, ...more] }: Call,
): Source | undefined {
  const { isLoose, anyArgument } = engine.traits;
  const name = only?.value.texts[0]?.source;
  const isLone = isLoose && !anyArgument && more.length === 0 && name !== undefined;
  return isLone && engine.options.interprets(name.text) ? name : undefined;
}

function inject(engine: Evaluator, call: Call, codes: readonly Source[], role: Role): void {
  const language = languageRead(role);
  for (const code of codes) engine.report.inject(language, code, call.expr, nameOf(call), [role]);
}

/** Returns the language of the strings that a call or a name passes on. */
export function languageRead({ settings: { reads } }: Role): "shell" | "powershell" | "either" {
  return reads === "powershell" || reads === "either" ? reads : "shell";
}

/** Handles strings that run as code of the same language: `setTimeout("…", 0)`, `new Function("x", "…")`, `timeit("…", "…")`. */
function runCode(engine: Evaluator, call: Call, role: Role): void {
  recordCutArguments(engine, call);
  for (const item of [...call.positional, ...call.named.values()])
    for (const text of textsOf(item))
      engine.report.inject(engine.traits.language, text, call.expr, nameOf(call), [role]);
  callBack(engine, call);
}
