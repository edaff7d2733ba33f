import { SourceBuilder, type Source } from "../source.js";

/** A stretch of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A line of a text: `[start, end)` without its line end, `next` behind it. */
export interface Line extends Stretch {
  readonly next: number;
}

/** The lines of `text.slice(from, to)`. */
export function* linesOf(text: string, from = 0, to = text.length): Generator<Line> {
  for (let start = from; start < to; ) {
    const end = Math.min(lineEnd(text, start), to);
    const next = Math.min(end + 1, to);
    yield { start, end, next };
    start = next;
  }
}

/** The offset of the first character of a line that is no blank or tab, or the line's end. */
export function firstNonBlank(text: string, line: Stretch): number {
  let at = line.start;
  while (at < line.end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  return at;
}

/** Joins ranges of a source, each followed by a line feed that stands for its line end. */
export function joinLines(source: Source, ranges: readonly Stretch[]): Source {
  const builder = new SourceBuilder(source);
  ranges.forEach((range, index) => {
    builder.copy(range.start, range.end);
    if (index < ranges.length - 1) builder.put("\n", range.end, range.end);
  });
  return builder.build();
}

/** Where the line around a position begins. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** Where the line around a position ends, its line feed excluded. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed < 0 ? text.length : feed;
}

/** The first line of a text. */
export function firstLine(text: string): string {
  return text.slice(0, lineEnd(text, 0));
}

/** The line behind a position that holds nothing but a mark, as the end of a here-document; an empty one at the end where none does. */
export function closingLine(text: string, from: number, mark: string): Line {
  for (const line of linesOf(text, from))
    if (text.slice(line.start, line.end).trim() === mark) return line;
  return { start: text.length, end: text.length, next: text.length };
}

/** Whether a line goes on with the next one, behind a backslash. */
export function goesOn(line: string): boolean {
  return line.trimEnd().endsWith("\\");
}
