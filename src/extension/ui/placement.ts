/** A box in the viewport, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** How a sign is drawn: as a button with an icon, or as a bar if there is little space. */
export type Shape = "full" | "bar";

export const SIGN: Readonly<Record<Shape, Size>> = {
  full: { width: 24, height: 24 },
  bar: { width: 8, height: 24 },
};

/** Space between a sign and its answer or block, in pixels. */
const GAP = 6;
const NARROW_GAP = 2;
/** Height in pixels and number of the downward steps of the search for a free position; few suffice, since only a header covers the top. */
const STEP = 28;
const STEPS = 4;

/** Whether a box covers nothing of the page but the answer's background. */
export type IsFree = (box: Box) => boolean;

export function meet(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

export function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}

export function boxAt({ x, y }: Spot, { width, height }: Size): Box {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** The position of a sign: `dx` pixels from the left edge of its answer, and `down` pixels below the first possible position. */
export interface Column {
  readonly dx: number;
  readonly down: number;
  readonly shape: Shape;
}

/** Returns the first and the last possible position of the top of a sign. */
function rangeOf(answer: Box, band: Band): { readonly first: number; readonly last: number } {
  const { height } = SIGN.full;
  const first = Math.max(answer.top, band.top);
  // An answer of one line may be less high than its sign.
  const last = Math.min(Math.max(answer.bottom - height, answer.top), band.bottom - height);
  return { first, last };
}

/** Returns the position of a sign that moves with its answer; null if the answer is not visible. */
export function followSign(answer: Box, band: Band, { dx, down }: Column): Spot | null {
  const { first, last } = rangeOf(answer, band);
  return first > last || answer.right - answer.left < 1
    ? null
    : { x: answer.left + dx, y: Math.min(first + down, last) };
}

/**
 * Returns the first free position for an answer's sign: in the margin where lines begin, or else in the margin where they end. Null if
 * no part of the answer is visible, or if every position would cover elements of the page.
 */
export function placeSign(
  answer: Box,
  view: Size,
  band: Band,
  isFree: IsFree,
  isRightToLeft = false,
): Column | null {
  if (answer.right - answer.left < 1) return null;
  const { first, last } = rangeOf(answer, band);
  if (first > last) return null;
  for (const shape of ["full", "bar"] as const) {
    const { width } = SIGN[shape];
    const gap = shape === "full" ? GAP : NARROW_GAP;
    const sides = [answer.left - gap - width, answer.right + gap];
    for (const x of isRightToLeft ? sides.reverse() : sides) {
      if (x < 1 || x + width > view.width - 1) continue;
      for (let down = 0; down < STEPS * STEP && first + down <= last; down += STEP) {
        if (isFree(boxAt({ x, y: first + down }, SIGN[shape])))
          return { dx: x - answer.left, down, shape };
      }
    }
  }
  return null;
}

/** A free position, and the index of the size that fits there. */
export interface Fit {
  readonly spot: Spot;
  readonly size: number;
}

/** Returns the position of a code block's warning: to the left or right of its buttons, on their line; null if nothing is free. */
export function placeWarning(
  buttons: Box,
  sizes: readonly Size[],
  view: Size,
  isFree: IsFree,
): Fit | null {
  if (buttons.bottom < 0 || buttons.top > view.height || buttons.right - buttons.left < 1)
    return null;
  for (const [index, size] of sizes.entries()) {
    const y = (buttons.top + buttons.bottom - size.height) / 2;
    // The smallest size may be closer to the buttons, so that it also fits in a narrow window.
    for (const gap of index === sizes.length - 1 ? [GAP, NARROW_GAP] : [GAP]) {
      for (const x of [buttons.left - gap - size.width, buttons.right + gap]) {
        if (x >= 0 && x + size.width <= view.width && isFree(boxAt({ x, y }, size)))
          return { spot: { x, y }, size: index };
      }
    }
  }
  return null;
}

/** Space between a notice and the boxes that it is about, in pixels. */
const NOTICE_GAP = 8;

/**
 * Returns the position of a notice: below or above `at`, below or above all boxes in `about`, or in a corner of the window. It is the
 * first of these positions at which the notice covers none of the boxes, or else the one at which it covers the smallest area of them.
 */
export function placeNotice(
  at: Box,
  about: readonly Box[],
  { width, height }: Size,
  view: Size,
): Spot {
  const last = { x: view.width - width - NOTICE_GAP, y: view.height - height - NOTICE_GAP };
  const clamp = (value: number, most: number): number =>
    Math.round(Math.max(NOTICE_GAP, Math.min(value, most)));
  const seen = about.filter(({ top, bottom }) => bottom > 0 && top < view.height);
  const all = [at, ...seen];
  const x = clamp(at.right - width, last.x);
  const heights = [
    at.bottom + NOTICE_GAP,
    at.top - NOTICE_GAP - height,
    Math.max(...all.map(({ bottom }) => bottom)) + NOTICE_GAP,
    Math.min(...all.map(({ top }) => top)) - NOTICE_GAP - height,
    last.y,
    NOTICE_GAP,
  ];
  let best: Spot = { x, y: clamp(at.bottom + NOTICE_GAP, last.y) };
  let least = Infinity;
  for (const side of [x, last.x, NOTICE_GAP]) {
    for (const top of heights) {
      if (top < NOTICE_GAP || top > last.y) continue;
      const spot = { x: clamp(side, last.x), y: Math.round(top) };
      const box = boxAt(spot, { width, height });
      const covered = all.reduce((sum, each) => sum + commonArea(box, each), 0);
      if (covered === 0) return spot;
      if (covered < least) [best, least] = [spot, covered];
    }
  }
  return best;
}

function commonArea(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Returns the points of a box that are tested: its center and its corners. */
export function probes({ left, top, right, bottom }: Box): Spot[] {
  const corners = [left + 1, right - 1].flatMap((x) =>
    [top + 1, bottom - 1].map((y) => ({ x, y })),
  );
  return [{ x: (left + right) / 2, y: (top + bottom) / 2 }, ...corners];
}

/** The part of the window, from `top` to `bottom`, that no header and no input field covers. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** The minimum step in which the ends of the band are searched for, and the maximum distance from the ends of the window, in pixels. */
const MIN_BAND_STEP = 16;
const MAX_BAND_DEPTH = 192;

/** Finds the band by skipping everything that covers the ends of the window; `coverAt` returns the box that covers a height, or null. */
export function bandOf(
  view: Size,
  coverAt: (y: number) => Pick<Box, "top" | "bottom"> | null,
): Band {
  const depth = Math.min(MAX_BAND_DEPTH, view.height / 2);
  let top = 0;
  let bottom = view.height;
  for (let cover = coverAt(top + 2); cover !== null && top < depth; cover = coverAt(top + 2)) {
    top = Math.min(Math.max(top + MIN_BAND_STEP, cover.bottom), depth);
  }
  for (
    let cover = coverAt(bottom - 2);
    cover !== null && bottom > view.height - depth;
    cover = coverAt(bottom - 2)
  ) {
    bottom = Math.max(Math.min(bottom - MIN_BAND_STEP, cover.top), view.height - depth);
  }
  return { top, bottom };
}
