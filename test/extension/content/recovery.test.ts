// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FIRST_MS, MAX_DELAY_MS, Recovery } from "../../../src/extension/content/recovery.js";

let visibility: DocumentVisibilityState = "visible";
beforeEach(() => {
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function setUp() {
  const world = { isNeeded: true, isUp: false, probes: 0, passed: 0 };
  const life = new AbortController();
  const recovery = new Recovery(
    document,
    {
      isNeeded: () => world.isNeeded,
      probe: () => {
        world.probes++;
        return Promise.resolve(world.isUp);
      },
      recovered: () => {
        world.passed++;
        world.isNeeded = false;
      },
    },
    life.signal,
  );
  return { world, recovery, life };
}

describe("a request that failed temporarily", () => {
  it("is retried at growing intervals, and its success is reported once", async () => {
    const { world, recovery } = setUp();
    for (let answer = 0; answer < 50; answer++) recovery.failed();
    await vi.advanceTimersByTimeAsync(FIRST_MS - 1);
    expect(world.probes).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.probes).toBe(1);
    await vi.advanceTimersByTimeAsync(FIRST_MS * 2);
    expect(world.probes).toBe(2);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.probes).toBeLessThan(2 + 6 + 600_000 / MAX_DELAY_MS);
    world.isUp = true;
    await vi.advanceTimersByTimeAsync(MAX_DELAY_MS);
    expect(world.passed).toBe(1);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.passed).toBe(1);
  });

  it("is not retried while the page is hidden, and is retried when it is shown", async () => {
    const { world, recovery } = setUp();
    visibility = "hidden";
    recovery.failed();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.probes).toBe(0);
    visibility = "visible";
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(world.probes).toBe(1);
  });

  it("is retried after the first interval again after an earlier success, but not after the page has ended", async () => {
    const { world, recovery, life } = setUp();
    recovery.failed();
    await vi.advanceTimersByTimeAsync(FIRST_MS * 20);
    world.isNeeded = false;
    recovery.succeeded();
    const { probes } = world;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.probes).toBe(probes);
    world.isNeeded = true;
    recovery.failed();
    await vi.advanceTimersByTimeAsync(FIRST_MS);
    expect(world.probes).toBe(probes + 1);
    life.abort();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.probes).toBe(probes + 1);
  });
});
