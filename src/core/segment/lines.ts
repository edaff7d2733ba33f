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

/** The lines of `text.slice(from, to)`; a CR before the line feed belongs to the line end. */
export function* linesOf(text: string, from = 0, to = text.length): Generator<Line> {
  let start = from;
  while (start < to) {
    const feed = text.indexOf("\n", start);
    const next = feed < 0 || feed >= to ? to : feed + 1;
    let end = next > start && text.charCodeAt(next - 1) === 10 ? next - 1 : next;
    if (end > start && end < next && text.charCodeAt(end - 1) === 13) end--;
    yield { start, end, next };
    start = next;
  }
}

/** The offset of the first character of a line that is no blank or tab, or the line's end. */
export function firstInk(text: string, line: Stretch): number {
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
