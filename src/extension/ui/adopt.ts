/** Adds a style sheet to a document or a shadow root. Returns false if the browser does not allow this to extensions, as Firefox. */
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
