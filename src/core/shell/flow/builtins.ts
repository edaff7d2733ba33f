import type { Assignment, Word } from "../script.js";
import { namedAsPath } from "./variable-paths.js";
import { withoutPrefix, concatenated, type Argument } from "./argument.js";
import { expandAll, expandOne } from "./expand-words.js";
import { arrayOf, truncatedList, elementWords, isArray, keyOf, withElement } from "./arrays.js";
import { readFrom } from "./descriptors.js";
import type { Environment } from "./environment.js";
import { appendedTexts, emptyValue, unknownValue, valueOf, type Value } from "./values.js";
import { assignedName } from "./resolve-command.js";
import type { Runner, Scope } from "./runner.js";
import { silent, type Stream } from "./stream.js";
import { runOwnVariable } from "./variable-commands.js";

/** Evaluates a shell builtin and returns what it writes. */
export type Builtin = (args: readonly Argument[], scope: Scope) => Stream;

/** Letters of options that take a value. `-a` is not among them: in `read -a NAME`, NAME is a variable, like an operand. */
const READ_VALUES = new Set("dinNptu");
const MAPFILE_VALUES = new Set("dnOsuCc");

/** Returns the operands of a builtin; the option letters in `valued` take a value. */
function operandsOf(args: readonly Argument[], valued: ReadonlySet<string>): Argument[] {
  const operands: Argument[] = [];
  for (let index = 1; index < args.length; index++) {
    const argument = args[index];
    if (argument === undefined) break;
    const { text } = argument;
    if (text?.startsWith("-") !== true) operands.push(argument);
    else if (
      valued.has(text.slice(-1)) &&
      [...text.slice(1, -1)].every((letter) => !valued.has(letter))
    )
      index++;
  }
  return operands;
}

/** `read NAME…`, `mapfile NAME`: assigns standard input to variables. */
function readInto(fallback: string, valued: ReadonlySet<string>): Builtin {
  return (args, scope) => {
    const { remote, text } = inputOf(args, scope);
    const known = text === null || remote !== null ? null : text.source.text.trim();
    const value = valueOf({ remote, text: known });
    const piped =
      remote === null
        ? value
        : { ...value, remote: { ...remote, end: -Infinity, fetcherAt: null } };
    const names = operandsOf(args, valued).map((argument) => argument.text);
    for (const name of names.length > 0 ? names : [fallback])
      if (name !== null) scope.env.set(name, piped);
    return silent;
  };
}

/** Returns what `read` reads: standard input, or the descriptor of `-u 3`. */
function inputOf(args: readonly Argument[], scope: Scope): Stream {
  for (const [index, { text }] of args.entries()) {
    const descriptor = /^-[A-Za-z]*u(\d*)$/.exec(text ?? "")?.[1];
    if (descriptor !== undefined)
      return readFrom(scope, Number(descriptor === "" ? args[index + 1]?.text : descriptor));
  }
  return scope.stdin;
}

/** `unset NAME`, `unset -f NAME`; without an option, a name that is not a variable refers to a function. */
const unset: Builtin = (args, { env }) => {
  const functions = args[1]?.text === "-f";
  for (const { text } of operandsOf(args, new Set())) {
    if (text === null) continue;
    if (functions || (env.get(text) === null && args[1]?.text !== "-v")) env.undefine(text);
    else env.set(text, emptyValue);
  }
  return silent;
};

/** `set -- A B`, `set -e A B`: the words after the options become the positional parameters. */
const set: Builtin = (args, scope) => {
  let from = 1;
  for (; /^[-+]./.test(optionText(args[from])) && args[from]?.text !== "--"; from++)
    if (optionText(args[from]).endsWith("o")) from++;
  const isMarked = args[from]?.text === "--";
  const words = args.slice(isMarked ? from + 1 : from);
  if (isMarked || words.length > 0) setParameters(words, scope.env);
  return silent;
};

function optionText(argument: Argument | undefined): string {
  return argument?.text ?? argument?.shape ?? "";
}

/** Sets the parameters of `set` or `shift`. They are stored as array elements, so that each has the span of its expansion. */
function setParameters(args: readonly Argument[], env: Environment): void {
  env.setPositional(args);
  env.setLocal("@", { ...arrayOf(args), text: env.get("@")?.text ?? null });
}

/** Maximum number of parameters kept after `shift`, since each `shift` iterates over all of them. One more represents the rest. */
const MAX_SHIFTED = 512;

/** `shift`, `shift N`: removes the first parameters. */
const shift: Builtin = (args, scope) => {
  const count = Number(args[1]?.text ?? 1);
  const { env } = scope;
  if (!(count >= 0) || env.shift(count)) return silent;
  const { positional } = env;
  if (positional === null) return silent;
  const left = truncatedList(positional.slice(count), MAX_SHIFTED);
  if (env.elements("@") === undefined) env.setPositional(left);
  else setParameters(left, env);
  return silent;
};

const ignoreInput: Builtin = () => silent;

/** Builtins by name. They belong to the shell language, so query files do not list them. */
export const builtins: ReadonlyMap<string, Builtin> = new Map([
  ["read", readInto("REPLY", READ_VALUES)],
  ["mapfile", readInto("MAPFILE", MAPFILE_VALUES)],
  ["readarray", readInto("MAPFILE", MAPFILE_VALUES)],
  ["unset", unset],
  ["set", set],
  ["shift", shift],
  ["true", ignoreInput],
  [":", ignoreInput],
  ["exit", ignoreInput],
]);

