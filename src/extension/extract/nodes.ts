/** Kinds of nodes. Constants of our own: a look at the page's `Node` for each node costs more than the comparison. */
export const ELEMENT = 1;
export const TEXT = 3;

/** The elements directly below one, as a list that asks the page no more. */
export function childElements(parent: Element): Element[] {
  const children: Element[] = [];
  for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling)
    children.push(child);
  return children;
}

/** Goes through what stands directly in an element, in order. */
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
