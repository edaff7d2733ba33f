import { SELECTORS } from "./selectors.js";
import type { Site } from "./sites.js";

/**
 * Returns the frame of the code block that contains an element: from the site's frame or the block outwards, the first element with
 * a button, if it contains only this block; otherwise the site's frame or the block. Null if the element is in no code block.
 */
export function frameOf(place: Element, answer: Element, site: Site): Element | null {
  const block = place.closest(SELECTORS.codeBlock) ?? place.closest(site.codeFrame);
  if (block === null || !answer.contains(block)) return null;
  const frame = block.closest(site.codeFrame) ?? block;
  for (let at: Element | null = frame; at !== null && at !== answer; at = at.parentElement) {
    if (at.querySelectorAll(SELECTORS.codeBlock).length > 1) break;
    if (at.querySelector("button") !== null) return at;
  }
  return frame;
}
