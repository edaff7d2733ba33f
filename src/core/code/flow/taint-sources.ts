import { codecs } from "../../decode/codecs.js";
import { throughCodecs } from "../../literal.js";
import { listed, type Role } from "../../query/role.js";
import type { Place } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { literalOf } from "./literals.js";
import { combine, tainted, UNKNOWN, type Api, type Item, type Value } from "./value.js";

/** Returns the value of a decoding call. In the extended profile, the innermost of nested decoders is the source. */
export function decoderResult(engine: Evaluator, call: Call, role: Role): Value {
  const within = engine.options.innermost
    ? combine([call.receiver, ...call.positional.map(({ value }) => value)])
    : UNKNOWN;
  if (within.taint?.origin === "decoded") return within;
  return decoded(engine, call.expr.callee, call.callee.api, role);
}

/**
 * Whether the arguments of a call are those that its pattern requires of a decoder: a literal, a list, letters, or a named encoding. A
 * function of the language is not a method of an object (`$archive->unpack($file)`) and not defined by the program.
 */
export function decodes(engine: Evaluator, call: Call, role: Role): boolean {
  const isOther = call.method !== "" || call.callee.closure !== null;
  if (role.settings["bare"] === "only" && isOther) return false;
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

/** Whether the argument of a call is a computed list: `bytes([b ^ 7 for b in data])`, `Buffer.from(data.map((b) => b ^ 7))`. */
function isComputedList({ expr: { args } }: Call): boolean {
  const given = args[0]?.value;
  return (
    given?.kind === "comprehension" ||
    (given?.kind === "call" && given.callee.kind === "member" && given.callee.property === "map")
  );
}

/** Whether the receiver of a call is the list of the letters of a known string: `"…".split("").reverse()`. */
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

/** Matches the name of a shell. */
const SHELL = "(?:(?:\\S*/)?(?:ba|da|k|z)?sh|cmd|powershell|pwsh)(?:\\.exe)?";
const SHELLS = new RegExp(`^${SHELL}$`, "i");
/** Matches URLs whose content is remote or decoded. */
const URL_PATTERN =
  /^(?:(?:script:)?(?:https?|ftp):\/\/.|php:\/\/input$|data:[^,]{0,200};base64,)/i;

const PROGRAM_NAME = /^[\w./-]{2,80}$/;

const BEGIN = `${SHELL}\\s+(?:/[ck]|-\\w*c|-command)\\s`;
const SHELL_LINE = new RegExp(`^${BEGIN}`, "i");

/** Matches a text that ends where the code after a shell's option begins. */
export const BEFORE_CODE = new RegExp(`(?:^|[|&;(\\n])\\s*${BEGIN}+$`, "i");

/** Whether an argument is a command line that begins with a shell and its option for code: `"cmd /c " + code`. */
export function isShellLine({ value: { texts } }: Item): boolean {
  return texts.some(({ source }) => SHELL_LINE.test(source.text));
}

/** Whether an argument names a shell, or another program that runs code. */
export function isShell({ options }: Evaluator, { value }: Item): boolean {
  return value.texts.some(
    ({ source: { text } }) =>
      SHELLS.test(text) || (PROGRAM_NAME.test(text) && options.interprets(text)),
  );
}

/** Whether an argument is a URL, or an object made of one: `new URL(address)`. */
export function isAddress({ value }: Item): boolean {
  return (
    value.api?.path === "URL()" || value.texts.some(({ source }) => URL_PATTERN.test(source.text))
  );
}

/**
 * Whether an executed value is a program of the kind that the pattern requires: fetched bytes, a blob, markup with a script, or code
 * for a shell.
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

/**
 * Reports an import that executes the program in a `data:` URL, or a fetched text: `import("data:text/javascript;base64,…")`,
 * `import(code)`. Returns null for any other import.
 */
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
  const literal = isData ? literalOf(engine, value) : null;
  const program = literal && throughCodecs(literal, codecs.dataUrl);
  engine.report.execute(
    call.expr.callee,
    program === null ? taint : { ...taint, literal: program },
    role,
    role,
  );
  return UNKNOWN;
}

/** Returns the decoded value of the decoder at `callee`. */
export function decoded(engine: Evaluator, callee: Place, api: Api | null, role: Role): Value {
  const name = engine.source.text.slice(callee.start, callee.end);
  const step = engine.report.step("decode", callee, `"${name}" decodes a payload`, [role], 18);
  return tainted(
    { start: callee.start, end: api?.end ?? callee.end },
    { origin: "decoded", role, steps: [step] },
  );
}

/** Returns the fetched value of the call or property at a place. */
export function fetchedAt(engine: Evaluator, place: Place, role: Role): Value {
  const name = engine.source.text.slice(place.start, place.end);
  const step = engine.report.step("fetch", place, `"${name}" fetches remote content`, [role]);
  return tainted(place, { origin: "fetched", role, steps: [step] });
}

/** Returns the value of standard input, which is fetched content. */
export function stdin(place: Place): Value {
  return tainted(place, {
    origin: "stdin",
    role: null,
    steps: [{ step: "carry", message: "standard input is the fetched text" }],
  });
}
