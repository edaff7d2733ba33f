import { h } from "./dom.js";
import type { Shape, Spot } from "./placement.js";
import type { StateText } from "./state-texts.js";

/** The sign of one answer, in its margin. It is drawn by styles, and has no text that could be selected, copied or found in the page. */
export class Sign {
  readonly element: HTMLButtonElement;

  constructor(open: () => void) {
    this.element = h("button", {
      class: "sign",
      type: "button",
      "aria-haspopup": "dialog",
      "aria-expanded": "false",
      onclick: open,
    });
  }

  /** Shows a state; `name` is the text for screen readers, `count` the number of findings. */
  show(text: StateText, name: string, count: number): void {
    const { dataset } = this.element;
    dataset["tone"] = text.tone;
    dataset["label"] = text.label;
    dataset["count"] = count > 1 ? String(Math.min(count, 99)) : text.tone === "danger" ? "!" : "?";
    this.element.setAttribute("aria-label", name);
    this.element.title = text.label;
  }

  set expanded(open: boolean) {
    this.element.setAttribute("aria-expanded", String(open));
  }

  /** Moves the sign. Without a position, it stays in the tab order and is shown in the corner of the window while it has the focus. */
  put(spot: Spot | null, shape: Shape): void {
    if (this.element.dataset["shape"] !== shape) this.element.dataset["shape"] = shape;
    const isFocused = spot === null && this.element.matches(":focus-visible");
    // In the corner it may cover an element of the page, which must still receive clicks.
    this.element.style.pointerEvents = isFocused ? "none" : "";
    moveTo(this.element, isFocused ? CORNER : spot);
  }
}

/** Where a focused sign without a position is shown. */
const CORNER: Spot = { x: 8, y: 8 };

/** Moves an element that is positioned at the corner of the window; without a spot, out of the window. */
export function moveTo(element: HTMLElement, spot: Spot | null): void {
  const translate =
    spot === null ? "-200vw 0px" : `${Math.round(spot.x)}px ${Math.round(spot.y)}px`;
  if (element.style.translate !== translate) element.style.translate = translate;
}
