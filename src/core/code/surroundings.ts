import { containsLetter, STRING } from "../scan.js";
import { eachLine, lowerBound } from "../text-search.js";
import type { Place } from "./ir.js";

/** A line that is a comment in one language or another. */
const COMMENT_LINE = /^\s*(?:#(?!!)|\/\/|\/\*|<!--|--\s|REM\s|rem\s|::)/;
/** The inside of a block comment. */
const COMMENT_BODY = /^\s*\*(?:\s|$)/;
/** What opens a comment behind code. */
const TRAILING_COMMENT = /(?:^|\s)(?:#\s|\/\/\s?)/;
/** A handler attribute: its text is code. */
const HANDLER = /\bon[a-z]+\s*=\s*$/i;

/** Blanks out comments, keeping every offset. In prose only whole lines are comments, and `* ` opens a list item. */
export function withoutComments(text: string, prose: boolean): string {
  return eachLine(text, (line) => {
    if (COMMENT_LINE.test(line) || (!prose && COMMENT_BODY.test(line)))
      return " ".repeat(line.length);
    const at = prose ? -1 : trailingComment(line);
    return at < 0 ? line : line.slice(0, at) + " ".repeat(line.length - at);
  });
}

/** Where a comment behind code begins; -1 if there is none. */
function trailingComment(line: string): number {
  const masked = line.replace(STRING, (string) => "_".repeat(string.length));
  return masked.search(TRAILING_COMMENT);
}

/** Whether a place of code stands inside a string: one of those known, which are in order, or one of its own line. */
export function isShown(text: string, at: number, strings: readonly Place[] = []): boolean {
  const literal = placeOf(strings, at);
  if (literal !== null)
    return !HANDLER.test(text.slice(Math.max(0, literal.start - 80), literal.start - 1));
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
    } else if (character === '"' || (character === "'" && !containsLetter(line[at - 1]))) open = at;
  }
  return open;
}
