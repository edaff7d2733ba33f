import type { Item } from "./value.js";
import { UNKNOWN, type Value } from "./value.js";
import { calls, type Call } from "./calls.js";
import type { Engine } from "./engine.js";
import { commandLines, joinTexts, splitWords } from "./texts.js";

/**
 * What the arguments of an API that starts programs mean. The names are words of the queries,
 * captured by the shape that reads them; false means the shape does not fit these arguments.
 */
type Shape = (engine: Engine, call: Call) => boolean;

const SHAPES: Readonly<Record<string, Shape>> = {
  "inject.shell": shellString,
  "inject.process": process,
  "inject.argv": programAndList,
  "inject.words": allWords,
  "inject.exec": listWithName,
  "inject.line": commandLine,
  "inject.code": codeString,
  "inject.list": listOnly,
};

/** Reads the call as one that starts a program, where the vocabulary says so; null where it does not. */
export function applyInjection(engine: Engine, call: Call): Value | null {
  for (const [capture, shape] of Object.entries(SHAPES)) {
    const known = calls(engine, call.callee.api, capture) || (call.method !== "" && engine.vocabulary.has(`${capture}.method`, call.method));
    if (!known) continue;
    if (shape(engine, call)) return UNKNOWN;
  }
  // `Thread(target=os.system, args=(cmd,))`, `map(os.system, cmds)`
  const all = [...call.positional, ...call.named.values()];
  if (all.some((item) => calls(engine, item.value.api, "inject.shell"))) for (const item of all) injectItems(engine, call, item.value.items ?? []);
  return null;
}

function nameOf(call: Call): string {
  return `"${call.callee.api?.written ?? call.method}"`;
}

function injectItems(engine: Engine, call: Call, items: readonly Item[]): void {
  for (const item of items) for (const text of item.value.texts) engine.report.inject("shell", text.source, call.expr, nameOf(call));
}

function injectWords(engine: Engine, call: Call, items: readonly Item[]): void {
  for (const line of commandLines(engine.source, items)) engine.report.inject("shell", line, call.expr, nameOf(call));
}

function argument(call: Call, at: number, ...names: readonly string[]): Item | undefined {
  return call.positional[at] ?? names.map((name) => call.named.get(name)).find((item) => item !== undefined);
}

/** The first argument is shell text: `os.system(x)`. A list is a program and its words. */
function shellString(engine: Engine, call: Call): boolean {
  const first = argument(call, 0, "cmd", "command", "args", "script");
  if (first === undefined) return true;
  if (first.value.items !== null) {
    injectWords(engine, call, first.value.items);
    return true;
  }
  engine.executeShell(call, first);
  injectItems(engine, call, [first]);
  return true;
}

/** `subprocess.run(x, shell=…)`: a list is a program and its words; a string is shell text with `shell=True`. */
function process(engine: Engine, call: Call): boolean {
  const first = argument(call, 0, "args", "cmd", "command");
  if (first === undefined) return true;
  const shell = call.named.get("shell");
  const { items } = first.value;
  const viaShell = shell?.value.truth ?? (shell === undefined ? false : null);
  if (viaShell === true) {
    // With a list, the first item is the code and the others are its arguments.
    const code = items === null ? first : items[0];
    if (code === undefined) return true;
    engine.executeShell(call, code);
    injectItems(engine, call, [code]);
  } else if (items !== null) {
    injectWords(engine, call, items);
  } else if (viaShell === null) undecidedShell(engine, call, first);
  return true;
}

/** Whether a shell reads the string is not known: said, where the string fetches. */
function undecidedShell(engine: Engine, call: Call, code: Item): void {
  if (!code.value.texts.some((text) => /\|/.test(text.source.text))) return;
  engine.report.note({ kind: "undecided", reason: "unknown-shell-option", message: `whether ${nameOf(call)} uses a shell is not known here`, span: engine.report.span(call.expr) });
}

/** `spawn("sh", ["-c", x], { shell })`, `new Deno.Command("sh", { args: […] })`. */
function programAndList(engine: Engine, call: Call): boolean {
  const [program, second] = call.positional;
  if (program === undefined) return true;
  const options = call.positional[call.positional.length - 1]?.value ?? UNKNOWN;
  const list = second?.value.items ?? engine.property(options, "args")?.items ?? call.named.get("args")?.value.items ?? [];
  const words = program.value.items ?? [program, ...list];
  const shell = engine.property(options, "shell") ?? call.named.get("shell")?.value;
  const viaShell = shell !== undefined && (shell.truth === true || shell.texts.length > 0);
  if (viaShell) for (const text of joinTexts(engine.source, words, " ")) engine.report.inject("shell", text.source, call.expr, nameOf(call));
  // A single string without a shell is the name of a program.
  else if (words.length > 1) injectWords(engine, call, words);
  return true;
}

/** `create_subprocess_exec("sh", "-c", x)`: every argument is a word; an object may hold the list. */
function allWords(engine: Engine, call: Call): boolean {
  const first = call.positional[0]?.value ?? UNKNOWN;
  const list = first.items ?? engine.property(first, "cmd")?.items ?? call.positional;
  injectWords(engine, call, list);
  return true;
}

/** A method that is known only by its name: a list is a program and its words, anything else is not meant. */
function listOnly(engine: Engine, call: Call): boolean {
  const list = call.positional[0]?.value.items ?? null;
  if (list === null) return false;
  injectWords(engine, call, list);
  return true;
}

/** `os.execvp("sh", ["sh", "-c", x])`, `os.execlp("sh", "sh", "-c", x)`: the program's own name comes twice. */
function listWithName(engine: Engine, call: Call): boolean {
  const [program, ...rest] = call.positional;
  if (program === undefined) return true;
  const words = rest.find((item) => item.value.items !== null)?.value.items ?? rest;
  injectWords(engine, call, [program, ...words.slice(1)]);
  return true;
}

/** A command line that the API itself splits at blanks and quotes: no shell sees its signs. */
function commandLine(engine: Engine, call: Call): boolean {
  const first = argument(call, 0, "cmd", "command");
  if (first === undefined) return true;
  const rest = call.positional.slice(1).find((item) => item.value.items !== null)?.value.items ?? [];
  const options = call.positional[call.positional.length - 1]?.value ?? UNKNOWN;
  const shell = engine.property(options, "shell");
  if (shell !== undefined && (shell.truth === true || shell.texts.length > 0)) {
    injectItems(engine, call, [first]);
    return true;
  }
  const place = { start: first.start, end: first.end };
  const words = first.value.items ?? first.value.texts.slice(0, 1).flatMap((text) => splitWords(text.source, true)).map((source): Item => ({ value: { ...UNKNOWN, texts: [{ source, open: null, close: null }] }, spread: false, ...place }));
  injectWords(engine, call, [...words, ...rest]);
  return true;
}

/** Text that the language itself runs: `setTimeout("…")`, `timeit("…")`. */
function codeString(engine: Engine, call: Call): boolean {
  const first = call.positional[0];
  if (first === undefined) return true;
  for (const text of first.value.texts) engine.report.inject(engine.language, text.source, call.expr, nameOf(call));
  if (first.value.closure !== null) engine.invoke(first.value.closure, []);
  return true;
}
