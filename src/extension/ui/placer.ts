import type { AnswerUi } from "./answer-ui.js";
import type { HitTester } from "./hit-tester.js";
import type { Band } from "./placement.js";

/** Milliseconds between the last change or scroll and a search for free positions. */
const LOOK_MS = 100;
/** Milliseconds between two searches while the page keeps scrolling by itself. */
const MOVING_MS = 2_000;
/** The pause after a search is this many times its duration, but at most `MAX_PAUSE_MS`. */
const PAUSE_FACTOR = 20;
const MAX_PAUSE_MS = 1_000;

/** The elements to position, which belong to the answers near the visible part of the page, and the element that contains them. */
export interface Placed {
  readonly element: HTMLElement;
  uis(): readonly AnswerUi[];
  /** Called when the page has stopped scrolling, before positions are searched for. */
  rested(): void;
}

/**
 * Positions signs and warnings. In a long conversation, each change of style and each hit test is expensive. So everything is hidden
 * while the user scrolls. When scrolling stops, elements with known positions are shown again at once, and positions for the others
 * are searched for. If the page scrolls because an answer is being written, everything moves with the page.
 */
export class Placer {
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due = Infinity;
  private nextLook = 0;
  private isForChange = false;
  /** When the current scrolling began; 0 while the page does not scroll. */
  private movingSince = 0;
  /** When the last scroll was noticed. */
  private movedAt = 0;
  /** The element that the user scrolls, and its last known scroll position. */
  private scroller: Element;
  private position = 0;
  /** Whether everything is hidden because the user scrolls. */
  isAway = false;
  /** The band that was found last; null while none is known, when nothing is shown. */
  private band: Band | null = null;
  private isBandSure = false;

  constructor(
    private readonly page: Document,
    private readonly hitTester: HitTester,
    private readonly placed: Placed,
    private readonly signal: AbortSignal,
  ) {
    this.scroller = page.documentElement;
    this.listen();
  }

  /** Plans a search for positions after an element was added. */
  place(): void {
    this.isForChange = true;
    this.plan(performance.now() + LOOK_MS);
    this.follow();
  }

  /** Called when the page has changed and may cover the extension's elements: all positions are tested again. */
  doubt(): void {
    this.isBandSure = false;
    for (const ui of this.placed.uis()) ui.doubt();
    this.place();
  }

  /** Called when the window's size has changed: all positions are searched for again, and nothing is shown until then. */
  resize(): void {
    this.band = null;
    this.doubt();
  }

  /** Called when answers have moved: everything moves with them. */
  follow(): void {
    if (this.frame !== 0 || this.isAway) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.move();
    });
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  private listen(): void {
    this.page.addEventListener("scroll", this.scrolled, {
      capture: true,
      passive: true,
      once: true,
      signal: this.signal,
    });
  }

  /**
   * Handles a scroll of a part of the page. While everything is hidden, scroll events are not handled, because checking from time to
   * time takes less time than handling an event in each frame.
   */
  private readonly scrolled = ({ target }: Event): void => {
    const uis = this.placed.uis();
    if (uis.some(({ answer }) => (target as Node).contains(answer))) {
      const now = performance.now();
      this.movedAt = now;
      if (this.movingSince === 0) {
        this.movingSince = now;
        this.isAway = !uis.some(({ isBeingWritten }) => isBeingWritten);
      }
      this.follow();
      this.plan(now + LOOK_MS);
    }
    if (!this.isAway) return this.listen();
    this.placed.element.setAttribute("data-away", "");
    this.scroller = target === this.page ? this.page.documentElement : (target as Element);
    this.position = this.scroller.scrollTop;
  };

  private plan(due: number): void {
    if (this.timer !== undefined && this.due <= due) return;
    clearTimeout(this.timer);
    this.due = due;
    // After a frame, the layout is complete, so that reading positions is cheap.
    this.timer = setTimeout(
      () => requestAnimationFrame(() => setTimeout(() => this.settle())),
      due - performance.now(),
    );
  }

  /** Shows everything and searches for positions, unless the page still scrolls. */
  private settle(): void {
    this.timer = undefined;
    const now = performance.now();
    const { scrollTop } = this.scroller;
    if (this.isAway && scrollTop !== this.position) this.movedAt = now;
    this.position = scrollTop;
    const isMoving = now - this.movedAt < LOOK_MS;
    if (isMoving && (this.isAway || (!this.isForChange && now - this.movingSince < MOVING_MS)))
      return this.plan(this.movedAt + LOOK_MS);
    this.movingSince = isMoving ? now : 0;
    if (this.isAway) this.comeBack();
    // Elements with known positions are already shown; only the others wait for the search.
    if (now < this.nextLook) return this.plan(this.nextLook);
    this.isForChange = false;
    this.look();
  }

  /** Shows everything again at the known positions. */
  private comeBack(): void {
    this.listen();
    this.isAway = false;
    this.placed.rested();
    this.move();
    this.placed.element.removeAttribute("data-away");
  }

  private look(): void {
    const start = performance.now();
    const { clientWidth: width, clientHeight: height } = this.page.documentElement;
    const view = { width, height };
    const seen = this.placed.uis().filter((ui) => ui.isInView(view));
    const [first] = seen;
    if (first === undefined) return;
    if (this.band === null || !this.isBandSure) this.band = first.band(view, this.hitTester);
    this.isBandSure = true;
    for (const ui of seen) ui.find(view, this.band, this.hitTester);
    this.move();
    const end = performance.now();
    this.nextLook = end + Math.min(PAUSE_FACTOR * (end - start), MAX_PAUSE_MS);
  }

  /** Measures all positions first and then moves the elements, so that the page is laid out once. */
  private move(): void {
    const uis = this.placed.uis();
    const column = uis.find((ui) => ui.column !== null)?.column ?? null;
    const spots = uis.map((ui) => [ui, ui.follow(this.band, column)] as const);
    for (const [ui, spot] of spots) ui.move(spot);
  }
}
