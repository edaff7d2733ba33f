/** What counts as near the visible part of the page, in pixels above and below it. */
const NEAR = 600;
/** It is asked at most this often. */
const ASK_MS = 300;

/**
 * Asks which answers are near the visible part of the page. An IntersectionObserver would be called by the browser at
 * each frame, once for each answer of the conversation, which costs a long one more than its scrolling.
 */
export class Nearness {
  private isPlanned = false;
  private asked = -ASK_MS;

  /** @param tell called with `isNear` when it is time to ask it about each answer */
  constructor(
    private readonly page: Document,
    private readonly tell: (isNear: (element: Element) => boolean) => void,
    private readonly signal: AbortSignal,
  ) {
    page.defaultView?.addEventListener("resize", this.plan, { signal });
    this.listen();
  }

  /** Scroll events between two questions are ignored. */
  private listen(): void {
    const { signal } = this;
    this.page.addEventListener("scroll", this.plan, {
      capture: true,
      passive: true,
      once: true,
      signal,
    });
  }

  /** Something changed that can bring answers near, or take them away. */
  readonly plan = (): void => {
    if (this.isPlanned) return;
    this.isPlanned = true;
    // After a frame the page is laid out, and asking it costs nothing but that.
    const ask = (): number => requestAnimationFrame(() => setTimeout(() => this.ask()));
    setTimeout(ask, Math.max(0, this.asked + ASK_MS - performance.now()));
  };

  private ask(): void {
    this.isPlanned = false;
    this.listen();
    this.asked = performance.now();
    const height = this.page.documentElement.clientHeight;
    this.tell((element) => {
      const { top, bottom, width, height: own } = element.getBoundingClientRect();
      return bottom >= -NEAR && top <= height + NEAR && (width > 0 || own > 0);
    });
  }
}

/** So many that are not near, such as hidden ones, do not end a row. */
const GAPS = 3;

/**
 * All of a row that fulfil a condition, which is asked of few: what does stands side by side, mostly where it did before.
 * @param isHint whether an item did when it was asked last
 */
export function rowOf<T>(
  items: readonly T[],
  holds: (item: T) => boolean,
  isHint: (item: T) => boolean,
): Set<T> {
  let start = items.findIndex((item) => isHint(item) && holds(item));
  if (start === -1) start = items.findIndex(holds);
  const found = new Set<T>();
  for (const step of [1, -1]) {
    let gaps = 0;
    for (
      let at = step === 1 ? start : start - 1;
      at >= 0 && at < items.length && gaps < GAPS;
      at += step
    ) {
      const item = items[at] as T;
      if (holds(item)) {
        found.add(item);
        gaps = 0;
      } else gaps++;
    }
  }
  return found;
}
