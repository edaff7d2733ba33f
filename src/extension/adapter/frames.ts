import { SELECTORS } from "./selectors.js";
import type { Site } from "./sites.js";

/**
 * Returns the frame of the code block that an element is in: the site's, else the nearest element that contains the block and a
 * button.
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
