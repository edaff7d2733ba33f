/** Space between a line and the edge of the element that scrolls it horizontally, in pixels. */
const MARGIN = 16;

/**
 * Scrolls a range to the middle of each scrollable element that contains it. Scrolling to an element would not be enough, because a
 * long code block is one element.
 * @param bottom the lower end of the part of the window that the extension does not cover, in viewport pixels
 */
export function reveal(range: Range, isSmooth: boolean, bottom: number): void {
  const root = document.scrollingElement;
  const scrollers: Element[] = [];
  for (let at = range.startContainer.parentElement; at !== null; at = at.parentElement)
    if (at !== root && scrolls(at)) scrollers.push(at);
  if (root !== null) scrollers.push(root);
  scrollers.forEach((scroller, index) => {
    // How far an element must scroll depends on the elements inside it, so only the outermost element may scroll smoothly.
    const behavior = isSmooth && index === scrollers.length - 1 ? "smooth" : "instant";
    const [place] = range.getClientRects();
    if (place === undefined) return;
    const box =
      scroller === root
        ? new DOMRect(0, 0, root.clientWidth, root.clientHeight)
        : scroller.getBoundingClientRect();
    const view = {
      top: Math.max(box.top, 0),
      bottom: Math.min(box.bottom, Math.max(bottom, box.top + 1)),
    };
    scroller.scrollBy({
      top: (place.top + place.bottom - view.top - view.bottom) / 2,
      left: horizontalDistance(place, box),
      behavior,
    });
  });
}

/** Returns how far to scroll horizontally: 0 if the beginning of the line is visible. */
function horizontalDistance(place: DOMRect, view: DOMRect): number {
  return place.left < view.left || place.left > view.right - MARGIN
    ? place.left - view.left - MARGIN
    : 0;
}

function scrolls(element: Element): boolean {
  if (element.scrollHeight <= element.clientHeight && element.scrollWidth <= element.clientWidth)
    return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  return /auto|scroll/.test(`${overflowX} ${overflowY}`);
}
