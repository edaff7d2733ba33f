import { SourceBuilder, type Source } from "../source.js";

/** A range of a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A line of a text: `[start, end)` without its line end, `next` after it. */
export interface Line extends TextRange {
  readonly next: number;
}

/** Matches the line that opens or closes a fence, at any depth of quotation. */
export const FENCE = /^[ \t>]*(?:`{3}|~{3})/m;

/** Yields the lines of `text.slice(from, to)`. */
export function* linesOf(text: string, from = 0, to = text.length): Generator<Line> {
  const last = Math.min(to, text.length);
  for (let start = from; start < last; ) {
    const end = Math.min(lineEnd(text, start), last);
    const next = Math.min(end + 1, last);
    yield { start, end, next };
    start = next;
  }
}

/** Returns the offset of the first character of a line that is neither a space nor a tab, or the line's end. */
export function firstNonBlank(text: string, line: TextRange): number {
  let at = line.start;
  while (at < line.end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  return at;
}

/** Joins ranges of a source with line feeds, each of which maps to the end of the range before it. */
export function joinLines(source: Source, ranges: readonly TextRange[]): Source {
  const builder = new SourceBuilder(source);
  ranges.forEach((range, index) => {
    builder.copy(range.start, range.end);
    if (index < ranges.length - 1) builder.replace("\n", range.end, range.end);
  });
  return builder.build();
}

/** Returns the offset at which the line that contains a position begins. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** Returns the offset at which the line that contains a position ends, before its line feed. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed < 0 ? text.length : feed;
}

/** Returns the first line of a text. */
export function firstLine(text: string): string {
  return text.slice(0, lineEnd(text, 0));
}

/**
 * Returns the first line from a position on that contains only a delimiter and whitespace, such as the last line of a here-document;
 * an empty line at the end of the text if there is none.
 */
export function closingLine(text: string, from: number, mark: string): Line {
  for (const line of linesOf(text, from))
    if (text.slice(line.start, line.end).trim() === mark) return line;
  return { start: text.length, end: text.length, next: text.length };
}

/** Whether a line ends with a backslash and continues on the next one. */
export function isContinued(line: string): boolean {
  return line.trimEnd().endsWith("\\");
}