/** Whether a name is a builtin that ignores its words and its input. */
export function isIgnoring(name: string): boolean {
  return builtins.get(name) === ignoreInput;
}

/** Builtins that declare the variables of the assignments after them. */
export const declarations: ReadonlySet<string> = new Set([
  "export",
  "declare",
  "typeset",
  "local",
  "readonly",
]);

/** `A=1 command`: exports the assignments to the command only. */
export function assignForCommand(
  assignments: readonly Assignment[],
  runner: Runner,
  scope: Scope,
): void {
  for (const { name, value } of assignments) {
    const argument = value === null ? null : expandOne(value, runner, scope);
    const given = argument === null ? emptyValue : valueOf(argument);
    // the command is on the same line, so bytes of a process substitution keep their start
    const process = argument?.process ?? null;
    scope.env.setLocal(name, {
      ...given,
      ...(process !== null && { process }),
      ...(argument !== null && { given: argument }),
      exported: true,
    });
  }
}

/** `env A=1 COMMAND`: returns a scope with the assignments in its environment. */
export function withEnvironment(words: readonly Argument[], scope: Scope): Scope {
  if (words.length === 0) return scope;
  const env = scope.env.layer();
  for (const word of words) {
    const name = assignedName(word);
    const process = word.assigned;
    if (name === null) continue;
    const given = withoutPrefix(word, name.length + 1);
    env.setLocal(name, { ...valueOf(given), ...(process && { process }), given, exported: true });
  }
  return { ...scope, env };
}

/** The attributes that a declaration sets: `export -n S`, `declare -g S`, `local -n R=S`. */
interface Attributes {
  readonly exports: boolean | null;
  readonly local: boolean;
  readonly refers: boolean;
  /** Whether the names are those of functions (`export -f`). */
  readonly functions: boolean;
}

const noAttributes: Attributes = { exports: null, local: false, refers: false, functions: false };

function attributesOf(
  [keyword, ...words]: readonly Argument[],
  { isFunction }: Environment,
): Attributes {
  const name = keyword?.text ?? "";
  const letters = (prefix: string): string =>
    words
      .map(({ text }) => text ?? "")
      .filter((text) => text.startsWith(prefix))
      .join("");
  const [given, withdrawn] = [letters("-"), letters("+")];
  const withdraws = name === "export" ? given.includes("n") : withdrawn.includes("x");
  const exports = withdraws ? false : name === "export" || given.includes("x") ? true : null;
  const shadows =
    name === "local" ||
    ((name === "declare" || name === "typeset") && isFunction && !given.includes("g"));
  const refers = name !== "export" && given.includes("n");
  return { exports, local: shadows, refers, functions: given.toLowerCase().includes("f") };
}

/** Performs the assignments of a command; `words` are the words of a declaration such as `export`, or empty. */
export function assign(
  assignments: readonly Assignment[],
  words: readonly Argument[],
  runner: Runner,
  scope: Scope,
): void {
  const { env } = scope;
  const attributes = words.length === 0 ? noAttributes : attributesOf(words, env);
  for (const { name, append, value, assigns } of assignments) {
    const before = (): Value =>
      attributes.local && !append ? emptyValue : (env.get(name) ?? unknownValue);
    declare(
      name,
      assigns ? assigned(name, before, append, value, runner, scope) : before(),
      attributes,
      env,
    );
  }
  // `declare "S=$(…)"`: an assignment may be a quoted word
  for (const word of words.slice(1)) {
    const name = assignedName(word);
    if (name === null) continue;
    const given = withoutPrefix(word, name.length + 1);
    runOwnVariable(name, given, runner, scope);
    declare(name, valueOf(given), attributes, env);
  }
}

function declare(
  name: string,
  value: Value,
  { exports, local, refers, functions }: Attributes,
  env: Environment,
): void {
  if (functions) return exports === true ? env.exportFunction(name) : undefined;
  if (refers && value.text !== null && value.text !== "") return env.refer(name, value.text);
  const result = { ...value, exported: exports ?? env.isExported(name) };
  if (local) env.setLocal(name, result);
  else env.set(name, result);
}

/** Returns the value that a name has after `S=…`, `S+=…`, `A=(…)` or `A[KEY]=…`. */
function assigned(
  name: string,
  before: () => Value,
  append: boolean,
  word: Word | null,
  runner: Runner,
  scope: Scope,
): Value {
  if (word === null) return emptyValue;
  const key = keyOf(word);
  const isList = key === null && isArray(word);
  const values = isList
    ? expandAll(elementWords(word), runner, scope)
    : [expandOne(word, runner, scope)];
  for (const each of values) runOwnVariable(name, each, runner, scope);
  const [first] = values;
  if (first !== undefined && key !== null) return withElement(before(), key, first);
  const stored = append ? before() : null;
  const given =
    isList || first === undefined ? arrayOf(values) : namedAsPath(name, valueOf(first), word);
  return stored === null ? given : joined(stored, given);
}

/** Returns the value after `S+=…` or `A+=(…)`. */
function joined(before: Value, added: Value): Value {
  if (before.elements !== undefined && added.elements !== undefined)
    return arrayOf([...before.elements, ...added.elements]);
  return {
    remote: added.remote ?? before.remote,
    ...concatenated([before, added], ""),
    ...appendedTexts(before, added),
    exported: false,
  };
}
