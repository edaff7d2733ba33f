import type { Span } from "../model.js";
import { ShellScan } from "./shell-scan.js";

/** A line of a shell text, with its line end. */
export interface Line {
  readonly start: number;
  readonly end: number;
  /** Whether the command at its end is joined with the next line. */
  readonly isJoined: boolean;
  /** The index of the last line of the statement that begins on this one; null if none begins, or it does not end. */
  last: number | null;
}

/**
 * Maximum length of a quotation or here-document, not counting lines of encoded text: anything longer is not read as one. Code that is
 * passed to a shell as an argument or here-string may be longer.
 */
const MAX_TEXT_LENGTH = 16_384;
const MAX_CODE_LENGTH = 262_144;
const PASSES_CODE = /(?:\beval|\s-[a-zA-Z]*c|<<<)[ \t]+\$?["'][^"']*$/;
const ENCODED_LINE = /^[\w+/=-]{20,}\s*$/;
/** Maximum number of characters that are read again after such texts, as a multiple of the length of the whole text. */
const MAX_READINGS = 4;

/** Returns the maximum length of the quotation or here-document that a line opens. */
function maxLengthOf(line: string): number {
  return PASSES_CODE.test(line) ? MAX_CODE_LENGTH : MAX_TEXT_LENGTH;
}

/**
 * Returns the lines of a shell text with the statements that begin on them, as far as possible without a grammar.
 * @param cut called with each quotation or here-document that is too long: its lines are read one by one
 */
export function statementLines(text: string, cut: (range: Span) => void): Line[] {
  const lines: Line[] = [];
  let scan = new ShellScan();
  /** Lines whose statements have not ended, with the nesting level at which each began. */
  const open: { readonly line: Line; readonly level: number }[] = [];
  /** The state before the last line on which a statement could begin. */
  let before = { scan, lines: 0, open: 0, end: 0 };
  /** The length of the open text without encoded lines, and the longest it may be. */
  let [plain, longest] = [0, MAX_TEXT_LENGTH];
  let allowance = MAX_READINGS * text.length;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed + 1;
    const { level } = scan;
    if (level !== Infinity)
      before = { scan: scan.copy(), lines: lines.length, open: open.length, end };
    scan.line(text, start, feed < 0 ? end : feed);
    if (level !== Infinity)
      [plain, longest] = [0, scan.level === Infinity ? maxLengthOf(text.slice(start, end)) : 0];
    else if (!ENCODED_LINE.test(text.slice(start, Math.min(end, start + 400))))
      plain += end - start;
    const line: Line = { start, end, isJoined: scan.isJoined, last: null };
    if (level !== Infinity) open.push({ line, level });
    for (
      let ended = open.at(-1);
      ended !== undefined && ended.level >= scan.level;
      ended = open.at(-1)
    ) {
      ended.line.last = lines.length;
      open.pop();
    }
    lines.push(line);
    start = end;
    if (scan.level !== Infinity || (end < text.length && plain < longest)) continue;
    // The line that seemed to open a quotation or here-document is read alone, and the lines after it are read again. One that extends
    // to the end of the text may also be short, but not closed.
    if (plain >= longest) cut([lines[before.lines]?.start ?? before.end, end]);
    scan = before.scan;
    open.length = before.open;
    if ((allowance -= end - before.end) < 0) continue;
    lines.length = before.lines + 1;
    start = before.end;
  }
  return lines;
}
