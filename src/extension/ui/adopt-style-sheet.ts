/** Adds a style sheet to a document or a shadow root. Returns false if the browser, like Firefox, does not allow extensions to do this. */
export function adopt(root: Document | ShadowRoot, sheet: CSSStyleSheet): boolean {
  try {
    const { adoptedStyleSheets } = root;
    if (!adoptedStyleSheets.includes(sheet))
      root.adoptedStyleSheets = [...adoptedStyleSheets, sheet];
    return true;
  } catch {
    return false;
  }
}
