import type { Visibility } from "../adapter/visibility.js";
import type { Part } from "./inline-run.js";
import { eachChild } from "./nodes.js";

/** Returns the visible text below an element, in order; an element that contains only text is one part. */
export function visibleText(element: Element, visibility: Visibility, parts: Part[] = []): Part[] {
  if (element.firstElementChild === null) {
    addPart(parts, element, element.textContent ?? "");
    return parts;
  }
  eachChild(
    element,
    (text) => addPart(parts, text, text.data),
    (child) => {
      if (!visibility.excludes(child)) visibleText(child, visibility, parts);
    },
  );
  return parts;
}

function addPart(parts: Part[], origin: Part["origin"], text: string): void {
  if (text.length > 0) parts.push({ origin, text });
}
