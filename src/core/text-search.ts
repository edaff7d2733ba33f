import type { Span } from "./model.js";

/** Returns the first index below `length` for which `condition` is true, if it remains true from there; `length` if none. */
export function lowerBound(length: number, condition: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (condition(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns a text with the letters of ASCII, of Western European languages and of Cyrillic in lower case: offsets do not change, as
 * they could for other letters.
 */
export function lowerCase(text: string): string {
  return text.replace(/[A-Z\u00c0-\u00d6\u00d8-\u00de\u0400-\u042f]+/g, (capitals) =>
    capitals.toLowerCase(),
  );
}

/** Returns a text with each line replaced by the result of a function. */
export function eachLine(text: string, changed: (line: string) => string): string {
  return text.split("\n").map(changed).join("\n");
}

/** Returns a text in which every character except line feeds is replaced by one character, so that offsets do not change. */
export function blanked(text: string, filler = " "): string {
  return text.replace(/[^\n]/g, filler);
}

/** Finds closing delimiters in a text. Callers pass increasing positions, so a delimiter that was not found is not searched for again. */
export class Closers {
  private readonly missing = new Set<string>();

  constructor(private readonly text: string) {}

  /** Returns the offset at which the next `mark` starts; the text's length if there is none. */
  before(mark: string, from: number): number {
    const at = this.missing.has(mark) ? -1 : this.text.indexOf(mark, from);
    if (at < 0) this.missing.add(mark);
    return at < 0 ? this.text.length : at;
  }

  /** Returns the offset at which the next `mark` ends; the text's length if there is none. */
  after(mark: string, from: number): number {
    return Math.min(this.text.length, this.before(mark, from) + mark.length);
  }
}

/** Returns a function that tests whether a position is inside one of the spans, which are sorted by their start. */
export function insideAny(spans: readonly Span[]): (position: number) => boolean {
  const merged: [number, number][] = [];
  for (const [start, end] of spans) {
    const last = merged[merged.length - 1];
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return (position) => {
    const at = lowerBound(merged.length, (index) => (merged[index]?.[1] ?? 0) > position);
    return (merged[at]?.[0] ?? Infinity) <= position;
  };
}
