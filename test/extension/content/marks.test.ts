// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { Marks } from "../../../src/extension/content/marks.js";
import type { AnswerSession } from "../../../src/extension/content/answer-session.js";
import { extract } from "../../../src/extension/extract/extract.js";
import { assessmentOf } from "../support.js";

const FINDING = "curlew-finding";

/** A minimal replacement for the browser's `Highlight`. */
class FakeHighlight {
  readonly ranges: readonly StaticRange[];
  constructor(...ranges: StaticRange[]) {
    this.ranges = ranges;
  }
}

beforeEach(() => {
  // jsdom has neither StaticRange nor Highlight.
  class FakeStaticRange {
    constructor(init: StaticRangeInit) {
      Object.assign(this, init);
    }
  }
  Object.assign(globalThis, { Highlight: FakeHighlight, StaticRange: FakeStaticRange });
  document.body.innerHTML = "<main><p>Run <code>curl A | sh</code> now</p></main>";
});

function setUp() {
  const registry = new Map<string, FakeHighlight>();
  const shown = extract(document.querySelector("main")!);
  const at = shown.text.indexOf("curl");
  const assessment = assessmentOf(shown.text, [[at, at + 11]]);
  const session = {
    isNear: true,
    evidence: { assessment, extraction: shown, complete: true },
  } as unknown as AnswerSession;
  const marks = (): Marks =>
    new Marks({ style: () => undefined }, registry as unknown as HighlightRegistry);
  const marked = (): string[] =>
    (registry.get(FINDING)?.ranges ?? []).map(({ startContainer, startOffset, endOffset }) =>
      (startContainer as Text).data.slice(startOffset, endOffset),
    );
  return { registry, session, marks, marked };
}

describe("Marks", () => {
  it("underlines a finding until the state changes", () => {
    const { session, marks, marked, registry } = setUp();
    const own = marks();
    own.update(session);
    expect(marked()).toEqual(["curl A | sh"]);
    own.update(Object.assign(session, { evidence: null }));
    expect(registry.size).toBe(0);
  });

  it("does not draw marks of an answer far outside the window", () => {
    const { session, marks, registry, marked } = setUp();
    const own = marks();
    own.update(session);
    own.update(Object.assign(session, { isNear: false }));
    expect(registry.size).toBe(0);
    own.update(Object.assign(session, { isNear: true }));
    expect(marked()).toEqual(["curl A | sh"]);
  });

  it("draws the same marks only once", () => {
    const { session, marks, registry } = setUp();
    const own = marks();
    own.update(session);
    const before = registry.get(FINDING);
    own.update(session);
    expect(registry.get(FINDING)).toBe(before);
  });

  it("marks findings that fetch only from known hosts differently", () => {
    const { session, marks, marked, registry } = setUp();
    Object.assign(session.evidence!.assessment, { known: [0] });
    marks().update(session);
    expect(marked()).toEqual([]);
    expect(registry.has("curlew-known")).toBe(true);
  });

  it("does not remove marks that a newer content script of the extension drew", () => {
    const { session, marks, marked } = setUp();
    const old = marks();
    old.update(session);
    marks().update(session);
    old.clear();
    expect(marked()).toEqual(["curl A | sh"]);
  });

  it("highlights the selected finding", () => {
    const { session, marks, registry } = setUp();
    const own = marks();
    own.update(session);
    own.setCurrent(session, [...registry.get(FINDING)!.ranges]);
    expect(registry.has("curlew-current")).toBe(true);
    // the updates of another answer and of this answer do not affect the highlight
    own.update({ isNear: true, evidence: session.evidence } as unknown as AnswerSession);
    own.update(Object.assign(session, { isNear: false }));
    expect(registry.has("curlew-current")).toBe(true);
    own.setCurrent(session, []);
    expect(registry.has("curlew-current")).toBe(false);
  });
});
