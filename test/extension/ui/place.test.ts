import { describe, expect, it } from "vitest";
import {
  bandOf,
  boxAt,
  followSign,
  isWithin,
  meet,
  placeNotice,
  placeSign,
  placeWarning,
  probes,
  SIGN,
  type Box,
} from "../../../src/extension/ui/placement.js";

const VIEW = { width: 1000, height: 800 };
const BAND = { top: 0, bottom: 800 };
const everywhere = (): boolean => true;
const without =
  (...taken: Box[]) =>
  (at: Box): boolean =>
    taken.every(
      (box) =>
        at.right <= box.left ||
        at.left >= box.right ||
        at.bottom <= box.top ||
        at.top >= box.bottom,
    );

describe("placeSign", () => {
  it("returns the margin before the first line", () => {
    expect(
      placeSign({ left: 100, right: 700, top: 200, bottom: 500 }, VIEW, BAND, everywhere),
    ).toEqual({ dx: -30, down: 0, shape: "full" });
  });
  it("returns the right margin for right-to-left text", () => {
    expect(
      placeSign({ left: 100, right: 700, top: 200, bottom: 500 }, VIEW, BAND, everywhere, true),
    ).toEqual({ dx: 606, down: 0, shape: "full" });
  });
  it("returns the other margin if the page occupies the first one, or a position below a header", () => {
    const answer = { left: 100, right: 700, top: -300, bottom: 500 };
    expect(
      placeSign(answer, VIEW, BAND, without({ left: 60, right: 100, top: 0, bottom: 800 })),
    ).toEqual({ dx: 606, down: 0, shape: "full" });
    expect(
      placeSign(answer, VIEW, BAND, without({ left: 0, right: 1000, top: 0, bottom: 52 })),
    ).toEqual({ dx: -30, down: 56, shape: "full" });
  });
  it("returns the shape of a bar if the margin is narrow", () => {
    expect(
      placeSign({ left: 16, right: 984, top: 200, bottom: 500 }, VIEW, BAND, everywhere),
    ).toEqual({ dx: -10, down: 0, shape: "bar" });
  });
  it("returns a position only if a part of the answer is visible", () => {
    expect(
      placeSign({ left: 100, right: 700, top: -900, bottom: 500 }, VIEW, BAND, everywhere)?.down,
    ).toBe(0);
    expect(
      placeSign({ left: 100, right: 700, top: -900, bottom: -1 }, VIEW, BAND, everywhere),
    ).toBeNull();
    expect(
      placeSign({ left: 100, right: 700, top: 900, bottom: 1200 }, VIEW, BAND, everywhere),
    ).toBeNull();
    expect(
      placeSign({ left: 0, right: 0, top: 100, bottom: 100 }, VIEW, BAND, everywhere),
    ).toBeNull();
  });
  it("returns null if the sign would cover elements of the page at every position", () => {
    expect(
      placeSign({ left: 100, right: 700, top: 200, bottom: 500 }, VIEW, BAND, () => false),
    ).toBeNull();
  });
});

describe("placeWarning", () => {
  const SIZES = [
    { width: 160, height: 24 },
    { width: 24, height: 24 },
  ];
  const buttons = { left: 600, right: 680, top: 100, bottom: 130 };
  it("returns a position left or right of the buttons, for the largest size that fits", () => {
    expect(placeWarning(buttons, SIZES, VIEW, everywhere)).toEqual({
      spot: { x: 434, y: 103 },
      size: 0,
    });
    expect(
      placeWarning(buttons, SIZES, VIEW, without({ left: 400, right: 560, top: 0, bottom: 200 })),
    ).toEqual({ spot: { x: 686, y: 103 }, size: 0 });
    expect(
      placeWarning(
        buttons,
        SIZES,
        VIEW,
        without(
          { left: 0, right: 570, top: 0, bottom: 200 },
          { left: 720, right: 1000, top: 0, bottom: 200 },
        ),
      ),
    ).toEqual({ spot: { x: 570, y: 103 }, size: 1 });
    // the smallest warning is closer to the buttons if it does not fit otherwise
    const narrow = without(
      { left: 0, right: 574, top: 0, bottom: 200 },
      { left: 690, right: 1000, top: 0, bottom: 200 },
    );
    expect(placeWarning(buttons, SIZES, VIEW, narrow)).toEqual({
      spot: { x: 574, y: 103 },
      size: 1,
    });
    expect(placeWarning(buttons, SIZES, VIEW, () => false)).toBeNull();
    expect(placeWarning({ ...buttons, top: -60, bottom: -30 }, SIZES, VIEW, everywhere)).toBeNull();
  });
});

