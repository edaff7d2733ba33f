/** Returns the theme of a page, from the classes of its root element or else from the system's setting. */
export function pageTheme(document: Document): "dark" | "light" {
  const root = document.documentElement;
  if (root.classList.contains("dark")) return "dark";
  if (root.classList.contains("light")) return "light";
  return preference(document)?.matches ? "dark" : "light";
}

function preference({ defaultView }: Document): MediaQueryList | undefined {
  return defaultView?.matchMedia("(prefers-color-scheme: dark)");
}

/** Calls `apply` now and whenever the theme may have changed, until the signal is aborted. */
export function followTheme(
  document: Document,
  apply: (theme: "dark" | "light") => void,
  signal: AbortSignal,
): void {
  const update = (): void => apply(pageTheme(document));
  const observer = new MutationObserver(update);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  preference(document)?.addEventListener("change", update, { signal });
  signal.addEventListener("abort", () => observer.disconnect());
  update();
}
