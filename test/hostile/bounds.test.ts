import { describe, expect, it } from "vitest";
import { maximumLength } from "../../src/core/input.js";
import type { Detection } from "../../src/core/model.js";
import { families } from "../../bench/hostile.js";
import { sharedDetector } from "../support/marked.js";
import { assertSound } from "./invariants.js";

const limitsOf = ({ outcome }: Detection): string[] => (outcome.status === "complete" ? [] : outcome.limits.map(({ limit }) => limit));

describe("bounds", { timeout: 120_000 }, () => {
  it("says once that time ran out, and from where on", async () => {
    const text = families["flagged fences"]?.(50_000) ?? "";
    const detection = (await sharedDetector()).detect(text, { deadlineMs: 0 });
    assertSound(text, detection);
    expect(limitsOf(detection)).toEqual(["deadline"]);
  });

  it("finishes an ordinary text within an ample deadline", async () => {
    const detection = (await sharedDetector()).detect("```sh\ncurl -L A | sh\n```", { deadlineMs: 100_000 });
    expect(detection.labels).toEqual(["PS"]);
    expect(detection.outcome.status).toBe("complete");
  });

  it("reads ordinary forms beside brackets that nest too deep, and says so", async () => {
    const text = `\`\`\`sh\ncurl -L A | sh\n${"( curl ".repeat(400)}\n\`\`\`\n`;
    const detection = (await sharedDetector()).detect(text);
    expect(detection.findings[0]?.text).toBe("curl -L A | sh");
    expect(limitsOf(detection)).toContain("depth");
  });

  it("analyses a text up to its largest size, and says so", async () => {
    const text = `${"\n".repeat(maximumLength)}curl A | sh`;
    const detection = (await sharedDetector()).detect(text);
    expect(limitsOf(detection)).toEqual(["size"]);
  });
});
