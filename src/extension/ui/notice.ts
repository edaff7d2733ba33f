import { actionRow, h, type ActionButton } from "./dom.js";
import type { Box } from "./place.js";

/** How long a notice stays when nobody looks at it. */
const STAY_MS = 12_000;
const GAP = 8;

/** A word at a place of the page, which a person can dismiss: by its button, by Escape, by waiting. */
export class Notice {
  private element: HTMLElement | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly layer: HTMLElement) {}

  get isOpen(): boolean {
    return this.element !== null;
  }

  /** Shows words beside a place; null: in the lower corner, until it is closed. */
  show(
    words: readonly [label: string, detail: string],
    buttons: readonly ActionButton[],
    at: Box | null,
  ): void {
    this.close();
    const [label, detail] = words;
    const said = [h("p", { class: "label" }, label), h("p", {}, detail)];
    const element = h(
      "div",
      { class: "notice", role: "group", "aria-label": label },
      ...said,
      actionRow(buttons),
    );
    this.element = element;
    this.layer.append(element);
    if (at === null) return;
    this.put(element, at);
    this.stay();
    for (const event of ["pointerenter", "focusin"])
      element.addEventListener(event, () => clearTimeout(this.timer));
    for (const event of ["pointerleave", "focusout"])
      element.addEventListener(event, () => this.stay());
  }

  close(): void {
    clearTimeout(this.timer);
    this.element?.remove();
    this.element = null;
  }

  private stay(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.close(), STAY_MS);
  }

  /** Below the place, or above it where there is no room. */
  private put(element: HTMLElement, at: Box): void {
    const { clientWidth, clientHeight } = element.ownerDocument.documentElement;
    const { offsetWidth: width, offsetHeight: height } = element;
    const below = at.bottom + GAP;
    const top = below + height + GAP <= clientHeight ? below : at.top - GAP - height;
    const left = Math.min(at.right - width, clientWidth - width - GAP);
    element.style.cssText = `inset: ${Math.max(GAP, Math.min(top, clientHeight - height - GAP))}px auto auto ${Math.max(GAP, left)}px`;
  }
}
