import type { Detection, Finding, Limit, Note, OffsetEncoding, Span, TraceStep } from "../model.js";

/** Returns a detection with all offsets converted from UTF-16 code units to another encoding; the text is read once. */
export function encodeOffsets(
  text: string,
  detection: Detection,
  encoding: OffsetEncoding,
): Detection {
  if (encoding === "utf-16") return detection;
  const positions = new Set<number>();
  withSpans(detection, (span) => {
    for (const position of span) positions.add(position);
    return span;
  });
  const convert = converter(
    text,
    [...positions].sort((a, b) => a - b),
    encoding,
  );
  return withSpans(detection, ([start, end]) => [convert(start), convert(end)]);
}

/** Returns a detection with each of its spans replaced. */
function withSpans(detection: Detection, span: (span: Span) => Span): Detection {
  const step = (value: TraceStep): TraceStep =>
    value.span === undefined ? value : { ...value, span: span(value.span) };
  const finding = (value: Finding): Finding => ({
    ...value,
    span: span(value.span),
    trace: value.trace.map(step),
  });
  const note = (value: Note): Note => ({
    ...value,
    span: span(value.span),
    ...(value.evidence === undefined ? {} : { evidence: span(value.evidence) }),
  });
  const limit = (value: Limit): Limit => ({ ...value, span: span(value.span) });
  const { outcome } = detection;
  return {
    labels: detection.labels,
    spans: detection.spans.map(span),
    findings: detection.findings.map(finding),
    notes: detection.notes.map(note),
    outcome:
      outcome.status === "complete" ? outcome : { ...outcome, limits: outcome.limits.map(limit) },
  };
}

/** Returns a function that converts the requested offsets, which are sorted. The text is read once. */
function converter(
  text: string,
  positions: readonly number[],
  encoding: "codepoint" | "utf-8",
): (position: number) => number {
  const converted = new Map<number, number>();
  let at = 0;
  let count = 0;
  for (const position of positions) {
    while (at < position && at < text.length) {
      const point = text.codePointAt(at) ?? 0;
      const units = point > 0xffff ? 2 : 1;
      count += encoding === "codepoint" ? 1 : utf8Length(point);
      at += units;
    }
    converted.set(position, count);
  }
  return (position) => converted.get(position) ?? position;
}

/** Returns the number of bytes of a code point; 3 for a lone surrogate, like its replacement character. */
function utf8Length(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
