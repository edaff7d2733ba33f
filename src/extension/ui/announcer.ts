import { h } from "./dom.js";

/** Milliseconds for which texts are collected before the last one is announced. */
const COLLECT_MS = 800;
/** Milliseconds until the text is removed: screen readers read it at once, and a search in the page must not find it later. */
const STAY_MS = 1_500;

/** A live region that announces only the last of several texts in a short time, and no text twice in a row. */
export class Announcer {
  readonly element = h("div", { class: "live", role: "status", "aria-live": "polite" });
  private pending: string | null = null;
  private last = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Plans an announcement; null cancels a planned announcement and allows the last text to be repeated. */
  announce(text: string | null): void {
    this.pending = text;
    if (text === null) this.last = "";
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.speak();
    }, COLLECT_MS);
  }

  private speak(): void {
    if (this.pending === this.last) return;
    this.last = this.pending ?? "";
    this.element.textContent = this.last;
    setTimeout(() => {
      if (this.timer === undefined) this.element.textContent = "";
    }, STAY_MS);
  }
}
