import type { ExpansionPart, Part, Word } from "../script.js";
import { literalKey } from "./arrays.js";
import { changedBy, isTooLong } from "./parameter-operators.js";
import { textsOf, valueOf, type Value } from "./values.js";
import { concatenated, unknown, type Argument } from "./argument.js";
import type { Scope } from "./runner.js";
import type { Choice } from "./word-alternatives.js";

/** The offsets of an expansion in the source of its word. */
type Range = Pick<Part, "start" | "end">;

/** The form of an expansion: `${!NAME}`, `${A[@]}`, `${NAME[KEY]}`, or anything else, such as `${NAME[KEY]%…}`. */
type Form = "indirect" | "all" | "element" | "other";

function formOf(
  { start, end }: Range,
  { source }: Word,
): { readonly form: Form; readonly key: string } {
  const [, bang, key = "", more] =
    /^\$\{(!?)\w+(?:\[([^\][]+)\])?(.*)\}$/s.exec(source.text.slice(start, end)) ?? [];
  if (more !== "" || (bang === "!") !== (key === "")) return { form: "other", key };
  return { form: bang === "!" ? "indirect" : key === "@" || key === "*" ? "all" : "element", key };
}

/** Whether an expansion names all elements: `${A[@]}`, `${A[*]}`. */
function namesAll(range: Range, word: Word): boolean {
  return formOf(range, word).form === "all";
}

/** Matches an expansion to all elements of an array or all arguments, or to a range of them: `${A[@]}`, `${A[*]:1}`, `${@:2:3}`. */
const ALL = /^\$\{(?:(\w+)\[([@*])\]|([@*]))(?:: *(-?\d{1,6})(?::(\d{1,6}))?)?\}$/;

/** The elements that an expansion names; `isJoined` if they are one word (`"${A[*]}"`), `areArguments` if they are those of a call. */
export interface NamedElements {
  readonly elements: readonly Argument[];
  readonly isJoined: boolean;
  readonly areArguments: boolean;
}

/** Returns the elements that an expansion names; null for any other expansion, and if they are unknown. */
export function namedElements(
  { start, end, quoted, plain }: ExpansionPart,
  { source }: Word,
  { env }: Scope,
): NamedElements | null {
  const match = plain ? null : ALL.exec(source.text.slice(start, end));
  if (match === null) return null;
  const [, name, key = match[3], , offset, length] = match;
  const areArguments = name === undefined;
  // `${@:0}` begins with the name of the program
  if (areArguments && (offset === undefined || Number(offset) === 0)) return null;
  const elements = areArguments ? env.positional : env.elements(name);
  if (elements === null || elements === undefined) return null;
  // arguments are numbered from 1, elements from 0
  const from = Number(offset ?? 0);
  const rest = elements.slice(areArguments && from > 0 ? from - 1 : from);
  return {
    elements: length === undefined ? rest : rest.slice(0, Number(length)),
    isJoined: quoted && key === "*",
    areArguments,
  };
}

/** Returns elements joined by spaces, or null if one is unknown. They are too long above `longest` characters. */
export function joinedElements(
  elements: readonly Argument[],
  longest: number,
): { readonly text: string | null; readonly isTooLong: boolean } {
  const isKnown = elements.length > 0 && elements.every(({ text }) => text !== null);
  const length = elements.reduce((sum, { text }) => sum + 1 + (text?.length ?? 0), -1);
  const isTooLong = isKnown && length > longest;
  return { text: isKnown && !isTooLong ? concatenated(elements, " ").text : null, isTooLong };
}

/** Whether an expansion names one element: `${NAME[KEY]}`. */
function isElement(range: Range, word: Word): boolean {
  return formOf(range, word).form === "element";
}

/** Returns the changes by which `${!NAME}` becomes an expansion of the variable that NAME names; empty for any other expansion. */
export function indirect(part: ExpansionPart, word: Word, { env }: Scope): Partial<ExpansionPart> {
  const other = formOf(part, word).form === "indirect" ? (env.get(part.name)?.text ?? "") : "";
  return /^\w+$/.test(other) ? { name: other, plain: true, opaque: false } : {};
}

/**
 * Returns the part of a variable's value that an expansion uses: the element with the given key, or the first element if no key is
 * given; the whole value if that element is not known.
 */
