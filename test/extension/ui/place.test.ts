import { describe, expect, it } from "vitest";
import { placeBadge, placeWarning } from "../../../src/extension/ui/place.js";

const VIEW = { width: 1000, height: 800 };
const BADGE = { width: 160, height: 26 };

describe("placeBadge", () => {
  it("stands beside the answer where there is room", () => {
    expect(placeBadge({ left: 100, right: 700, top: 200, bottom: 500 }, BADGE, VIEW)).toEqual({ x: 708, y: 200 });
  });
  it("stands above the right corner where there is none", () => {
    expect(placeBadge({ left: 20, right: 980, top: 200, bottom: 500 }, BADGE, VIEW)).toEqual({ x: 820, y: 170 });
  });
  it("stays in sight as long as a part of the answer does", () => {
    expect(placeBadge({ left: 100, right: 700, top: -900, bottom: 500 }, BADGE, VIEW)).toEqual({ x: 708, y: 60 });
    expect(placeBadge({ left: 100, right: 700, top: -900, bottom: 70 }, BADGE, VIEW)).toEqual({ x: 708, y: 44 });
  });
  it("stays within a narrow or zoomed view", () => {
    const place = placeBadge({ left: 0, right: 320, top: 200, bottom: 500 }, BADGE, { width: 320, height: 400 })!;
    expect(place.x).toBeGreaterThanOrEqual(8);
    expect(place.x + BADGE.width).toBeLessThanOrEqual(320);
  });
  it("is nowhere for an answer out of sight or without a box", () => {
    expect(placeBadge({ left: 100, right: 700, top: 900, bottom: 1200 }, BADGE, VIEW)).toBeNull();
    expect(placeBadge({ left: 100, right: 700, top: -900, bottom: -100 }, BADGE, VIEW)).toBeNull();
    expect(placeBadge({ left: 0, right: 0, top: 100, bottom: 100 }, BADGE, VIEW)).toBeNull();
  });
});

describe("placeWarning", () => {
  it("stands left of the buttons, else right of them, and never on them", () => {
    expect(placeWarning({ left: 600, right: 680, top: 100, bottom: 130 }, BADGE, VIEW)).toEqual({ x: 432, y: 102 });
    expect(placeWarning({ left: 8, right: 88, top: 100, bottom: 130 }, BADGE, VIEW)).toEqual({ x: 96, y: 102 });
    expect(placeWarning({ left: 8, right: 88, top: -60, bottom: -30 }, BADGE, VIEW)).toBeNull();
  });
});
