import type { Language } from "../language/prose-language.js";

/** A reference to a line of a block: its index from 0, or "last". */
export type LineReference = number | "last";

/** Returns the line that some words refer to ("the last line", "line 2"); null if they refer to none. */
export function lineReferenceIn(language: Language, text: string): LineReference | null {
  const { ordinal, number } = language.exec("line", text)?.groups ?? {};
  if (number !== undefined) return Number(number) - 1;
  if (ordinal === undefined) return null;
  const index = language.list("ordinals").indexOf(ordinal);
  return index < 0 ? "last" : index;
}
