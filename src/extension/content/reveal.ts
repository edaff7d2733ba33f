/** Space that a line keeps to the edge of what scrolls it sideways. */
const MARGIN = 16;

/**
 * Scrolls a range into the middle of whatever scrolls it: a long block of code is one element, so that going
 * to the element would not be enough.
 * @param bottom the lower end of the part of the window that nothing of ours covers
 */
export function reveal(range: Range, isSmooth: boolean, bottom: number): void {
  const root = document.scrollingElement;
  const scrollers: Element[] = [];
  for (let at = range.startContainer.parentElement; at !== null; at = at.parentElement)
    if (at !== root && scrolls(at)) scrollers.push(at);
  if (root !== null) scrollers.push(root);
  scrollers.forEach((scroller, index) => {
    // The outer ones move what the inner ones have moved: only the last one may take its time.
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
      left: sideways(place, box),
      behavior,
    });
  });
}

/** Sideways, a line moves only if its beginning is out of sight. */
function sideways(place: DOMRect, view: DOMRect): number {
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
