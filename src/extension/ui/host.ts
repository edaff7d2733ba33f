import { adopt } from "./adopt.js";
import { h } from "./dom.js";
import { followTheme } from "./theme.js";

/** The host is put back this often in a row; a page that throws it out more often than that wins. */
const MAX_RETURNS = 20;
const CALM_MS = 10_000;

/** The one element that the extension adds to a page, outside of everything the page made, with a closed shadow root. */
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
    // In the element itself and important, or a rule of the page would beat it. `all` leaves the direction as it is.
    element.style.cssText =
      "all: initial !important; display: contents !important;" +
      "direction: ltr !important; unicode-bidi: isolate !important";
    const root = element.attachShadow({ mode: "closed" });
    dress(root, styles);
    root.append(layer);
    page.documentElement.append(element);
    followTheme(page, (theme) => (element.dataset["theme"] = theme), this.life.signal);
    this.observer = new MutationObserver(() => this.comeBack());
    this.observer.observe(page.documentElement, { childList: true });
  }

  /** Puts the element back where the page took it out. */
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
 * Gives a shadow root its styles, by the constructed sheet where scripts of extensions may use one. Firefox lets them
 * not; there a style element passes the policy of the page only if a script of the extension set its text as a whole.
 */
function dress(root: ShadowRoot, styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  if (adopt(root, sheet)) return;
  const style = h("style");
  style.textContent = styles;
  root.append(style);
}
