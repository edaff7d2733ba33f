import { containsLetter, STRING } from "../scan.js";
import { eachLine, lowerBound } from "../text-search.js";
import type { Place } from "./ir.js";

/** Matches a line that is a comment in some language. */
const COMMENT_LINE = /^\s*(?:#(?!!)|\/\/|\/\*|<!--|--\s|REM\s|rem\s|::)/;
/** Matches a line inside a block comment. */
const COMMENT_BODY = /^\s*\*(?:\s|$)/;
/** Matches the opening of a comment after code. */
const TRAILING_COMMENT = /(?:^|\s)(?:#\s|\/\/\s?)/;
/** Matches the beginning of a handler attribute, `onclick=`, whose value is code. */
const HANDLER = /\bon[a-z]+\s*=\s*$/i;

/** Replaces comments with spaces. In prose, only whole lines are comments, and a line that begins with `* ` is a list item. */
export function withoutComments(text: string, isProse: boolean): string {
  return eachLine(text, (line) => {
    if (COMMENT_LINE.test(line) || (!isProse && COMMENT_BODY.test(line)))
      return " ".repeat(line.length);
    const at = isProse ? -1 : trailingComment(line);
    return at < 0 ? line : line.slice(0, at) + " ".repeat(line.length - at);
  });
}

/** Returns the offset of the comment after the code in a line; -1 if there is none. */
function trailingComment(line: string): number {
  const masked = line.replace(STRING, (string) => "_".repeat(string.length));
  return masked.search(TRAILING_COMMENT);
}

/**
 * Whether an offset is inside a string that is not a handler attribute: one of `strings`, which are in order, or a string on its
 * line.
 */
export function isInString(text: string, at: number, strings: readonly Place[] = []): boolean {
  const literal = rangeAround(strings, at);
  if (literal !== null)
    return !HANDLER.test(text.slice(Math.max(0, literal.start - 80), literal.start - 1));
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(Math.max(start, at - 2000), at);
  const quote = openQuote(before);
  return quote >= 0 && !HANDLER.test(before.slice(0, quote));
}

/** Returns the range that contains an offset; null if there is none. The ranges are in order. */
function rangeAround(places: readonly Place[], at: number): Place | null {
  const place = places[lowerBound(places.length, (index) => (places[index]?.end ?? Infinity) > at)];
  return place !== undefined && place.start <= at ? place : null;
}

/** Returns the offset of the quote that opens a string which is not closed in `line`; -1 if there is none. */
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
