import { group, shape } from "../language/current-language.js";

/** A reference to a line of a block: its index, or the last one. */
export type LineReference = number | "last";

/** Returns the line that some words refer to ("the last line", "line 2"); null if they refer to none. */
export function lineReferenceIn(text: string): LineReference | null {
  const { ordinal, number } = shape("line").exec(text)?.groups ?? {};
  if (number !== undefined) return Number(number) - 1;
  if (ordinal === undefined) return null;
  const index = group("ordinals").list.indexOf(ordinal);
  return index < 0 ? "last" : index;
}
