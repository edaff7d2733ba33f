import { SELECTORS } from "../adapter/selectors.js";
import { isWithin, meet, probes, type Box } from "./placement.js";

/** Tests what the page shows at a point, ignoring the extension's own elements. */
export class HitTester {
  constructor(
    private readonly page: Document,
    private readonly host: Element,
  ) {}

  /** Whether a box is in the empty margin of an answer: at all tested points, the top element contains the answer and is no control. */
  isMargin(box: Box, answer: Element): boolean {
    return probes(box).every(({ x, y }) => {
      const top = this.topAt(x, y);
      return (
        top !== null &&
        top.contains(answer) &&
        top !== answer &&
        top.closest(SELECTORS.control) === null
      );
    });
  }

  /**
   * Returns the box of the topmost element at a point if it does not scroll with an answer, and so covers the conversation; otherwise
   * null.
   */
  coverAt(x: number, y: number, answer: Element): DOMRect | null {
    const top = this.topAt(x, y);
    return top === null || scrollsAlong(top, answer) ? null : top.getBoundingClientRect();
  }

  /**
   * Whether a box is inside the frame of a code block and overlaps no code, control or text. Elements in the frame are compared by
   * their boxes; a single hit test detects an element that covers the frame.
   */
  isHeader(box: Box, frame: Element): boolean {
    if (!isWithin(box, frame.getBoundingClientRect()) || hasTextAt(frame, box)) return false;
    for (const part of frame.querySelectorAll(`${SELECTORS.control}, ${SELECTORS.codeText}`)) {
      if (meet(box, part.getBoundingClientRect())) return false;
    }
    const top = this.topAt((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return top !== null && frame.contains(top);
  }

  private topAt(x: number, y: number): Element | null {
    const top = this.page.elementFromPoint(x, y);
    if (top !== this.host) return top;
    return this.page.elementsFromPoint(x, y).find((each) => each !== this.host) ?? null;
  }
}

/** Whether text outside the code, such as the name of a language, is shown in a box. */
function hasTextAt(frame: Element, box: Box): boolean {
  const accept = (node: Node): number => {
    if (node.nodeType === 3)
      return /\S/.test((node as Text).data) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT;
    return (node as Element).matches(SELECTORS.codeText)
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_SKIP;
  };
  const texts = frame.ownerDocument.createTreeWalker(
    frame,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    accept,
  );
  const range = new Range();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    range.selectNodeContents(node);
    if (meet(box, range.getBoundingClientRect())) return true;
  }
  return false;
}

/**
 * Whether an element scrolls with an answer, as the other turns of the conversation do: it is inside the element that scrolls the
 * answer, and neither it nor an ancestor that does not contain the answer is fixed or sticky.
 */
function scrollsAlong(element: Element, answer: Element): boolean {
  const scroller = scrollerOf(answer);
  for (let at: Element | null = element; at !== scroller; at = at.parentElement) {
    if (at === null) return false;
    if (at.contains(answer)) continue;
    const { position } = getComputedStyle(at);
    if (position === "fixed" || position === "sticky") return false;
  }
  return true;
}

/** Returns the nearest element that scrolls an answer vertically, or the root element if there is none. */
function scrollerOf(answer: Element): Element {
  const root = answer.ownerDocument.documentElement;
  for (let at = answer.parentElement; at !== null && at !== root; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY))
      return at;
  return root;
}
