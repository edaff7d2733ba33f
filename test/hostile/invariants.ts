import { expect } from "vitest";
import type { Detection, Detector } from "../../src/core/index.js";

/** Checks the invariants of a detection for a text. @throws Error that names the violated invariant */
export function assertSound(
  text: string,
  { labels, spans, findings, notes, outcome }: Detection,
): void {
  let end = 0;
  for (const { span, text: evidence } of findings) {
    expect(span[0], "spans are sorted and disjoint").toBeGreaterThanOrEqual(end);
    expect(span[1], "spans are not empty").toBeGreaterThan(span[0]);
    expect(text.slice(span[0], span[1]), "a span covers its evidence").toBe(evidence);
    end = span[1];
  }
  expect(end, "spans are inside the text").toBeLessThanOrEqual(text.length);
  expect(labels, "there is a label if and only if there is a span").toEqual(
    spans.length > 0 ? ["PS"] : [],
  );
  expect(spans, "spans are those of the findings").toEqual(
    findings.filter(({ level }) => level === "finding").map(({ span }) => span),
  );
  for (const { span } of notes)
    expect(span[0] >= 0 && span[1] <= text.length, "notes are inside the text").toBe(true);
  if (outcome.status === "incomplete")
    expect(outcome.limits.length, "an incomplete outcome lists its limits").toBeGreaterThan(0);
}

/**
 * Checks the detection for a text of a format, a second detection, and all offset encodings.
 * @throws Error that names the violated invariant
 */
export function assertInvariants(detector: Detector, text: string, format?: string): void {
  const options = format === undefined ? {} : { format };
  const detection = detector.detect(text, options);
  assertSound(text, detection);
  expect(detector.detect(text, options), "a second run gives the same answer").toEqual(detection);
  const points = detector.detect(text, { ...options, offsetEncoding: "codepoint" });
  const bytes = detector.detect(text, { ...options, offsetEncoding: "utf-8" });
  expect(
    points.spans.map(([start, end]) => [unitsOfPoints(text, start), unitsOfPoints(text, end)]),
    "offsets in code points are equivalent",
  ).toEqual(detection.spans);
  expect(bytes.spans, "offsets in bytes are equivalent").toEqual(
    detection.spans.map(([start, end]) => [bytesOf(text, start), bytesOf(text, end)]),
  );
}

function unitsOfPoints(text: string, points: number): number {
  return Array.from(text).slice(0, points).join("").length;
}

function bytesOf(text: string, units: number): number {
  return new TextEncoder().encode(text.slice(0, units)).length;
}

const PARAGRAPH = "\n\nThe weather is fine today.\n";

/**
 * Checks that a text keeps its findings if a neutral paragraph follows. All blocks of the text must be closed. One neutral paragraph
 * is always added, because without it the text might be read as another format, such as YAML.
 */
export function assertParagraphKeepsFindings(detector: Detector, text: string): void {
  const before = detector.detect(text + PARAGRAPH).spans;
  const after = detector.detect(text + PARAGRAPH + PARAGRAPH).spans;
  expect(after.slice(0, before.length), "a paragraph after the text removes no finding").toEqual(
    before,
  );
}
