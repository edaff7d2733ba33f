import type { AnswerUi } from "./answer-ui.js";
import type { Ground } from "./ground.js";
import type { Band } from "./place.js";

/** Free places are looked for this long after something changed, or came to rest. */
const LOOK_MS = 100;
/** While the page scrolls by itself without a rest, they are looked for this often. */
const MOVING_MS = 2_000;
/** And not before this many times what the last look cost, but after a pause of this length at the latest. */
const LOOK_SHARE = 20;
const MAX_PAUSE_MS = 1_000;

/** What is placed: the answers near the visible part of the page, and the element that holds all that is shown of them. */
export interface Placed {
  readonly element: HTMLElement;
  uis(): readonly AnswerUi[];
  /** Called when the page came to rest, before places are looked for. */
  rested(): void;
}

/**
 * Puts signs and warnings where they belong. In a long conversation each change of style costs the page much, and so
 * does each hit test. So nothing is shown while a person scrolls; it is back as soon as the page
 * rests, at the places that are known, and the page is asked for those that are not. Where the page scrolls because an
 * answer is being written, everything goes along.
 */
export class Placer {
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due = Infinity;
  private nextLook = 0;
  private isForChange = false;
  /** Since when the page scrolls without a rest, and when it was last seen to; 0 while it rests. */
  private movingSince = 0;
  private movedAt = 0;
  /** What a person scrolls, and how far it was when that was asked last. */
  private scroller: Element;
  private position = 0;
  /** Whether nothing is shown because a person scrolls. */
  isAway = false;
  /** What of the window the page leaves free, as it was found last; null before that: then nothing is shown. */
  private band: Band | null = null;
  private isBandSure = false;

  constructor(
    private readonly page: Document,
    private readonly ground: Ground,
    private readonly placed: Placed,
    private readonly signal: AbortSignal,
  ) {
    this.scroller = page.documentElement;
    this.listen();
  }

  /** Something of ours is new: it gets a place. */
  place(): void {
    this.isForChange = true;
    this.plan(performance.now() + LOOK_MS);
    this.follow();
  }

  /** Something of the page changed that may cover our elements: all places are tested again. */
  doubt(): void {
    this.isBandSure = false;
    for (const ui of this.placed.uis()) ui.doubt();
    this.place();
  }

  /** The window has another size: nothing is known. */
  resize(): void {
    this.band = null;
    this.doubt();
  }

  /** Answers are elsewhere: everything goes along with them. */
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
   * A part of the page was scrolled. While everything is hidden no more scroll events are handled: a check from
   * time to time costs less than one in each frame.
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
    // After a frame the page is laid out, and asking it does not cost that once more.
    this.timer = setTimeout(
      () => requestAnimationFrame(() => setTimeout(() => this.settle())),
      due - performance.now(),
    );
  }

  /** The time has come to show everything and to look for places, unless the page still moves. */
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
    // What is known is shown by now: only the places that are not known wait for this.
    if (now < this.nextLook) return this.plan(this.nextLook);
    this.isForChange = false;
    this.look();
  }

  /** The page rests: everything is shown again, at the places that are known. */
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
    if (this.band === null || !this.isBandSure) this.band = first.band(view, this.ground);
    this.isBandSure = true;
    for (const ui of seen) ui.find(view, this.band, this.ground);
    this.move();
    const end = performance.now();
    this.nextLook = end + Math.min(LOOK_SHARE * (end - start), MAX_PAUSE_MS);
  }

  /** First the page is asked where everything is, and then it is moved: so the page is laid out once. */
  private move(): void {
    const uis = this.placed.uis();
    const column = uis.find((ui) => ui.column !== null)?.column ?? null;
    const spots = uis.map((ui) => [ui, ui.follow(this.band, column)] as const);
    for (const [ui, spot] of spots) ui.move(spot);
  }
}
