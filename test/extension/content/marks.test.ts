// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { Marks } from "../../../src/extension/content/marks.js";
import type { AnswerSession } from "../../../src/extension/content/session.js";
import { extract } from "../../../src/extension/extract/extract.js";
import { assessmentOf } from "../support.js";

const FINDING = "curlew-finding";

/** A highlight as far as marks need one. */
class FakeHighlight {
  readonly ranges: readonly StaticRange[];
  constructor(...ranges: StaticRange[]) {
    this.ranges = ranges;
  }
}

beforeEach(() => {
  // What the browser has and the stand-in for it lacks.
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
  it("underlines a finding until its state is another one", () => {
    const { session, marks, marked, registry } = setUp();
    const own = marks();
    own.update(session);
    expect(marked()).toEqual(["curl A | sh"]);
    own.update(Object.assign(session, { evidence: null }));
    expect(registry.size).toBe(0);
  });

  it("draws nothing of an answer that is far away", () => {
    const { session, marks, registry, marked } = setUp();
    const own = marks();
    own.update(session);
    own.update(Object.assign(session, { isNear: false }));
    expect(registry.size).toBe(0);
    own.update(Object.assign(session, { isNear: true }));
    expect(marked()).toEqual(["curl A | sh"]);
  });

  it("redraws nothing where nothing changed", () => {
    const { session, marks, registry } = setUp();
    const own = marks();
    own.update(session);
    const before = registry.get(FINDING);
    own.update(session);
    expect(registry.get(FINDING)).toBe(before);
  });

  it("keeps apart what a person said to know", () => {
    const { session, marks, marked, registry } = setUp();
    Object.assign(session.evidence!.assessment, { known: [0] });
    marks().update(session);
    expect(marked()).toEqual([]);
    expect(registry.has("curlew-known")).toBe(true);
  });

  it("leaves alone what another script of the extension drew in the meantime", () => {
    const { session, marks, marked } = setUp();
    const old = marks();
    old.update(session);
    marks().update(session);
    old.clear();
    expect(marked()).toEqual(["curl A | sh"]);
  });

  it("says which finding is meant", () => {
    const { session, marks, registry } = setUp();
    const own = marks();
    own.update(session);
    own.point(session, [...registry.get(FINDING)!.ranges]);
    expect(registry.has("curlew-current")).toBe(true);
    // Others that come and go leave it alone.
    own.update({ isNear: true, evidence: session.evidence } as unknown as AnswerSession);
    own.update(Object.assign(session, { isNear: false }));
    expect(registry.has("curlew-current")).toBe(true);
    own.point(session, []);
    expect(registry.has("curlew-current")).toBe(false);
  });
});
