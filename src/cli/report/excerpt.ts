import type { Span } from "../../core/index.js";
import type { Paint } from "../paint.js";
import type { Lines } from "./lines.js";
import { showText } from "./terminal-text.js";

/** Maximum number of lines of an excerpt. */
const MAX_LINES = 6;
/** Maximum lengths, in UTF-16 code units, of the parts of a line before, in and after the span. */
const MAX_BEFORE = 40;
const MAX_MARKED = 400;
const MAX_AFTER = 60;

/** Returns the lines of a span with their numbers and the span underlined. Long lines and spans are truncated. */
export function excerpt(lines: Lines, [start, end]: Span, paint: Paint): string {
  const first = lines.row(start);
  const last = lines.row(Math.max(start, end - 1));
  const gutter = String(lines.number(last)).length;
  const shown: string[] = [];
  for (let line = first; line <= Math.min(last, first + MAX_LINES - 1); line++) {
    shown.push(
      ...lineOf(lines, line, start, end, paint).map((text, i) =>
        row(i === 0 ? String(lines.number(line)) : "", gutter, text, paint),
      ),
    );
  }
  if (last >= first + MAX_LINES)
    shown.push(
      row("", gutter, paint("dim", `… ${last - first + 1 - MAX_LINES} more lines`), paint),
    );
  return shown.join("");
}

function row(label: string, gutter: number, text: string, paint: Paint): string {
  return `  ${paint("dim", `${label.padStart(gutter)} │`)} ${text}\n`;
}

/** Returns the text of a line, and the line of marks that underlines the span. */
function lineOf(
  lines: Lines,
  line: number,
  start: number,
  end: number,
  paint: Paint,
): [string, string] {
  const bounds = lines.bounds(line);
  const from = Math.max(bounds.start, Math.min(start, bounds.end));
  const to = Math.min(bounds.end, Math.max(end, from));
  const before = clipStart(lines.text.slice(bounds.start, from), MAX_BEFORE);
  const marked = clipEnd(lines.text.slice(from, to), MAX_MARKED);
  const after = clipEnd(lines.text.slice(to, bounds.end), MAX_AFTER);
  const lead = showText(before);
  const body = showText(marked);
  const text = lead.text + paint("bold", body.text) + showText(after).text;
  return [text, " ".repeat(lead.width) + paint("red", "^".repeat(Math.max(1, body.width)))];
}

function clipStart(text: string, length: number): string {
  return text.length <= length ? text : `…${text.slice(-length)}`;
}

function clipEnd(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
