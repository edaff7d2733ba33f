import { SELECTORS } from "./selectors.js";
import type { Site } from "./sites.js";

/**
 * Returns the frame of the code block that contains an element, or null if the element is in no code block. The search starts at the
 * site's frame for the block, or else at the block itself, and returns the nearest ancestor-or-self that has a button and contains no
 * other code block. If there is none, the starting element is returned.
 */
export function frameOf(element: Element, answer: Element, site: Site): Element | null {
  const block = element.closest(SELECTORS.codeBlock) ?? element.closest(site.codeFrame);
  if (block === null || !answer.contains(block)) return null;
  const frame = block.closest(site.codeFrame) ?? block;
  for (let at: Element | null = frame; at !== null && at !== answer; at = at.parentElement) {
    if (at.querySelectorAll(SELECTORS.codeBlock).length > 1) break;
    if (at.querySelector("button") !== null) return at;
  }
  return frame;
}
