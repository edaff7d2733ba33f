import { actionRow, h, type ActionButton } from "./dom.js";
import { placeNotice, type Box } from "./placement.js";

/** Milliseconds for which a notice is shown without interaction. */
const STAY_MS = 12_000;

/**
 * A short message in the window. It is closed by its button, by Escape or, if it is shown beside a position, after a time.
 */
export class Notice {
  private element: HTMLElement | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly layer: HTMLElement) {}

  get isOpen(): boolean {
    return this.element !== null;
  }

  /**
   * Shows a message beside a position, if possible without covering the boxes in `about`; without a position, in the lower corner
   * until it is closed.
   */
  show(
    words: readonly [label: string, detail: string],
    buttons: readonly ActionButton[],
    at: Box | null,
    about: readonly Box[] = [],
  ): void {
    this.close();
    const [label, detail] = words;
    const content = [h("p", { class: "label" }, label), h("p", {}, detail)];
    const element = h(
      "div",
      { class: "notice", role: "group", "aria-label": label },
      ...content,
      actionRow(buttons),
    );
    this.element = element;
    this.layer.append(element);
    if (at === null) return;
    this.position(element, at, about);
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

  private position(element: HTMLElement, at: Box, about: readonly Box[]): void {
    const { clientWidth, clientHeight } = element.ownerDocument.documentElement;
    const { offsetWidth: width, offsetHeight: height } = element;
    const view = { width: clientWidth, height: clientHeight };
    const { x, y } = placeNotice(at, about, { width, height }, view);
    element.style.cssText = `inset: ${y}px auto auto ${x}px`;
  }
}
