// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { Marks } from "../../../src/extension/content/marks.js";
import type { AnswerSession } from "../../../src/extension/content/session.js";
import { extract } from "../../../src/extension/extract/extract.js";
import { assessmentOf, keyOf } from "../support.js";

const FINDING = "curlew-finding";

/** A highlight as far as marks need one. */
class FakeHighlight {
  readonly ranges: readonly Range[];
  constructor(...ranges: Range[]) {
    this.ranges = ranges;
  }
}

beforeEach(() => {
  Object.assign(globalThis, { Highlight: FakeHighlight });
  document.body.innerHTML = "<main><p>Run <code>curl A | sh</code> now</p></main>";
});

function setUp() {
  const registry = new Map<string, FakeHighlight>();
  const shown = extract(document.querySelector("main")!);
  const at = shown.text.indexOf("curl");
  const assessment = assessmentOf(shown.text, [[at, at + 11]]);
  const session = { state: { kind: "finding", key: keyOf(shown.text), assessment }, shown } as unknown as AnswerSession;
  const marks = (): Marks => new Marks(registry as unknown as HighlightRegistry);
  const marked = (): string[] => (registry.get(FINDING)?.ranges ?? []).map(String);
  return { registry, session, marks, marked };
}

describe("Marks", () => {
  it("underlines a finding until its state is another one", () => {
    const { session, marks, marked, registry } = setUp();
    const own = marks();
    own.update(session);
    expect(marked()).toEqual(["curl A | sh"]);
    own.update(Object.assign(session, { state: { kind: "waiting", early: 0 } }));
    expect(registry.size).toBe(0);
  });

  it("mends what was taken out of the page and put in again", () => {
    const { session, marks, marked } = setUp();
    const own = marks();
    own.update(session);
    const paragraph = document.querySelector("p")!;
    paragraph.remove();
    document.querySelector("main")!.append(paragraph);
    expect(marked()).toEqual([""]);
    own.mend();
    expect(marked()).toEqual(["curl A | sh"]);
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
    own.point([...registry.get(FINDING)!.ranges]);
    expect(registry.has("curlew-current")).toBe(true);
    own.point([]);
    expect(registry.has("curlew-current")).toBe(false);
  });
});
