/** An answer within this many pixels above or below the visible part of the page is near. */
const NEAR = 600;
/** Minimum time between two checks, in milliseconds. */
const CHECK_MS = 300;

/**
 * Checks which answers are near the visible part of the page. The browser would call an IntersectionObserver at each frame for
 * each answer, which costs more than the scrolling itself in a long conversation.
 */
export class Nearness {
  private isPlanned = false;
  private lastCheck = -CHECK_MS;

  /** @param checkAll called when all answers are to be checked with the given function */
  constructor(
    private readonly page: Document,
    private readonly checkAll: (isNear: (element: Element) => boolean) => void,
    private readonly signal: AbortSignal,
  ) {
    page.defaultView?.addEventListener("resize", this.plan, { signal });
    this.listen();
  }

  /** Listens for the next scroll event; later events are ignored until the next check. */
  private listen(): void {
    const { signal } = this;
    this.page.addEventListener("scroll", this.plan, {
      capture: true,
      passive: true,
      once: true,
      signal,
    });
  }

  /** Plans a check after a change that can move answers. */
  readonly plan = (): void => {
    if (this.isPlanned) return;
    this.isPlanned = true;
    // After a frame, the layout is complete, so that reading positions is cheap.
    const check = (): number => requestAnimationFrame(() => setTimeout(() => this.check()));
    setTimeout(check, Math.max(0, this.lastCheck + CHECK_MS - performance.now()));
  };

  private check(): void {
    this.isPlanned = false;
    this.listen();
    this.lastCheck = performance.now();
    const height = this.page.documentElement.clientHeight;
    this.checkAll((element) => {
      const { top, bottom, width, height: own } = element.getBoundingClientRect();
      return bottom >= -NEAR && top <= height + NEAR && (width > 0 || own > 0);
    });
  }
}

/** The search in one direction ends after this many successive items that do not meet the condition; fewer may be hidden items. */
const MAX_GAP = 3;

/**
 * Returns the items that meet a condition, which must be adjacent except for short gaps. To check few items, the search starts at an
 * item that met the condition at the last check, if possible.
 * @param isHint whether an item met the condition at the last check
 */
export function rowOf<T>(
  items: readonly T[],
  condition: (item: T) => boolean,
  isHint: (item: T) => boolean,
): Set<T> {
  let start = items.findIndex((item) => isHint(item) && condition(item));
  if (start === -1) start = items.findIndex(condition);
  const found = new Set<T>();
  for (const step of [1, -1]) {
    let gaps = 0;
    for (
      let at = step === 1 ? start : start - 1;
      at >= 0 && at < items.length && gaps < MAX_GAP;
      at += step
    ) {
      const item = items[at] as T;
      if (condition(item)) {
        found.add(item);
        gaps = 0;
      } else gaps++;
    }
  }
  return found;
}
