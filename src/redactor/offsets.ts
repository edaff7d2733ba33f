import type { OffsetEncoding, Span } from "../protocol/index.js";

/** Returns spans in another encoding of offsets. A lone surrogate counts as one character, of three bytes in UTF-8. */
export function encodeSpans(
  text: string,
  spans: readonly Span[],
  encoding: OffsetEncoding,
): Span[] {
  if (encoding === "utf-16") return [...spans];
  const offsets = [...new Set(spans.flat())].sort((a, b) => a - b);
  const encoded = new Map<number, number>();
  let done = 0;
  let total = 0;
  for (const offset of offsets) {
    total += measure(text.slice(done, offset), encoding);
    encoded.set(offset, total);
    done = offset;
  }
  return spans.map(([start, end]) => [encoded.get(start) ?? 0, encoded.get(end) ?? 0]);
}

function measure(text: string, encoding: "codepoint" | "utf-8"): number {
  if (encoding === "utf-8") return Buffer.byteLength(text, "utf8");
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Slices a text by spans in one encoding. The offsets of the text are converted once. */
export interface Slicer {
  /** Length of the text in the encoding. */
  readonly length: number;
  /** Returns the characters of a span, including unpaired surrogates, or `undefined` if the span splits a character in UTF-8. */
  slice(span: Span): string | undefined;
}

/** Creates the slicer of a text. */
export function slicer(text: string, encoding: OffsetEncoding): Slicer {
  const length = encoding === "utf-16" ? text.length : measure(text, encoding);
  // If all characters have one unit in both encodings, the offsets are equal.
  if (length === text.length) return { length, slice: ([start, end]) => text.slice(start, end) };
  const offsets = unitOffsets(text, length, encoding === "utf-8" ? bytesOf : () => 1);
  return {
    length,
    slice: ([start, end]) => {
      const [from = -1, to = -1] = [offsets[start], offsets[end]];
      return from < 0 || to < 0 ? undefined : text.slice(from, to);
    },
  };
}

/** Returns, for each unit that begins a character and for the end of the text, the offset in UTF-16 code units; -1 for other units. */
function unitOffsets(text: string, length: number, unitsOf: (char: string) => number): Int32Array {
  const offsets = new Int32Array(length + 1).fill(-1);
  let [offset, unit] = [0, 0];
  for (const char of text) {
    offsets[unit] = offset;
    unit += unitsOf(char);
    offset += char.length;
  }
  offsets[unit] = offset;
  return offsets;
}

function bytesOf(char: string): number {
  const point = char.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/** Returns, for each code point and for the end of the text, the offset in UTF-16 code units. */
export function codePointOffsets(text: string): Int32Array {
  return unitOffsets(text, measure(text, "codepoint"), () => 1);
}
