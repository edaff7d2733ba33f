import { tokenize } from "../lex/powershell-tokens.js";
import type { Language } from "../model.js";
import type { Source } from "../source.js";

/** Longer programs are read part by part: their trees and values would take hundreds of times their memory. */
const LONGEST = 262_144;
/** Characters of a part, up to the next line where it may end. */
const PART = 65_536;

/** A line that begins its own statement, as far as its first character tells. */
const OUTER_LINE = /\n(?=[^\s)\]}])/g;

/** The first character of a line that goes on with nothing. */
const BEGINS_STATEMENT = /[^\s)\]}]/;

/** A program as it is read: whole, or cut between lines that are not indented where it is very long. */
export function partsOf(source: Source, language: Language): Source[] {
  const { text } = source;
  if (text.length <= LONGEST) return [source];
  if (language === "powershell") return betweenStatements(source);
  const parts: Source[] = [];
  let start = 0;
  for (
    OUTER_LINE.lastIndex = PART;
    OUTER_LINE.lastIndex < text.length;
    OUTER_LINE.lastIndex = start + PART
  ) {
    const line = OUTER_LINE.exec(text);
    if (line === null) break;
    parts.push(source.slice(start, line.index + 1));
    start = line.index + 1;
  }
  parts.push(source.slice(start, text.length));
  return parts;
}

/**
 * Lines of PowerShell that are not indented are in its long strings, too: it is cut where no string and no block is open; at any
 * line that is not indented where braces do not pair.
 */
function betweenStatements(source: Source): Source[] {
  const { text } = source;
  const parts: Source[] = [];
  let start = 0;
  let depth = 0;
  for (const token of tokenize(text)) {
    const character = token.kind === "end" ? text[token.start] : "";
    if (character === "{") depth++;
    else if (character === "}" && depth > 0) depth--;
    else if (
      character === "\n" &&
      token.end - start > (depth === 0 ? PART : LONGEST) &&
      BEGINS_STATEMENT.test(text[token.end] ?? "")
    ) {
      parts.push(source.slice(start, token.end));
      start = token.end;
      depth = 0;
    }
  }
  parts.push(source.slice(start, text.length));
  return parts;
}
