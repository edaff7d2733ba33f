import { contentMarks } from "../../lex/powershell-tokens.js";
import type { Chars } from "../../lex/escapes.js";

/** Returns the parts of a string's content in a range: characters as written, and decoded escapes. */
export function charactersOf(text: string, quote: string, from: number, to: number): Chars[] {
  const parts: Chars[] = [];
  let at = from;
  for (const { index, length, text: character } of contentMarks(
    text.slice(from, Math.max(from, to)),
    quote,
  )) {
    const start = from + index;
    if (start > at) parts.push({ kind: "chars", start: at, end: start, text: null });
    parts.push({ kind: "chars", start, end: start + length, text: character });
    at = start + length;
  }
  if (to > at) parts.push({ kind: "chars", start: at, end: to, text: null });
  return parts;
}

/** Returns the character of a code point; an empty string if the code point is invalid. */
export function letterAt(code: number): string {
  return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : "";
}
