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

/** Space between a badge and what it belongs to. */
const GAP = 8;
/** The site's own header stays free. */
const TOP = 60;

/**
 * Where a badge stands: beside its answer if there is room, else above its right upper corner. It stays
 * in sight as long as a part of the answer does; null where the answer is out of sight.
 */
export function placeBadge(answer: Box, badge: Size, view: Size): { readonly x: number; readonly y: number } | null {
  if (answer.bottom < TOP || answer.top > view.height || answer.right - answer.left < 1) return null;
  const beside = answer.right + GAP + badge.width + GAP <= view.width;
  const top = beside ? answer.top : answer.top - badge.height - GAP / 2;
  const x = beside ? answer.right + GAP : Math.min(answer.right, view.width - GAP) - badge.width;
  const y = Math.max(TOP, Math.min(top, view.height - badge.height - GAP));
  // It never leaves its answer at the lower end.
  return { x: Math.max(GAP, x), y: Math.min(y, Math.max(answer.bottom - badge.height, top)) };
}

/** Where the warning beside a code block's own buttons stands: left of them, or right of them where there is no room. */
export function placeWarning(buttons: Box, warning: Size, view: Size): { readonly x: number; readonly y: number } | null {
  if (buttons.bottom < 0 || buttons.top > view.height || buttons.right - buttons.left < 1) return null;
  const left = buttons.left - GAP - warning.width;
  return { x: left >= 0 ? left : buttons.right + GAP, y: (buttons.top + buttons.bottom - warning.height) / 2 };
}
