import { tokenize } from "../lex/powershell-tokens.js";
import type { Language } from "../model.js";
import type { Source } from "../source.js";

/** Maximum length of a program that is read whole: the tree and values of a longer one would take hundreds of times its memory. */
const LONGEST = 262_144;
/** The length of a part, up to the next line where it may end. */
const PART = 65_536;

/** Matches a line that begins a statement, judged by its first character. */
const OUTER_LINE = /\n(?=[^\s)\]}])/g;

/** Matches the first character of a line that does not continue another one. */
const BEGINS_STATEMENT = /[^\s)\]}]/;

/** Returns a program whole or, if it is very long, split between lines that are not indented. */
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
 * Splits a PowerShell script where no string and no block is open or, if the braces do not match, at any line that is not indented: its
 * long strings also contain such lines.
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
