import { listed, type Role } from "../../query/role.js";
import type { Place } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { combine, tainted, UNKNOWN, type Api, type Item, type Value } from "./value.js";

/** Returns the value of a decoder; of nested ones, the innermost counts in the extended profile. */
export function opened(engine: Evaluator, call: Call, role: Role): Value {
  const within = engine.options.innermost
    ? combine([call.receiver, ...call.positional.map(({ value }) => value)])
    : UNKNOWN;
  if (within.taint?.origin === "decoded") return within;
  const value = decoded(engine, call.expr.callee, call.callee.api, role);
  const written = withLiteral(engine, call);
  return value.taint === null || written === null
    ? value
    : { ...value, taint: { ...value.taint, call: written } };
}

/** Matches a payload that is short enough for a name. */
const NAME_PAYLOAD = /^[\w+/=%-]{1,100}$/;

/** Returns a call of a decoder with the known value of its first argument as a literal; null for a long one, or an unknown one. */
function withLiteral(engine: Evaluator, { expr, positional: [first] }: Call): string | null {
  const text = first?.value.texts[0]?.source.text ?? "";
  const isInside = first !== undefined && expr.start <= first.start && first.end <= expr.end;
  if (!isInside || !NAME_PAYLOAD.test(text) || expr.end - expr.start > 400) return null;
  const { source } = engine;
  const before = source.text.slice(expr.start, first.start);
  return `${before}"${text}"${source.text.slice(first.end, expr.end)}`;
}

/** Whether a call decodes as its pattern requires: its first argument is a literal, a list or letters, another names the encoding. */
export function decodes(engine: Evaluator, call: Call, role: Role): boolean {
  const encodings = listed(role, "with");
  const texts = [...call.positional, ...call.named.values()].flatMap(({ value }) =>
    value.texts.map(({ source }) => source.text.toLowerCase()),
  );
  const isNamed = texts.some((text) => encodings.includes(text));
  if (encodings.length > 0 && (isNamed || role.settings["of"] !== "list")) {
    if (!isNamed) return false;
    if (role.settings["of"] === "list") return true;
  }
  const [first] = call.positional;
  const given = first?.value ?? UNKNOWN;
  switch (role.settings["of"]) {
    case "literal":
      return given.texts.length > 0 || given.taint !== null;
    case "list":
      return (given.items !== null && given.taint === null) || isComputedList(call);
    case "letters":
      return isSplit(engine, call);
    default:
      return true;
  }
}

/** Whether a call gets a computed list: `bytes([b ^ 7 for b in data])`, `Buffer.from(data.map((b) => b ^ 7))`. */
function isComputedList({ expr: { args } }: Call): boolean {
  const given = args[0]?.value;
  return (
    given?.kind === "comprehension" ||
    (given?.kind === "call" && given.callee.kind === "member" && given.callee.property === "map")
  );
}

/** Whether a call gets the letters of a known text: `"…".split("").reverse()`. */
function isSplit(engine: Evaluator, { expr: { callee } }: Call): boolean {
  const split = callee.kind === "member" ? callee.object : null;
  if (split?.kind !== "call" || split.callee.kind !== "member" || split.callee.property !== "split")
    return false;
  const [between] = split.args;
  const whole = engine.evaluate(split.callee.object);
  return (
    between !== undefined &&
    engine.evaluate(between.value).texts[0]?.source.text === "" &&
    whole.texts.length > 0
  );
}

const SHELL = "(?:(?:\\S*/)?(?:ba|da|k|z)?sh|cmd|powershell|pwsh)(?:\\.exe)?";
const SHELLS = new RegExp(`^${SHELL}$`, "i");
const ADDRESS = /^(?:(?:https?|ftp):\/\/.|php:\/\/input$|data:[^,]{0,200};base64,)/i;

const PROGRAM_NAME = /^[\w./-]{2,80}$/;

const BEGIN = `${SHELL}\\s+(?:/[ck]|-\\w*c|-command)\\s`;
const SHELL_LINE = new RegExp(`^${BEGIN}`, "i");

/** Matches a text up to the code that a shell gets after it. */
export const BEFORE_CODE = new RegExp(`(?:^|[|&;(\\n])\\s*${BEGIN}+$`, "i");

/** Whether an argument is a command line that begins with a shell and its option for code: `"cmd /c " + code`. */
export function isShellLine({ value: { texts } }: Item): boolean {
  return texts.some(({ source }) => SHELL_LINE.test(source.text));
}

/** Whether an argument names a shell, or another program that takes code. */
export function isShell({ options }: Evaluator, { value }: Item): boolean {
  return value.texts.some(
    ({ source: { text } }) =>
      SHELLS.test(text) || (PROGRAM_NAME.test(text) && options.interprets(text)),
  );
}

/** Whether an argument is an address that names a text elsewhere, or an object made of one: `new URL(address)`. */
export function isAddress({ value }: Item): boolean {
  return value.api?.path === "URL()" || value.texts.some(({ source }) => ADDRESS.test(source.text));
}

/**
 * Whether an executed value is a program as the pattern requires: fetched bytes, markup with a script in it, an address that
 * contains the program.
 */
export function isProgram(
  engine: Evaluator,
  role: Role,
  words: readonly Item[],
  program: Item,
): boolean {
  const { value } = program;
  const at = words.indexOf(program);
  const before = at > 0 ? words.slice(0, at) : words;
  const text = value.texts[0]?.source.text ?? "";
  switch (role.settings["of"]) {
    case "fetched":
      return value.taint?.origin === "fetched";
    case "blob":
      return value.api?.path.endsWith("createObjectURL()") === true;
    case "markup":
      return text.toLowerCase().includes("<script");
    case "shell":
      return isShellLine(program) || before.some((item) => isShell(engine, item));
    default:
      return true;
  }
}

/** Executes the program in a URL, or fetched text: `import("data:text/javascript;base64,…")`, `import(code)`; null for any other call. */
export function importedData(
  engine: Evaluator,
  call: Call,
  role: Role,
  { value, start, end }: Item,
): Value | null {
  const isData = value.texts.some(({ source }) =>
    /^data:[^,]*(?:script|ecmascript|base64)[^,]*,/i.test(source.text),
  );
  if (!isData && value.taint?.origin !== "fetched") return null;
  const step = engine.report.step("decode", { start, end }, "the address contains the program");
  const taint = value.taint ?? {
    start,
    end,
    source: { start, end },
    origin: "decoded" as const,
    role: null,
    steps: [step],
  };
  engine.report.execute(call.expr.callee, taint, role, role);
  return UNKNOWN;
}

/** Returns the value of the decoder at `callee`. */
export function decoded(engine: Evaluator, callee: Place, api: Api | null, role: Role): Value {
  const name = engine.source.text.slice(callee.start, callee.end);
  const step = engine.report.step("decode", callee, `"${name}" decodes a payload`, [role], 18);
  return tainted(
    { start: callee.start, end: api?.end ?? callee.end },
    { origin: "decoded", role, steps: [step] },
  );
}

/** Returns the value that a call or property at a place fetches. */
export function fetchedAt(engine: Evaluator, place: Place, role: Role): Value {
  const name = engine.source.text.slice(place.start, place.end);
  const step = engine.report.step("fetch", place, `"${name}" fetches remote content`, [role]);
  return tainted(place, { origin: "fetched", role, steps: [step] });
}

export function stdin(place: Place): Value {
  return tainted(place, {
    origin: "stdin",
    role: null,
    steps: [{ step: "carry", message: "standard input is the fetched text" }],
  });
}
