/** Kinds of nodes. Constants of our own: a look at the page's `Node` for each node costs more than the comparison. */
export const ELEMENT = 1;
export const TEXT = 3;

/** The elements directly below one, as a list that asks the page no more. */
export function childElements(parent: Element): Element[] {
  const children: Element[] = [];
  for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) children.push(child);
  return children;
}
