/** jsdom knows no pseudo-elements and complains when it is asked for one: here none of them holds anything. */
if ("window" in globalThis) {
  const { getComputedStyle } = window;
  window.getComputedStyle = (element, pseudo) =>
    pseudo === null || pseudo === undefined
      ? getComputedStyle(element)
      : ({ content: "none" } as CSSStyleDeclaration);
  globalThis.getComputedStyle = window.getComputedStyle;
}
