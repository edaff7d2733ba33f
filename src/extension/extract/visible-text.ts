import type { Visibility } from "../adapter/visibility.js";

/** Adds the text nodes of an element that a reader sees, in order. */
export function addVisibleText(element: Element, visibility: Visibility, nodes: Text[]): Text[] {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === Node.TEXT_NODE) nodes.push(node as Text);
    else if (node.nodeType === Node.ELEMENT_NODE && !visibility.excludes(node as Element)) addVisibleText(node as Element, visibility, nodes);
  }
  return nodes;
}
