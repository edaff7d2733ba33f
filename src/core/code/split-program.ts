import { tokenize } from "../lex/powershell-tokens.js";
import type { Language } from "../model.js";
import type { Source } from "../source.js";

/** Maximum number of characters of a program that is read whole: its tree and values take hundreds of times the memory of its text. */
const MAX_WHOLE_LENGTH = 262_144;
/** Minimum number of characters of a part, which ends at the next line where a statement begins. */
const PART_LENGTH = 65_536;

/** Matches the line end before a line whose first character suggests that it begins a statement. */
const OUTER_LINE = /\n(?=[^\s)\]}])/g;

/** Matches the first character of a line if the line probably begins a statement. */
const BEGINS_STATEMENT = /[^\s)\]}]/;

/** Returns a program as one part or, if it is very long, split at lines that are not indented. */
export function partsOf(source: Source, language: Language): Source[] {
  const { text } = source;
  if (text.length <= MAX_WHOLE_LENGTH) return [source];
  if (language === "powershell") return betweenStatements(source);
  const parts: Source[] = [];
  let start = 0;
  for (
    OUTER_LINE.lastIndex = PART_LENGTH;
    OUTER_LINE.lastIndex < text.length;
    OUTER_LINE.lastIndex = start + PART_LENGTH
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
 * Splits a PowerShell script at lines that are not indented, outside strings and blocks: its long strings often contain such lines. If
 * the braces do not match, a part may also end inside a block.
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
      token.end - start > (depth === 0 ? PART_LENGTH : MAX_WHOLE_LENGTH) &&
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
