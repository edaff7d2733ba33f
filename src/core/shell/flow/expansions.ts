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

/** `${A[@]}`, `${A[*]}`. */
export function namesAll(place: Place, word: Word): boolean {
  return written(place, word).form === "all";
}

/** `${NAME[KEY]}`. */
function isElement(place: Place, word: Word): boolean {
  return written(place, word).form === "element";
}

/** `${!NAME}`: the variable whose name another one holds. */
export function indirect(part: ExpansionPart, word: Word, { env }: Scope): Partial<ExpansionPart> {
  const other = written(part, word).form === "indirect" ? (env.get(part.name)?.text ?? "") : "";
  return /^\w+$/.test(other) ? { name: other, plain: true, opaque: false } : {};
}

/** What of a variable an expansion takes: of an array with known elements the one that is named, else the first. */
export function valueIn(part: ExpansionPart, value: Value | null, word: Word): Value | null {
  const key = part.plain ? "0" : literalKey(written(part, word).key);
  const element =
    key === null ? undefined : (value?.fields?.get(key) ?? value?.elements?.[Number(key)]);
  return element === undefined ? value : valueOf(element);
}

/**
 * What becomes of an operand: `instead` of the value it is all that comes through (`${V:-…}` of an empty one),
 * `perhaps` it does, `within` a text it is a part of it (`${V/a/…}`), `aside` it only runs (`${V%…}`).
 */
type OperandUse = "unused" | "instead" | "perhaps" | "within" | "aside";

export function operandUse({ operation }: ExpansionPart, value: Value | null): OperandUse {
  if (operation === null) return "unused";
  const { operator } = operation;
  if (operator.startsWith("/")) return "within";
  if (!/^:?[-=+]$/.test(operator)) return "aside";
  const { text = null } = value ?? {};
  // what is empty may as well be unset, which only the operators without a colon tell apart
  if (text === null || (text === "" && !operator.startsWith(":"))) return "perhaps";
  return (text === "") === operator.endsWith("+") ? "unused" : "instead";
}

/** An expansion that gives the value unchanged, if it gives it. */
export function givesValue(part: ExpansionPart, word: Word): boolean {
  return part.plain || isElement(part, word) || /^:?[-=?]$/.test(part.operation?.operator ?? "");
}

/** `${V:+…}`: what it gives is its operand, never the value. */
export function hidesValue({ operation }: ExpansionPart): boolean {
  return operation?.operator.endsWith("+") === true;
}

/**
 * The text an expansion gives where that is known; where the text sets no variable, `${V:-…}` gives the operand.
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
  if (!givesValue(part, word)) {
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
  const isChanging = operation !== null && !hidesValue(part) && !givesValue(part, word);
  return isChanging && isTooLong(operation.operator, operand, value?.text ?? "");
}
