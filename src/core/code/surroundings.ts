import { lowerBound } from "../search.js";
import type { Place } from "./ir.js";

/** A handler attribute: its text is code. */
const HANDLER = /\bon[a-z]+\s*=\s*$/i;

/** A string, or a comment of most languages. */
const STRING_OR_COMMENT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*.*?\*\/|(?<=^|\s)(?:#(?!!)|\/\/|--\s).*/gm;

/** Blanks out comments, keeping every offset. */
export function withoutComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, (found) => (/^["']/.test(found) ? found : " ".repeat(found.length)));
}

/** Whether a place of code stands inside a string: one of those known, which are in order, or one of its own line. */
export function isShown(text: string, at: number, strings: readonly Place[] = []): boolean {
  const literal = placeOf(strings, at);
  if (literal !== null) return !HANDLER.test(text.slice(Math.max(0, literal.start - 80), literal.start - 1));
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(Math.max(start, at - 2000), at);
  const quote = openQuote(before);
  return quote >= 0 && !HANDLER.test(before.slice(0, quote));
}

/** The one of several places in order that holds an offset. */
function placeOf(places: readonly Place[], at: number): Place | null {
  const place = places[lowerBound(places.length, (index) => (places[index]?.end ?? Infinity) > at)];
  return place !== undefined && place.start <= at ? place : null;
}

/** Where the quote stands that is open at the end of a line's beginning; -1 where none is. */
function openQuote(line: string): number {
  let open = -1;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (character === "\\") at++;
    else if (open >= 0) {
      if (character === line[open]) open = -1;
    } else if (character === '"' || (character === "'" && !/\w/.test(line[at - 1] ?? ""))) open = at;
  }
  return open;
}
