/** Adapts windows of jsdom, which does not support pseudo-elements and prints a stack trace when their style is requested. */

/** Returns a replacement for a window's `getComputedStyle` that returns an empty style for pseudo-elements. */
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
