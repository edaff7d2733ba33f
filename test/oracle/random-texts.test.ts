import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { sharedDetector } from "../support/marked.js";
import { compareText, freeTexts } from "./random-texts.js";
import { Sandbox } from "./sandbox.js";

describe("commands in randomly composed shell texts", () => {
  const sandbox = new Sandbox();
  afterAll(() => {
    sandbox.remove();
  });

  it("are executed by the shell exactly if they are flagged, except as the contract states", {
    timeout: 120_000,
  }, async () => {
    const detector = await sharedDetector();
    const results = fc
      .sample(freeTexts, { numRuns: 150, seed: 31 })
      .map((snippet) => compareText(snippet, detector, sandbox));
    expect(
      results.filter((result) => result !== null && result !== "skipped" && result.reason === null),
    ).toEqual([]);
    expect(results.filter((result) => result === null).length).toBeGreaterThan(100);
  });
});
