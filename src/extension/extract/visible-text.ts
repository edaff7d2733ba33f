import type { Visibility } from "../adapter/visibility.js";
import type { Part } from "./inline.js";
import { eachChild } from "./nodes.js";

/** The text below an element that a reader sees, in order; an element that holds nothing but text is one part. */
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
