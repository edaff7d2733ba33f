import { variableName } from "../../lex/powershell-tokens.js";
import { listed, roleOf, type Role } from "../../query/role.js";
import { SourceBuilder } from "../../source.js";
import type { Place } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import type { Command } from "./command.js";
import { operandsOf, optionName, wordAfter, type Word, type Words } from "./command-words.js";
import type { Evaluator } from "./evaluator.js";
import { plainText } from "./text-builder.js";
import { UNKNOWN, type Value } from "./value.js";

/** Matches the short forms of the common option `-OutVariable` that PowerShell accepts. */
const OUTPUT = /^(?:ov|outv[a-z]*)$/;

/** Assigns the output of a command to the variable that an option names: `irm URL -OutVariable code`. */
export function assignOutput(engine: Evaluator, { words }: Command, value: Value): void {
  assign(
    engine,
    wordAfter(words, (name) => OUTPUT.test(name)),
    value,
  );
}

/** Assigns a value to the variable that a command names: `Set-Variable code (irm URL)`, `irm URL | Tee-Object -Variable code`. */
export function assignNamed(engine: Evaluator, { words, input }: Command, role: Role): void {
  const named = behind(words, listed(role, "behind"));
  const operands = words.filter(
    (word, at) => optionName(word) === null && optionName(words[at - 1]) === null,
  );
  const takesOperands = role.settings["argument"] !== undefined;
  const variable = named ?? (takesOperands ? operands.shift() : undefined);
  const given = behind(words, ["-value"]) ?? (takesOperands ? operands[0] : undefined);
  assign(engine, variable, given?.item.value ?? input ?? UNKNOWN);
}

/**
 * Returns the value of the variable that `Get-Variable code` or `Get-Item variable:code` names; null if another item is named. Its
 * property `Value` has the same value, because the value of an unknown property contains that of the object.
 */
export function variableOf(
  engine: Evaluator,
  { words, start, end }: Command,
  role: Role,
): Value | null {
  const [name] = operandsOf(words);
  const drives = listed(role, "begins");
  const isVariable =
    drives.length === 0 || drives.some((each) => name?.text.toLowerCase().startsWith(each));
  return name === undefined || !isVariable
    ? null
    : engine.bindings.name({ kind: "name", name: keyOf(name.text), start, end });
}

/**
 * Evaluates a call that sets or reads an environment variable, such as `[Environment]::SetEnvironmentVariable("CODE", $code)`;
 * returns null for any other call.
 */
export function environmentOf(engine: Evaluator, call: Call): Value | null {
  const [name, given] = call.positional;
  const text = name?.value.texts[0]?.source.text;
  if (call.methodRoles.length === 0 || text === undefined) return null;
  const { start, end } = call.expr;
  const variable = { kind: "name" as const, name: keyOf(`env:${text}`), start, end };
  if (roleOf(call.methodRoles, "flow.lookup.method") !== null)
    return engine.bindings.name(variable);
  if (roleOf(call.methodRoles, "flow.assign.method") === null) return null;
  engine.bindings.assign(variable, given?.value ?? UNKNOWN, variable);
  return UNKNOWN;
}

/** Returns the word after the first of the options, which may be shortened; undefined if there is none. */
function behind(words: Words, options: readonly string[]): Word | undefined {
  return wordAfter(words, (name) => options.some((option) => option.startsWith(`-${name}`)));
}

function assign(engine: Evaluator, word: Word | undefined, value: Value): void {
  if (word === undefined || word.text === null) return;
  const place: Place = { start: word.expr.start, end: word.expr.end };
  engine.bindings.assign({ ...place, kind: "name", name: keyOf(word.text) }, value, place);
}

/** Returns the name of a variable in the program, from a name that may begin with a plus sign (which appends), or from its path. */
function keyOf(written: string): string {
  return `$${variableName(`$${written.replace(/^\+|^variable:/i, "")}`)}`;
}

/** Defines an alias: `Set-Alias run iex`. */
export function defineAlias(engine: Evaluator, { words }: Command): void {
  const [alias, target] = operandsOf(words);
  if (alias === undefined || target === undefined) return;
  const { text, start, end } = target;
  const name = new SourceBuilder(engine.source).replace(text.toLowerCase(), start, end).build();
  engine.state.set(`alias ${alias.text.toLowerCase()}`, { ...UNKNOWN, texts: [plainText(name)] });
}
