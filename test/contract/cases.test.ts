import { describe, expect, it } from "vitest";

import { sharedDetector, unknownRules } from "../support/marked.js";
import { caseFiles, mark, readCases, readGaps, unmark } from "./case-file.js";

const gaps = readGaps();
const files = caseFiles().map((name) => ({ name, cases: readCases(name) }));

describe("the case files", () => {
  it("contain each id once", () => {
    const ids = files.flatMap(({ cases }) => cases.map(({ id }) => id));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("contain spans for every positive case and no spans for negative cases", () => {
    const wrong = files
      .flatMap(({ cases }) => cases)
      .filter(({ marked, ps }) => unmark(marked).spans.length > 0 !== ps);
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it("contain each known gap, and at most one case in 100 is a gap, which has a reason", () => {
    const ids = files.flatMap(({ cases }) => cases.map(({ id }) => id));
    expect([...gaps.keys()].filter((id) => !ids.includes(id))).toEqual([]);
    expect([...gaps].filter(([, reason]) => !/^\w+ \w+/.test(reason))).toEqual([]);
    expect(gaps.size).toBeLessThanOrEqual(ids.length / 100);
  });
});

const detector = await sharedDetector();

describe.each(files)("the contract cases in $name", ({ cases }) => {
  const titled = cases.map((one) => [`${one.id} ${one.rule}: ${one.note}`, one] as const);
  it.each(titled)("have the expected result: %s", (_title, { id, marked, ps }) => {
    const { text } = unmark(marked);
    const { labels, spans, findings } = detector.detect(text);
    expect(unknownRules(detector, findings)).toEqual([]);
    const answer = { labels, marked: mark(text, spans) };
    // if the result is correct, the line of the gap must be removed
    if (gaps.has(id)) expect(answer).not.toEqual({ labels: ps ? ["PS"] : [], marked });
    else expect(answer).toEqual({ labels: ps ? ["PS"] : [], marked });
  });
});
