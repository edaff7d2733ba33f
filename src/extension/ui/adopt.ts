/** Adds a style sheet to a document or a shadow root; false if the browser (Firefox) does not allow that to scripts of extensions. */
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
