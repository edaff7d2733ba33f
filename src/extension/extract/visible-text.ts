import { isExcluded } from "../adapter/visibility.js";

/** The text nodes of an element that a reader sees. */
export function visibleText(element: Element): Text[] {
  const nodes: Text[] = [];
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === Node.TEXT_NODE) nodes.push(node as Text);
    else if (node.nodeType === Node.ELEMENT_NODE && !isExcluded(node as Element)) nodes.push(...visibleText(node as Element));
  }
  return nodes;
}
