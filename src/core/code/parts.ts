import type { Source } from "../source.js";

/** Longer programs are read part by part: their trees and values would take hundreds of times their memory. */
const LONGEST = 262_144;
/** Characters of a part, up to the next line where it may end. */
const PART = 65_536;

/** A line that begins its own statement, as far as its first character tells. */
const OUTER_LINE = /\n(?=[^\s)\]}])/g;

/** A program as it is read: whole, or cut between lines that are not indented where it is very long. */
export function partsOf(source: Source): Source[] {
  const { text } = source;
  if (text.length <= LONGEST) return [source];
  const parts: Source[] = [];
  let start = 0;
  for (
    OUTER_LINE.lastIndex = PART;
    OUTER_LINE.lastIndex < text.length;
    OUTER_LINE.lastIndex = start + PART
  ) {
    const line = OUTER_LINE.exec(text);
    if (line === null) break;
    parts.push(source.slice(start, line.index + 1));
    start = line.index + 1;
  }
  parts.push(source.slice(start, text.length));
  return parts;
}
