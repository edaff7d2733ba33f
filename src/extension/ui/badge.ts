import { h } from "./dom.js";
import type { Translate } from "./i18n.js";
import { type Action, ACTION_LABELS, type StateText } from "./texts.js";

/** The button that shows an answer's state, and below it, where a state has one, the action that is one click away. */
export class Badge {
  readonly element: HTMLElement;
  private readonly button: HTMLButtonElement;
  private readonly label = h("span");
  private readonly quick: HTMLButtonElement;
  private action: Action | null = null;

  constructor(open: () => void, act: (action: Action) => void) {
    this.button = h("button", { class: "badge", type: "button", "aria-haspopup": "dialog", "aria-expanded": "false", onclick: open }, h("span", { class: "dot" }), this.label);
    this.quick = h("button", { class: "quick", type: "button", hidden: true, onclick: () => this.action !== null && act(this.action) });
    this.element = h("div", { class: "chip" }, this.button, this.quick);
  }

  /** Shows a state; `name` is what screen readers say. */
  show(text: StateText, name: string, t: Translate): void {
    this.button.dataset["tone"] = text.tone;
    if (this.label.textContent !== text.label) this.label.textContent = text.label;
    this.button.setAttribute("aria-label", name);
    this.action = text.quick ?? null;
    if (this.action !== null) this.quick.textContent = t(ACTION_LABELS[this.action]);
    this.quick.hidden = this.action === null;
  }

  set expanded(open: boolean) {
    this.button.setAttribute("aria-expanded", String(open));
  }

  focus(): void {
    this.button.focus();
  }
}
