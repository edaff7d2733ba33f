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

/** How a sign is drawn: as a button with a figure, or as a bar where there is room for no more. */
export type Shape = "full" | "bar";

export const SIGN: Readonly<Record<Shape, Size>> = { full: { width: 24, height: 24 }, bar: { width: 8, height: 24 } };

/** Space between a sign and what it belongs to. */
const GAP = 6;
/** Steps down in which a free place is looked for: what covers the beginning of an answer is a header at most. */
const STEP = 28;
const STEPS = 4;

/** Whether nothing of the page stands at a box but what carries the answer. */
export type IsFree = (box: Box) => boolean;

export function boxAt({ x, y }: Spot, { width, height }: Size): Box {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/**
 * Where the sign of an answer stands: in the margin beside it, at the first place that is free, as long as a part
 * of the answer is in sight. Null where there is none: the page's own things come first.
 */
export function placeSign(answer: Box, view: Size, isFree: IsFree): { readonly spot: Spot; readonly shape: Shape } | null {
  if (answer.right - answer.left < 1) return null;
  const first = Math.max(answer.top, 0);
  const last = Math.max(Math.min(answer.bottom, view.height) - SIGN.full.height, Math.min(answer.top, view.height - SIGN.full.height));
  if (answer.bottom < 0 || first > last + STEP) return null;
  for (const shape of ["full", "bar"] as const) {
    const { width } = SIGN[shape];
    const gap = shape === "full" ? GAP : 2;
    for (const x of [answer.left - gap - width, answer.right + gap]) {
      if (x < 1 || x + width > view.width - 1) continue;
      for (let step = 0; step < STEPS && first + step * STEP <= last; step++) {
        const spot = { x, y: first + step * STEP };
        if (isFree(boxAt(spot, SIGN[shape]))) return { spot, shape };
      }
    }
  }
  return null;
}

/** Where the warning of a code block stands: left of its buttons, or right of them, on their line; null where nothing is free. */
export function placeWarning(buttons: Box, sizes: readonly Size[], view: Size, isFree: IsFree): { readonly spot: Spot; readonly size: number } | null {
  if (buttons.bottom < 0 || buttons.top > view.height || buttons.right - buttons.left < 1) return null;
  for (const [index, size] of sizes.entries()) {
    const y = (buttons.top + buttons.bottom - size.height) / 2;
    for (const x of [buttons.left - GAP - size.width, buttons.right + GAP]) {
      if (x >= 0 && x + size.width <= view.width && isFree(boxAt({ x, y }, size))) return { spot: { x, y }, size: index };
    }
  }
  return null;
}

/** The places of a box at which is asked what stands there: its corners, the middles of its sides, its middle; more of them in a wide one. */
export function probes({ left, top, right, bottom }: Box): Spot[] {
  const columns = Math.max(2, Math.ceil((right - left) / 16));
  const spots: Spot[] = [];
  for (const y of [top + 1, (top + bottom) / 2, bottom - 1]) {
    for (let column = 0; column <= columns; column++) spots.push({ x: left + 1 + ((right - left - 2) * column) / columns, y });
  }
  return spots;
}