export function valueIn(part: ExpansionPart, value: Value | null, word: Word): Value | null {
  const key = part.plain ? "0" : literalKey(formOf(part, word).key);
  const element =
    key === null ? undefined : (value?.fields?.get(key) ?? value?.elements?.[Number(key)]);
  return element === undefined ? value : valueOf(element);
}

/**
 * How the operand of an expansion is used: `instead` of the value (`${V:-…}` with an empty V), `perhaps` instead of it, `within`
 * the result (`${V/a/…}`), or `aside`, if only the substitutions in it matter (`${V%…}`).
 */
type OperandUse = "unused" | "instead" | "perhaps" | "within" | "aside";

export function operandUse({ operation }: ExpansionPart, value: Value | null): OperandUse {
  if (operation === null) return "unused";
  const { operator } = operation;
  if (operator.startsWith("/")) return "within";
  if (!/^:?[-=+]$/.test(operator)) return "aside";
  const { text = null } = value ?? {};
  // an empty value may represent an unset variable, which only operators without a colon distinguish from an empty one
  if (text === null || (text === "" && !operator.startsWith(":"))) return "perhaps";
  return (text === "") === operator.endsWith("+") ? "unused" : "instead";
}

/** Whether an expansion never changes the value: its result is the value or its operand. */
export function yieldsValue(part: ExpansionPart, word: Word): boolean {
  return part.plain || isElement(part, word) || /^:?[-=?]$/.test(part.operation?.operator ?? "");
}

/** Whether an expansion returns only its operand, never the value: `${V:+…}`. */
export function hidesValue({ operation }: ExpansionPart): boolean {
  return operation?.operator.endsWith("+") === true;
}

/** An expansion with what is known about its variable and its operand. */
export interface Expanded {
  readonly part: ExpansionPart;
  readonly value: Value | null;
  readonly use: OperandUse;
  readonly operand: string | null;
  readonly word: Word;
  /** Whether operators that change a value are followed. */
  readonly isChanged: boolean;
}

/** Returns the text of an expansion, or null if it is unknown; `${V:-…}` returns the operand if the text does not set the variable. */
export function knownValue({
  part,
  value,
  use,
  operand,
  word,
  isChanged,
}: Expanded): string | null {
  if (
    part.plain ||
    isElement(part, word) ||
    (value?.elements === undefined && namesAll(part, word))
  )
    return value?.text ?? null;
  if (hidesValue(part)) return use === "perhaps" ? null : use === "unused" ? "" : operand;
  if (!yieldsValue(part, word)) {
    const { operation } = part;
    const { text = null } = value ?? {};
    return isChanged && operation !== null && text !== null && !part.opaque
      ? changedBy(operation.operator, operand, text)
      : null;
  }
  const known =
    use === "instead" || (use === "perhaps" && value === null) ? operand : (value?.text ?? null);
  return known === "" ? null : known;
}

/**
 * Returns what an expansion makes of each value that a variable may have, with U+FFFC for each unknown part; empty if its value is
 * known, or if nothing is known about it.
 */
export function choicesOf({
  part,
  value,
  use,
  operand,
  word,
  isChanged,
}: Expanded): readonly Choice[] {
  if (value === null || value.text !== null || part.opaque || hidesValue(part)) return [];
  const texts = textsOf(value);
  if (yieldsValue(part, word)) {
    const instead = use === "perhaps" && texts.length > 0 && operand ? [operand] : [];
    return [...texts, ...instead].map((text) => ({ value: text, text }));
  }
  const operator = part.operation?.operator ?? null;
  if (!isChanged || operator === null) return [];
  return texts.flatMap((each) => {
    const text = changedBy(operator, operand, each);
    return text === null || !isExact(operator, each, text) ? [] : { value: each, text };
  });
}

/** Whether an operator has the same result whatever the unknown parts of a value are. */
function isExact(operator: string, value: string, result: string): boolean {
  if (!value.includes(unknown)) return true;
  return operator !== ":" && (result.includes(unknown) || operator === "##" || operator === "%%");
}

/** Whether a known value is too long for the operator that changes it. */
export function isTooLongToChange(
  part: ExpansionPart,
  value: Value | null,
  operand: string | null,
  word: Word,
): boolean {
  const { operation } = part;
  const isChanging = operation !== null && !hidesValue(part) && !yieldsValue(part, word);
  const texts = value === null ? [] : textsOf(value);
  return isChanging && texts.some((text) => isTooLong(operation.operator, operand, text));
}
