/** Gives a document or a shadow root a style sheet; false if the browser (Firefox) lets no script of an extension do so. */
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
