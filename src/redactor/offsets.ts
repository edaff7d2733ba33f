import type { OffsetEncoding, Span } from "../protocol/index.js";

/** Converts sorted spans of UTF-16 offsets. A lone surrogate counts as one character of three bytes. */
export function encodeSpans(text: string, spans: readonly Span[], encoding: OffsetEncoding): Span[] {
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

/** Takes spans of a text in one encoding; the work for the whole text is done once. */
export interface Slicer {
  /** Length of the text. */
  readonly length: number;
  slice(span: Span): string;
}

export function slicer(text: string, encoding: OffsetEncoding): Slicer {
  if (encoding === "utf-16") return { length: text.length, slice: ([start, end]) => text.slice(start, end) };
  if (encoding === "utf-8") {
    const bytes = Buffer.from(text, "utf8");
    return { length: bytes.length, slice: ([start, end]) => bytes.toString("utf8", start, end) };
  }
  const offsets = codePointOffsets(text);
  return { length: offsets.length - 1, slice: ([start, end]) => text.slice(offsets[start], offsets[end]) };
}

/** For each code point, and for the end, its offset in UTF-16 code units. */
export function codePointOffsets(text: string): number[] {
  const offsets: number[] = [];
  let offset = 0;
  for (const char of text) {
    offsets.push(offset);
    offset += char.length;
  }
  offsets.push(offset);
  return offsets;
}
