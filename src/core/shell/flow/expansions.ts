import type { ExpansionPart, Part, Word } from "../syntax.js";
import { valueOf, type Value } from "./environment.js";
import type { Scope } from "./runner.js";

/** Where an expansion stands in its word. */
type Place = Pick<Part, "start" | "end">;

function written({ start, end }: Place, { source }: Word): string {
  return source.text.slice(start, end);
}

/** `${A[@]}`, `${A[*]}`. */
export function namesAll(place: Place, word: Word): boolean {
  return /^\$\{\w+\[[@*]\]\}$/.test(written(place, word));
}

/** `${NAME[KEY]}`. */
export function isElement(place: Place, word: Word): boolean {
  return /^\$\{\w+\[[^\]@*]+\]\}$/.test(written(place, word));
}

/** `${NAME:+…}`: what it gives is its operand, never the value. */
export function isAlternative(place: Place, word: Word): boolean {
  return /^\$\{\w+:?\+/.test(written(place, word));
}

/** `${!NAME}`: the variable whose name another one holds. */
export function indirect(part: ExpansionPart, word: Word, { env }: Scope): Partial<ExpansionPart> {
  const other = /^\$\{!\w+\}$/.test(written(part, word)) ? (env.get(part.name)?.text ?? "") : "";
  return /^\w+$/.test(other) ? { name: other, plain: true, opaque: false } : {};
}

/** What of a variable an expansion takes: of an array with known elements the one that is named, else the first. */
export function valueIn(part: ExpansionPart, value: Value | null, word: Word): Value | null {
  const at = part.plain ? "0" : /^\$\{\w+\[(\d+)\]\}$/.exec(written(part, word))?.[1];
  const element = at === undefined ? undefined : value?.elements?.[Number(at)];
  return element === undefined ? value : valueOf(element);
}

/** The text an expansion gives where that is known; `${V:-…}` gives a plain operand where the text sets no variable. */
export function knownValue(part: ExpansionPart, value: Value | null, word: Word): string | null {
  if (part.plain || isElement(part, word) || (value?.elements === undefined && namesAll(part, word))) return value?.text ?? null;
  const operand = /^\$\{\w+:?[-=](.*)\}$/s.exec(written(part, word))?.[1];
  if (operand === undefined) return null;
  const known = value === null ? (part.inner.length === 0 ? plainOperand(operand, part.quoted) : null) : value.text;
  return known === "" ? null : known;
}

/** An operand without expansions of its own, quotes removed; inside quotes single ones are letters. */
function plainOperand(operand: string, quoted: boolean): string | null {
  const inside = /^"([^"$\x60\\]*)"$/.exec(operand)?.[1] ?? (quoted ? undefined : /^'([^']*)'$/.exec(operand)?.[1]);
  return inside ?? (/^[^"'$\x60\\{}]*$/.test(operand) ? operand : null);
}