describe("bandOf", () => {
  it("excludes elements that cover the top and bottom of the window", () => {
    const [header, foot] = [
      { top: 0, bottom: 52 },
      { top: 700, bottom: 800 },
    ];
    expect(bandOf(VIEW, (y) => (y < 52 ? header : y > 700 ? foot : null))).toEqual({
      top: 52,
      bottom: 700,
    });
    expect(bandOf(VIEW, () => null)).toEqual({ top: 0, bottom: 800 });
    expect(bandOf({ width: 300, height: 60 }, (y) => ({ top: y - 1, bottom: y + 1 }))).toEqual({
      top: 30,
      bottom: 30,
    });
  });
  it("excludes a header that contains a button at the edge of the window", () => {
    const button = { top: 10, bottom: 40 };
    expect(
      bandOf(VIEW, (y) => (y > 10 && y < 40 ? button : y < 60 ? { top: 0, bottom: 60 } : null)),
    ).toEqual({ top: 60, bottom: 800 });
  });
});

describe("followSign", () => {
  it("returns the position of the sign beside its answer, within the band", () => {
    const beside = { dx: -30, down: 0, shape: "full" } as const;
    const band = { top: 64, bottom: 700 };
    expect(followSign({ left: 100, right: 700, top: 200, bottom: 500 }, BAND, beside)).toEqual({
      x: 70,
      y: 200,
    });
    expect(
      followSign({ left: 100, right: 700, top: 200, bottom: 500 }, BAND, { ...beside, down: 28 }),
    ).toEqual({ x: 70, y: 228 });
    expect(followSign({ left: 100, right: 700, top: -200, bottom: 500 }, band, beside)).toEqual({
      x: 70,
      y: 64,
    });
    expect(followSign({ left: 100, right: 700, top: -200, bottom: 60 }, band, beside)).toBeNull();
    expect(followSign({ left: 0, right: 0, top: 100, bottom: 100 }, band, beside)).toBeNull();
  });
});

describe("probes", () => {
  it("returns points without gaps between them in which a button would fit", () => {
    for (const size of Object.values(SIGN)) {
      const spots = probes(boxAt({ x: 0, y: 0 }, size));
      expect(spots.every(({ x, y }) => x > 0 && x < size.width && y > 0 && y < size.height)).toBe(
        true,
      );
      expect(Math.min(...spots.map(({ x }) => x))).toBeLessThanOrEqual(1);
      expect(Math.max(...spots.map(({ y }) => y))).toBeGreaterThanOrEqual(size.height - 1);
      expect(spots).toHaveLength(5);
    }
  });
});

describe("boxes", () => {
  const box = { left: 10, right: 30, top: 10, bottom: 30 };
  it("meet if they share more than an edge", () => {
    expect(meet(box, { left: 29, right: 40, top: 0, bottom: 11 })).toBe(true);
    expect(meet(box, { left: 30, right: 40, top: 10, bottom: 30 })).toBe(false);
  });
  it("are within another box even if they share an edge", () => {
    expect(isWithin(box, box)).toBe(true);
    expect(isWithin(box, { ...box, bottom: 29 })).toBe(false);
  });
});

describe("placeNotice", () => {
  const size = { width: 300, height: 100 };
  const button = { left: 600, right: 680, top: 300, bottom: 330 };
  const command = { left: 100, right: 500, top: 340, bottom: 360 };
  it("returns a position below or above the button that does not cover the command", () => {
    expect(placeNotice(button, [command], size, VIEW)).toEqual({ x: 380, y: 192 });
    expect(placeNotice(button, [{ ...command, right: 370 }], size, VIEW)).toEqual({
      x: 380,
      y: 338,
    });
  });
  it("returns a position below the command if there is no space above it, or in a corner", () => {
    const up = { ...button, top: 40, bottom: 70 };
    const long = { ...command, top: 80, bottom: 200 };
    expect(placeNotice(up, [long], size, VIEW)).toEqual({ x: 380, y: 208 });
    const tall = { left: 0, right: 690, top: 0, bottom: 800 };
    expect(placeNotice(up, [tall], size, VIEW)).toEqual({ x: 692, y: 78 });
  });
  it("returns the position that covers least if there is no free space", () => {
    const { x, y } = placeNotice(
      button,
      [{ left: 0, right: 1000, top: 0, bottom: 790 }],
      size,
      VIEW,
    );
    expect({ x, y }).toEqual({ x: 380, y: 692 });
  });
});
