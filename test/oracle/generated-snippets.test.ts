import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { sharedDetector } from "../support/marked.js";
import { runnableChoices, compare, type Disagreement } from "./generated-snippets.js";
import { Sandbox } from "./sandbox.js";

describe("generated shell snippets", () => {
  const sandbox = new Sandbox();
  afterAll(() => {
    sandbox.remove();
  });

  it("execute fetched code in a real shell exactly if they are flagged, except as the contract states", {
    timeout: 120_000,
  }, async () => {
    const detector = await sharedDetector();
    const results = fc
      .sample(runnableChoices, { numRuns: 250, seed: 20 })
      .map((choice) => compare(choice, detector, sandbox));
    const unexplained = results.filter(
      (result): result is Disagreement =>
        result !== null && result !== "skipped" && result.reason === null,
    );
    expect(unexplained).toEqual([]);
    expect(results.filter((result) => result !== "skipped").length).toBeGreaterThan(120);
  });
});
