import { group, shape } from "../language/current-language.js";

/** A line by its index, or the last one. */
export type LineName = number | "last";

/** Returns the line of a block that some words name: "the last line", "line 2". */
export function lineNamed(text: string): LineName | null {
  const { ordinal, number } = shape("line").exec(text)?.groups ?? {};
  if (number !== undefined) return Number(number) - 1;
  if (ordinal === undefined) return null;
  const index = group("ordinals").list.indexOf(ordinal);
  return index < 0 ? "last" : index;
}
