import { RecordEnds, type CsvSyntax } from "./csv.js";
import { bufferOf } from "./lines.js";

/** A part of an input: the records that begin in this range of bytes. `end` is exclusive. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

export const EVERYTHING: Interval = { start: 0, end: Infinity };

/** The start of a record: its offset in bytes, and the number of its first line. */
export interface RecordStart {
  readonly at: number;
  readonly line: number;
}

/**
 * Returns the first record that begins at or after an offset; the end of the stream if there is none.
 * @param stream begins with a record
 * @param first the start of that record in the input
 */
export async function recordFrom(
  stream: AsyncIterable<Uint8Array>,
  csv: CsvSyntax | null,
  first: RecordStart,
  offset: number,
): Promise<RecordStart> {
  if (offset <= first.at) return first;
  const ends = new RecordEnds(csv);
  let start = first.at;
  let found: RecordStart | null = null;
  for await (const chunk of stream) {
    ends.scan(bufferOf(chunk), (at) => {
      const next = start + at + 1;
      if (found === null && next >= offset) found = { at: next, line: first.line + ends.lines };
    });
    if (found !== null) return found;
    start += chunk.length;
  }
  return { at: start, line: first.line + ends.lines + 1 };
}
