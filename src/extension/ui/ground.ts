import { SELECTORS } from "../adapter/selectors.js";
import { probes, type Box } from "./place.js";

/** What the page shows at a place, our own interface looked through. */
export class Ground {
  constructor(
    private readonly page: Document,
    private readonly host: Element,
  ) {}

  /** Whether a box lies on the bare ground around an answer: on what holds it, and on nothing of the page's own. */
  isMargin(box: Box, answer: Element): boolean {
    return this.every(box, (top) => top.contains(answer) && top !== answer && top.closest(SELECTORS.control) === null);
  }

  /** Whether a single place lies on the bare ground around an answer. */
  isMarginAt(x: number, y: number, answer: Element): boolean {
    const top = this.topAt(x, y);
    return top !== null && top.contains(answer) && top !== answer;
  }

  /** Whether a box lies on the frame of a block of code, and neither on its code nor on a button. */
  isHeader(box: Box, frame: Element): boolean {
    return this.every(box, (top) => frame.contains(top) && top.closest(`${SELECTORS.control}, ${SELECTORS.codeText}`) === null && !hasTextAt(top, box));
  }

  private every(box: Box, holds: (top: Element) => boolean): boolean {
    return probes(box).every(({ x, y }) => {
      const top = this.topAt(x, y);
      return top !== null && holds(top);
    });
  }

  private topAt(x: number, y: number): Element | null {
    const top = this.page.elementFromPoint(x, y);
    if (top !== this.host) return top;
    return this.page.elementsFromPoint(x, y).find((each) => each !== this.host) ?? null;
  }
}

/** Whether a text of an element's own, such as the name of a language, is shown in a box. */
function hasTextAt(element: Element, box: Box): boolean {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType !== 3 || !/\S/.test((node as Text).data)) continue;
    const range = new Range();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.left < box.right && text.right > box.left && text.top < box.bottom && text.bottom > box.top) return true;
  }
  return false;
}
