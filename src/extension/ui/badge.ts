import { h } from "./dom.js";
import type { StateText } from "./texts.js";

/** The button that shows an answer's state. */
export class Badge {
  readonly element: HTMLButtonElement;
  private readonly label = h("span");

  constructor(open: () => void) {
    this.element = h("button", { class: "badge", type: "button", "aria-haspopup": "dialog", "aria-expanded": "false", onclick: open }, h("span", { class: "dot" }), this.label);
  }

  /** Shows a state; `name` is what screen readers say. */
  show(text: StateText, name: string): void {
    this.element.dataset["tone"] = text.tone;
    if (this.label.textContent !== text.label) this.label.textContent = text.label;
    this.element.setAttribute("aria-label", name);
  }

  set expanded(open: boolean) {
    this.element.setAttribute("aria-expanded", String(open));
  }
}
