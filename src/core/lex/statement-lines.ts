import type { Span } from "../model.js";
import { ShellScan } from "./shell.js";

/** A line of a shell text, its line end included. */
export interface Line {
  readonly start: number;
  readonly end: number;
  /** Whether the command at its end is joined with the next line. */
  readonly goesOn: boolean;
  /** The index of the last line of the statement that begins on this one; null if none does, or where it has no end. */
  last: number | null;
}

/**
 * A quotation or here-document that is longer than this was no such thing, lines of encoded text apart; so many times the text's
 * length is read again for it. What a shell is given as code, and a here-document that is closed, may be longer.
 */
const longestText = 16_384;
const longestCode = 262_144;
const GIVES_CODE = /(?:\beval|\s-[a-zA-Z]*c|<<<)[ \t]+\$?["'][^"']*$/;
const ENCODED_LINE = /^[\w+/=-]{20,}\s*$/;
const mostReadings = 4;

/** How long the text may be that a line begins. */
function longestOf(line: string): number {
  return GIVES_CODE.test(line) ? longestCode : longestText;
}

/**
 * The lines of a shell text with the statements that begin on them, as far as can be reported without a grammar.
 * @param cut called with each quotation or here-document that is longer than is followed: its lines are read one by one
 */
export function statementLines(text: string, cut: (range: Span) => void): Line[] {
  const lines: Line[] = [];
  let scan = new ShellScan();
  /** Lines whose statements have not ended, and the level on which each began. */
  const open: { readonly line: Line; readonly level: number }[] = [];
  /** What was known before the last line that a statement could begin on. */
  let before = { scan, lines: 0, open: 0, end: 0 };
  /** Characters of the text that is open which are no encoded lines, and how many it may have. */
  let [plain, longest] = [0, longestText];
  let allowance = mostReadings * text.length;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed + 1;
    const { level } = scan;
    if (level !== Infinity)
      before = { scan: scan.copy(), lines: lines.length, open: open.length, end };
    scan.line(text, start, feed < 0 ? end : feed);
    if (level !== Infinity)
      [plain, longest] = [0, scan.level === Infinity ? longestOf(text.slice(start, end)) : 0];
    else if (!ENCODED_LINE.test(text.slice(start, Math.min(end, start + 400))))
      plain += end - start;
    const line: Line = { start, end, goesOn: scan.goesOn, last: null };
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
    // the line that seemed to begin a text is read by itself, and what follows is read again
    cut([lines[before.lines]?.start ?? before.end, end]);
    scan = before.scan;
    open.length = before.open;
    if ((allowance -= end - before.end) < 0) continue;
    lines.length = before.lines + 1;
    start = before.end;
  }
  return lines;
}
