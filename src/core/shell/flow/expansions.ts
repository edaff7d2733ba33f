import type { ExpansionPart, Part, Word } from "../script.js";
import { literalKey } from "./arrays.js";
import { changedBy, isTooLong } from "./parameter-operators.js";
import { valueOf, type Value } from "./values.js";
import type { Scope } from "./runner.js";

/** Where an expansion is in its word. */
type Place = Pick<Part, "start" | "end">;

/** `${!NAME}`, `${A[@]}`, `${NAME[KEY]}`, or anything else, as `${NAME[KEY]%…}`. */
type Form = "indirect" | "all" | "element" | "other";

function written(
  { start, end }: Place,
  { source }: Word,
): { readonly form: Form; readonly key: string } {
  const [, bang, key = "", more] =
    /^\$\{(!?)\w+(?:\[([^\][]+)\])?(.*)\}$/s.exec(source.text.slice(start, end)) ?? [];
  if (more !== "" || (bang === "!") !== (key === "")) return { form: "other", key };
  return { form: bang === "!" ? "indirect" : key === "@" || key === "*" ? "all" : "element", key };
}

/** Whether an expansion names all elements: `${A[@]}`, `${A[*]}`. */
export function namesAll(place: Place, word: Word): boolean {
  return written(place, word).form === "all";
}

/** Whether an expansion names one element: `${NAME[KEY]}`. */
function isElement(place: Place, word: Word): boolean {
  return written(place, word).form === "element";
}

/** `${!NAME}`: the variable whose name is the value of another one. */
export function indirect(part: ExpansionPart, word: Word, { env }: Scope): Partial<ExpansionPart> {
  const other = written(part, word).form === "indirect" ? (env.get(part.name)?.text ?? "") : "";
  return /^\w+$/.test(other) ? { name: other, plain: true, opaque: false } : {};
}

/** Returns the part of a variable's value that an expansion uses: of an array with known elements the named one, else the first. */
export function valueIn(part: ExpansionPart, value: Value | null, word: Word): Value | null {
  const key = part.plain ? "0" : literalKey(written(part, word).key);
  const element =
    key === null ? undefined : (value?.fields?.get(key) ?? value?.elements?.[Number(key)]);
  return element === undefined ? value : valueOf(element);
}

/**
 * How an operand is used: `instead` of the value (`${V:-…}` of an empty one), `perhaps` instead, `within` the text (`${V/a/…}`),
 * or `aside`: it only runs (`${V%…}`).
 */
type OperandUse = "unused" | "instead" | "perhaps" | "within" | "aside";

export function operandUse({ operation }: ExpansionPart, value: Value | null): OperandUse {
  if (operation === null) return "unused";
  const { operator } = operation;
  if (operator.startsWith("/")) return "within";
  if (!/^:?[-=+]$/.test(operator)) return "aside";
  const { text = null } = value ?? {};
  // an empty value may also be unset, which only operators without a colon distinguish
  if (text === null || (text === "" && !operator.startsWith(":"))) return "perhaps";
  return (text === "") === operator.endsWith("+") ? "unused" : "instead";
}

/** Whether an expansion returns the value unchanged, if it returns it. */
export function yieldsValue(part: ExpansionPart, word: Word): boolean {
  return part.plain || isElement(part, word) || /^:?[-=?]$/.test(part.operation?.operator ?? "");
}

/** Whether an expansion returns only its operand, never the value: `${V:+…}`. */
export function hidesValue({ operation }: ExpansionPart): boolean {
  return operation?.operator.endsWith("+") === true;
}

/**
 * Returns the text of an expansion if it is known; if the variable is not set in the text, `${V:-…}` returns the operand.
 * @param isChanged whether operators that change a value are followed
 */
export function knownValue(
  part: ExpansionPart,
  value: Value | null,
  use: OperandUse,
  operand: string | null,
  word: Word,
  isChanged: boolean,
): string | null {
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

/** Whether a known value is too long for the operator that changes it. */
export function isTooLongToChange(
  part: ExpansionPart,
  value: Value | null,
  operand: string | null,
  word: Word,
): boolean {
  const { operation } = part;
  const isChanging = operation !== null && !hidesValue(part) && !yieldsValue(part, word);
  return isChanging && isTooLong(operation.operator, operand, value?.text ?? "");
}
