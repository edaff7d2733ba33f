import { ShellScan } from "./lexer.js";

/** A line of a shell text, its line end included. */
export interface Line {
  readonly start: number;
  readonly end: number;
  /** The index of the last line of the statement that begins on this one; null where none does, or where it has no end. */
  last: number | null;
  /** Whether the command at its end is joined with the next line. */
  goesOn: boolean;
}

/** A quotation or here-document that is longer than this was no such thing. */
const longestText = 16_384;
/** So often as the text is long, in all, lines are read anew of which such a one was taken back. */
const mostReadings = 4;

/** The lines of a shell text with the statements that begin on them, as far as can be told without a grammar. */
export function statementLines(text: string): Line[] {
  const lines: Line[] = [];
  let scan = new ShellScan();
  /** Statements that have not ended, and the level on which each began. */
  const open: { readonly line: Line; readonly level: number }[] = [];
  /** What was known before the line that a text over several lines begins on. */
  let before: { readonly scan: ShellScan; readonly at: number; readonly open: number } | null = null;
  let allowance = mostReadings * text.length;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const line: Line = { start, end: feed < 0 ? text.length : feed + 1, last: null, goesOn: false };
    const { level } = scan;
    if (level !== Infinity) before = { scan: scan.copy(), at: lines.length, open: open.length };
    scan.line(text, start, feed < 0 ? text.length : feed);
    if (level !== Infinity && scan.floor >= level) open.push({ line, level });
    line.goesOn = scan.goesOn;
    lines.push(line);
    start = line.end;
    const first = before === null ? line : (lines[before.at] ?? line);
    if (scan.level !== Infinity) {
      while ((open[open.length - 1]?.level ?? -1) >= scan.level) {
        const ended = open.pop();
        if (ended !== undefined) ended.line.last = lines.length - 1;
      }
    } else if (before !== null && (start === text.length || start - first.start > longestText)) {
      // the line that seemed to begin it is read by itself, and what follows anew
      scan = before.scan;
      open.length = before.open;
      if (start - first.end > allowance) continue;
      allowance -= start - first.end;
      lines.length = before.at + 1;
      start = first.end;
    }
  }
  return lines;
}
