import { beforeAll, describe, expect, it } from "vitest";
import type { Detector } from "../../src/core/index.js";
import { sharedDetector, unknownRules } from "../support/marked.js";
import { mark } from "../contract/case-file.js";
import { neighbourFiles, readNeighbours, type Neighbour } from "./neighbour-file.js";

let detector: Detector;
beforeAll(async () => {
  detector = await sharedDetector("extended");
});

/** Returns the cases for which a predicate is true, each with the name of its file and its marked text. */
const chosen = (isChosen: (one: Neighbour) => boolean) =>
  neighbourFiles().flatMap((name) =>
    readNeighbours(name)
      .filter(isChosen)
      .map((each) => [name, each.marked, each] as const),
  );

describe("the findings of the extended profile", () => {
  it.each(chosen(({ advisory }) => !advisory))(
    "are exactly those that are marked in %s: %s",
    (_name, _marked, { marked, text, open }) => {
      const { labels, spans, findings, outcome } = detector.detect(text);
      // a grammar may reject code that another reading of the same text contains
      const limits = outcome.status === "complete" ? [] : outcome.limits;
      expect(limits.filter(({ limit }) => limit !== "syntax")).toEqual([]);
      expect(unknownRules(detector, findings)).toEqual([]);
      expect({ labels, marked: open ? marked : mark(text, spans) }).toEqual({
        labels: open || marked !== text ? ["PS"] : [],
        marked,
      });
    },
  );
});

describe("the advisories of the extended profile", () => {
  const advised = chosen(({ advisory }) => advisory);

  it.each(advised)(
    "are exactly those that are marked in %s: %s",
    (_name, _marked, { marked, text }) => {
      const { labels, findings } = detector.detect(text);
      const rules = findings.map(({ rule, level }) => `${level} ${rule}`);
      expect({
        labels,
        marked: mark(
          text,
          findings.map(({ span }) => span),
        ),
      }).toEqual({ labels: [], marked });
      expect(unknownRules(detector, findings)).toEqual([]);
      expect(rules).toEqual(rules.map(() => "advisory bash/fetch-file-run"));
    },
  );

  it("are not found in the contract profile", async () => {
    const contract = await sharedDetector();
    for (const [, , { text }] of advised) expect(contract.detect(text).findings).toEqual([]);
  });
});
