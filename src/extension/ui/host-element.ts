import { adopt } from "./adopt-style-sheet.js";
import { h } from "./dom.js";
import { followTheme } from "./theme.js";

/** Maximum number of times in succession that the element is inserted again after the page removed it. */
const MAX_RETURNS = 20;
/** If the last insertion is more than this many milliseconds ago, a removal counts as the first one again. */
const CALM_MS = 10_000;

/** The only element that the extension adds to a page. It is a child of the root element and has a closed shadow root. */
export class Host {
  readonly element = document.createElement("curlew-signs");
  private readonly life = new AbortController();
  private readonly observer: MutationObserver;
  private returns = 0;
  private lastReturn = 0;

  constructor(
    private readonly page: Document,
    styles: string,
    readonly layer: HTMLElement,
  ) {
    const { element } = this;
    element.setAttribute("data-curlew", "");
    // The styles are inline and important so that no rule of the page overrides them. `all` does not reset the direction.
    element.style.cssText =
      "all: initial !important; display: contents !important;" +
      "direction: ltr !important; unicode-bidi: isolate !important";
    const root = element.attachShadow({ mode: "closed" });
    applyStyles(root, styles);
    root.append(layer);
    page.documentElement.append(element);
    followTheme(page, (theme) => (element.dataset["theme"] = theme), this.life.signal);
    this.observer = new MutationObserver(() => this.comeBack());
    this.observer.observe(page.documentElement, { childList: true });
  }

  /** Inserts the element again if the page removed it. */
  comeBack(): void {
    if (this.element.isConnected || this.life.signal.aborted) return;
    const now = Date.now();
    this.returns = now - this.lastReturn > CALM_MS ? 1 : this.returns + 1;
    this.lastReturn = now;
    if (this.returns <= MAX_RETURNS) this.page.documentElement.append(this.element);
  }

  remove(): void {
    this.life.abort();
    this.observer.disconnect();
    this.element.remove();
  }
}

/**
 * Adds the styles to a shadow root, as a constructed style sheet if the browser allows extensions to do this. Firefox does not; there,
 * the page's content security policy allows a `style` element only if a script of the extension sets its whole text.
 */
function applyStyles(root: ShadowRoot, styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  if (adopt(root, sheet)) return;
  const style = h("style");
  style.textContent = styles;
  root.append(style);
}
