/** What tests need of jsdom's windows, which know no pseudo-elements and print a stack for each that is asked for. */

/** The styles of a window's elements, whose pseudo-elements hold nothing. */
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
