// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnswerUi } from "../../../src/extension/ui/answer-ui.js";
import type { HitTester } from "../../../src/extension/ui/hit-tester.js";
import { Placer } from "../../../src/extension/ui/placer.js";

/** Creates a page with one answer. The page takes `cost` milliseconds to report the element at a position. */
function setUp(cost: number) {
  document.body.innerHTML = "<main><div id=answer></div></main>";
  const element = document.createElement("div");
  const looks: number[] = [];
  const moves: { at: number; isAway: boolean }[] = [];
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now + Date.now());
  const ui = {
    answer: document.getElementById("answer")!,
    isBeingWritten: false,
    column: null,
    isInView: () => true,
    band: () => ({ top: 0, bottom: 800 }),
    doubt: () => undefined,
    find() {
      looks.push(performance.now());
      now += cost;
    },
    follow: () => ({ sign: { x: 1, y: 1 }, warnings: [] }),
    move: () => moves.push({ at: performance.now(), isAway: element.hasAttribute("data-away") }),
  };
  const life = new AbortController();
  const placer = new Placer(
    document,
    {} as HitTester,
    { element, uis: () => [ui as unknown as AnswerUi], rested: () => undefined },
    life.signal,
  );
  return {
    element,
    looks,
    moves,
    placer,
    scroll: () => document.querySelector("main")!.dispatchEvent(new Event("scroll")),
  };
}

const isAway = (element: Element): boolean => element.hasAttribute("data-away");

beforeEach(() =>
  vi.useFakeTimers({
    now: 0,
    toFake: ["setTimeout", "clearTimeout", "Date", "requestAnimationFrame", "cancelAnimationFrame"],
  }),
);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a page that has to report the element at a position", () => {
  it("is queried again only after a second if it is slow, but all signs are shown when it stops scrolling", () => {
    const { element, looks, moves, placer, scroll } = setUp(350);
    placer.place();
    vi.advanceTimersByTime(200);
    expect(looks).toHaveLength(1);
    scroll();
    expect(isAway(element)).toBe(true);
    vi.advanceTimersByTime(200);
    expect(isAway(element)).toBe(false);
    // the sign is moved to its known position before it is shown again
    expect(moves.at(-1)).toMatchObject({ isAway: true });
    expect(looks).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(looks).toHaveLength(2);
    expect(looks[1]! - looks[0]!).toBeLessThan(1_500);
  });

  it("has no signs while it scrolls", () => {
    const { element, placer, scroll } = setUp(350);
    placer.place();
    vi.advanceTimersByTime(200);
    scroll();
    for (let step = 1; step <= 20; step++) {
      document.documentElement.scrollTop = step;
      document.querySelector("main")!.scrollTop = step;
      vi.advanceTimersByTime(50);
      expect(isAway(element)).toBe(true);
    }
    vi.advanceTimersByTime(250);
    expect(isAway(element)).toBe(false);
  });

  it("is queried again at once if it is fast", () => {
    const { looks, placer, scroll } = setUp(1);
    placer.place();
    vi.advanceTimersByTime(200);
    scroll();
    vi.advanceTimersByTime(200);
    expect(looks).toHaveLength(2);
  });
});
