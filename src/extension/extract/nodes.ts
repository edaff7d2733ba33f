/** Node types, as constants because reading them from the page's `Node` for each node takes longer than the comparison. */
export const ELEMENT = 1;
export const TEXT = 3;

/** Returns the child elements of an element as an array, so that they can be filtered and mapped. */
export function childElements(parent: Element): Element[] {
  const children: Element[] = [];
  for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling)
    children.push(child);
  return children;
}

/** Calls `text` for each text child and `element` for each child element of a parent, in order. */
export function eachChild(
  parent: Element,
  text: (text: Text) => void,
  element: (element: Element) => void,
): void {
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === TEXT) text(node as Text);
    else if (node.nodeType === ELEMENT) element(node as Element);
  }
}
