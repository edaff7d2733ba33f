/** The function with which content scripts get closed shadow roots in Chromium; `shadowRoot` returns only open shadow roots. */
interface ChromiumDom {
  openOrClosedShadowRoot(element: Element): ShadowRoot | null;
}
/** The property with which content scripts get closed shadow roots in Firefox. */
type FirefoxElement = Element & { readonly openOrClosedShadowRoot?: ShadowRoot | null };

/** The HTML elements inside an answer that can have a shadow root, besides custom elements. */
const HOST_TAGS: ReadonlySet<string> = new Set(
  "ARTICLE ASIDE BLOCKQUOTE DIV FOOTER H1 H2 H3 H4 H5 H6 HEADER MAIN NAV P SECTION SPAN".split(" "),
);

/** Elements whose visible content is not part of the text of a shadow root. */
const OPAQUE_SELECTOR = "iframe, canvas, img, object, embed, textarea, input";

/** Yields the elements below `root` with visible content in their shadow root, open or closed. */
export function* shadowHosts(root: Element): Generator<Element> {
  for (const element of root.querySelectorAll("*")) {
    const { tagName } = element;
    if (!HOST_TAGS.has(tagName) && !tagName.includes("-")) continue;
    const shadow = shadowRootOf(element);
    if (shadow !== null && hasContent(shadow)) yield element;
  }
}

function shadowRootOf(element: Element): ShadowRoot | null {
  const { dom } = ((globalThis as { chrome?: unknown }).chrome ?? {}) as { dom?: ChromiumDom };
  if (dom !== undefined) return dom.openOrClosedShadowRoot(element);
  return (element as FirefoxElement).openOrClosedShadowRoot ?? element.shadowRoot;
}

function hasContent(shadow: ShadowRoot): boolean {
  if (shadow.querySelector(OPAQUE_SELECTOR) !== null) return true;
  for (const child of shadow.childNodes) {
    const isStyleOrScript = child.nodeName === "STYLE" || child.nodeName === "SCRIPT";
    if (!isStyleOrScript && child.nodeType !== 8 && /\S/.test(child.textContent ?? "")) return true;
  }
  return !shadowHosts(shadow as unknown as Element).next().done;
}
