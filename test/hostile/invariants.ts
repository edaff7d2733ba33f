import { expect } from "vitest";
import type { Detection, Detector } from "../../src/core/index.js";

/** Checks the invariants of a result. @throws Error with the name of the violated one */
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
  expect(end, "spans lie inside the text").toBeLessThanOrEqual(text.length);
  expect(labels, "there is a label if and only if there is a span").toEqual(
    spans.length > 0 ? ["PS"] : [],
  );
  expect(spans, "spans are the findings'").toEqual(
    findings.filter(({ level }) => level === "finding").map(({ span }) => span),
  );
  for (const { span } of notes)
    expect(span[0] >= 0 && span[1] <= text.length, "notes lie inside the text").toBe(true);
  if (outcome.status === "incomplete")
    expect(outcome.limits.length, "an incomplete outcome names its bounds").toBeGreaterThan(0);
}

/** Checks the invariants of a detector for a text. @throws Error with the name of the violated one */
export function assertInvariants(detector: Detector, text: string): void {
  const detection = detector.detect(text);
  assertSound(text, detection);
  expect(detector.detect(text), "a second run gives the same answer").toEqual(detection);
  const points = detector.detect(text, { offsetEncoding: "codepoint" });
  const bytes = detector.detect(text, { offsetEncoding: "utf-8" });
  expect(
    points.spans.map(([start, end]) => [unitsOfPoints(text, start), unitsOfPoints(text, end)]),
    "code point offsets say the same",
  ).toEqual(detection.spans);
  expect(bytes.spans, "byte offsets say the same").toEqual(
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
 * Checks that a text with closed blocks keeps its findings if a neutral paragraph follows. A first such paragraph makes a document
 * of a text that may be a YAML file.
 */
export function assertKeptBefore(detector: Detector, text: string): void {
  const before = detector.detect(text + PARAGRAPH).spans;
  const after = detector.detect(text + PARAGRAPH + PARAGRAPH).spans;
  expect(after.slice(0, before.length), "a paragraph behind takes no finding away").toEqual(before);
}
