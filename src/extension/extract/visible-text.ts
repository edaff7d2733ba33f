import type { Visibility } from "../adapter/visibility.js";
import type { Part } from "./inline.js";
import { ELEMENT, TEXT } from "./nodes.js";

/** The text below an element that a reader sees, in order; an element that holds nothing but text is one part. */
export function visibleText(element: Element, visibility: Visibility, parts: Part[] = []): Part[] {
  if (element.firstElementChild === null) {
    addPart(parts, element, element.textContent ?? "");
    return parts;
  }
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === TEXT) addPart(parts, node as Text, (node as Text).data);
    else if (node.nodeType === ELEMENT && !visibility.excludes(node as Element)) visibleText(node as Element, visibility, parts);
  }
  return parts;
}

function addPart(parts: Part[], origin: Part["origin"], text: string): void {
  if (text.length > 0) parts.push({ origin, text });
}
