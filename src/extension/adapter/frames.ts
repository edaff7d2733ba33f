import { SELECTORS } from "./selectors.js";
import type { Site } from "./sites.js";

/** The frame of the block of code that a place is in: the site's, else the nearest box that holds the block and a button. */
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
