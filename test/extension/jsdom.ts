/** Adapts windows of jsdom, which does not support pseudo-elements and prints a stack trace for each request of their styles. */

/** Returns a window's `getComputedStyle`, with empty styles for pseudo-elements. */
export function styleOf({ getComputedStyle }: Pick<Window, "getComputedStyle">) {
  return (element: Element, pseudo?: string | null): CSSStyleDeclaration =>
    pseudo === null || pseudo === undefined
      ? getComputedStyle(element)
      : ({ content: "none" } as CSSStyleDeclaration);
}

if ("window" in globalThis) {
  window.getComputedStyle = styleOf(window);
  globalThis.getComputedStyle = window.getComputedStyle;
}
