import { ShellScan } from "./lexer.js";

/** A line of a shell text, its line end included. */
export interface Line {
  readonly start: number;
  readonly end: number;
  /** Whether the command at its end is joined with the next line. */
  readonly goesOn: boolean;
  /** The index of the last line of the statement that begins on this one; null where none does, or where it has no end. */
  last: number | null;
}

/** A quotation or here-document that is longer than this was no such thing. */
const longestText = 16_384;
/** So often as the text is long, in all, lines are read anew of which such a one was taken back. */
const mostReadings = 4;

/** The lines of a shell text with the statements that begin on them, as far as can be told without a grammar. */
export function statementLines(text: string): Line[] {
  const lines: Line[] = [];
  let scan = new ShellScan();
  /** Lines whose statements have not ended, and the level on which each began. */
  const open: { readonly line: Line; readonly level: number }[] = [];
  /** What was known before the last line that a statement could begin on. */
  let before = { scan, lines: 0, open: 0, end: 0 };
  let allowance = mostReadings * text.length;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed + 1;
    const { level } = scan;
    if (level !== Infinity) before = { scan: scan.copy(), lines: lines.length, open: open.length, end };
    scan.line(text, start, feed < 0 ? end : feed);
    const line: Line = { start, end, goesOn: scan.goesOn, last: null };
    lines.push(line);
    if (level !== Infinity) open.push({ line, level });
    start = end;
    for (let last = open.at(-1); last !== undefined && last.level >= scan.level; last = open.at(-1)) {
      last.line.last = lines.length - 1;
      open.pop();
    }
    if (scan.level !== Infinity || (end < text.length && end - before.end < longestText)) continue;
    // the line that seemed to begin a text is read by itself, and what follows anew
    scan = before.scan;
    open.length = before.open;
    if (end - before.end > allowance) continue;
    allowance -= end - before.end;
    lines.length = before.lines + 1;
    start = before.end;
  }
  return lines;
}
