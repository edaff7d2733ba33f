import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { sharedDetector } from "../support/marked.js";
import { compareSnippet, randomSnippets } from "./random-snippets.js";
import { Sandbox } from "./sandbox.js";

describe("randomly composed shell snippets", () => {
  const sandbox = new Sandbox();
  afterAll(() => {
    sandbox.remove();
  });

  it("execute fetched code in a real shell if and only if they are flagged, except where the contract states otherwise", {
    timeout: 120_000,
  }, async () => {
    const detector = await sharedDetector();
    const results = fc
      .sample(randomSnippets, { numRuns: 150, seed: 31 })
      .map((snippet) => compareSnippet(snippet, detector, sandbox));
    expect(
      results.filter((result) => result !== null && result !== "skipped" && result.reason === null),
    ).toEqual([]);
    expect(results.filter((result) => result === null).length).toBeGreaterThan(100);
  });
});
