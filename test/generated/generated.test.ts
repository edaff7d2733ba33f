import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markedBy, sharedDetector, unmarked } from "../support/marked.js";
import { choices, documentCase } from "./document-case.js";
import { extendedChoices } from "./extended-texts.js";
import { places, warnings } from "./document-places.js";
import { shellCase } from "./shell-case.js";

const runs = { numRuns: 1500, seed: 31 };

describe("generated documents", () => {
  it("have findings exactly at the inserted commands", { timeout: 120_000 }, async () => {
    const detector = await sharedDetector();
    fc.assert(
      fc.property(choices, (choice) => {
        const marked = documentCase(choice);
        fc.pre(marked !== null);
        if (marked !== null) expect(markedBy(detector, unmarked(marked))).toBe(marked);
      }),
      { ...runs, maxSkipsPerRun: 100 },
    );
  });

  it("have no finding if a warning introduces the command", { timeout: 120_000 }, async () => {
    const detector = await sharedDetector();
    fc.assert(
      fc.property(choices, fc.constantFrom(...warnings), (choice, warning) => {
        const shell = shellCase(choice);
        const fenced = shell === null ? null : (places[0]?.(shell) ?? null);
        fc.pre(fenced !== null);
        const text = `${warning}\n\n${unmarked(fenced ?? "").replace(/^Some words first\.\n\n/, "")}`;
        expect(detector.detect(text).spans).toEqual([]);
      }),
      { ...runs, numRuns: 300, maxSkipsPerRun: 100 },
    );
  });

  it("for the extended profile have findings exactly at the inserted commands", {
    timeout: 120_000,
  }, async () => {
    const detector = await sharedDetector("extended");
    fc.assert(
      fc.property(extendedChoices, (marked) => {
        expect(markedBy(detector, unmarked(marked))).toBe(marked);
      }),
      { ...runs, numRuns: 400 },
    );
  });
});
