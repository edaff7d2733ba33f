import { beforeAll, describe, expect, it } from "vitest";

import type { Detector } from "../../src/core/index.js";
import { createNodeDetector } from "../../src/host/node.js";
import { caseFiles, mark, readCases, unmark } from "./case-file.js";

const files = caseFiles().map((name) => ({ name, cases: readCases(name) }));

describe("the case files", () => {
  it("hold no id twice", () => {
    const ids = files.flatMap(({ cases }) => cases.map(({ id }) => id));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("give every positive its spans and no negative any", () => {
    const wrong = files.flatMap(({ cases }) => cases).filter(({ marked, ps }) => unmark(marked).spans.length > 0 !== ps);
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});

describe.each(files)("contract cases: $name", ({ cases }) => {
  let detector: Detector;
  beforeAll(async () => {
    detector = await createNodeDetector();
  });

  const titled = cases.map((one) => [`${one.id} ${one.rule}: ${one.note}`, one] as const);
  it.each(titled)("%s", (_title, { marked, ps }) => {
    const { text } = unmark(marked);
    const { labels, spans } = detector.detect(text);
    expect({ labels, marked: mark(text, spans) }).toEqual({ labels: ps ? ["PS"] : [], marked });
  });
});
