import { h } from "./dom.js";

/** How long announcements are collected before one is made. */
const COLLECT_MS = 800;
/** How long the words stay: screen readers take them at once, and the page's find must not meet them later. */
const STAY_MS = 1_500;

/** A live region that says few things: the last of several texts that come close together, and none twice in a row. */
export class Announcer {
  readonly element = h("div", { class: "live", role: "status", "aria-live": "polite" });
  private pending: string | null = null;
  private last = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Plans an announcement; null takes a planned one back and lets the last one be said again. */
  say(text: string | null): void {
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
