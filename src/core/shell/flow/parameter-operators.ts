import { globTest } from "../globs.js";

/** Maximum length, in UTF-16 code units, of a value that an operator changes, and of a value in which it searches for a pattern. */
const MAX_LENGTH = 400;
const MAX_MATCHED_LENGTH = 100;

/** Whether a value is too long for an operator that changes it. */
export function isTooLong(operator: string, operand: string | null, value: string): boolean {
  const isMatched = /^[#%/]/.test(operator) && /[*?[]/.test(operand ?? "");
  return (
    value.length > (isMatched ? MAX_MATCHED_LENGTH : MAX_LENGTH) ||
    (operand?.length ?? 0) > MAX_LENGTH
  );
}

/** Returns the result of an expansion operator for a known value (`${x%y}`, `${x:2}`, `${x,,}`, `${x/a/b}`); null if it is unknown. */
export function changedBy(operator: string, operand: string | null, value: string): string | null {
  if (operand === null || value.length > MAX_LENGTH || operand.length > MAX_LENGTH) return null;
  switch (operator) {
    case ",":
      return operand === "" ? value.slice(0, 1).toLowerCase() + value.slice(1) : null;
    case ",,":
      return operand === "" ? value.toLowerCase() : null;
    case "^":
      return operand === "" ? value.slice(0, 1).toUpperCase() + value.slice(1) : null;
    case "^^":
      return operand === "" ? value.toUpperCase() : null;
    case ":":
      return part(value, operand);
    case "#":
    case "##":
      return without(value, operand, operator === "##", true);
    case "%":
    case "%%":
      return without(value, operand, operator === "%%", false);
    case "/":
    case "//":
      return replaced(value, operand, operator === "//");
    default:
      return null;
  }
}

/** Returns the result of `${x:2}`, `${x:0:4}` or `${x: -2}`; null if the operand does not consist of one or two numbers. */
function part(value: string, operand: string): string | null {
  const [, from, length] = /^\s*(-?\d{1,6})\s*(?::\s*(-?\d{1,6})\s*)?$/.exec(operand) ?? [];
  if (from === undefined) return null;
  const start = Number(from) < 0 ? value.length + Number(from) : Number(from);
  if (start < 0) return "";
  if (length === undefined) return value.slice(start);
  return value.slice(start, Number(length) < 0 ? Number(length) : start + Number(length));
}

/** Returns the length of the shortest or longest prefix or suffix that a pattern matches, 0 if none; null if the value is too long. */
function matchedLength(
  value: string,
  pattern: string,
  isLongest: boolean,
  partOf: (length: number) => string,
): number | null {
  if (!/[*?[]/.test(pattern)) return partOf(pattern.length) === pattern ? pattern.length : 0;
  if (value.length > MAX_MATCHED_LENGTH) return null;
  const test = globTest(pattern);
  const lengths = Array.from({ length: value.length + 1 }, (_, length) => length);
  return (isLongest ? lengths.reverse() : lengths).find((each) => test(partOf(each))) ?? 0;
}

function without(
  value: string,
  pattern: string,
  isLongest: boolean,
  isBeginning: boolean,
): string | null {
  const length = matchedLength(value, pattern, isLongest, (each) =>
    isBeginning ? value.slice(0, each) : value.slice(value.length - each),
  );
  if (length === null) return null;
  return isBeginning ? value.slice(length) : value.slice(0, value.length - length);
}

/** Returns the result of `${x/a/b}` or `${x//a/b}`; null if the text to replace is a pattern. */
function replaced(value: string, operand: string, all: boolean): string | null {
  const slash = operand.indexOf("/");
  const from = slash < 0 ? operand : operand.slice(0, slash);
  const to = slash < 0 ? "" : operand.slice(slash + 1);
  if (from === "" || /[*?[\\]/.test(from)) return null;
  const parts = value.split(from);
  return all || parts.length < 2
    ? parts.join(to)
    : `${parts[0] ?? ""}${to}${parts.slice(1).join(from)}`;
}
