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

/** The characters of a span in the given encoding. */
export function sliceEncoded(text: string, [start, end]: Span, encoding: OffsetEncoding): string {
  if (encoding === "utf-16") return text.slice(start, end);
  if (encoding === "utf-8") return Buffer.from(text, "utf8").subarray(start, end).toString("utf8");
  return [...text].slice(start, end).join("");
}
