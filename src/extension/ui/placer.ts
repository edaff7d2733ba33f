import type { AnswerUi } from "./answer-ui.js";
import type { Ground } from "./ground.js";
import type { Band, Size } from "./place.js";

/** Free places are looked for this long after something changed, or came to rest. */
const FIND_MS = 100;
/** While the page scrolls without a rest, they are looked for this often. */
const MOVING_MS = 2_000;
/** And not before this many times what the last look cost. */
const FIND_SHARE = 20;

/**
 * Puts signs and warnings where they belong. To ask the page what stands at a place costs it time, so that it is asked
 * when things change or come to rest; in between everything goes along, which costs next to nothing.
 */
export class Placer {
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due = Infinity;
  private movingSince = 0;
  private isForChange = false;
  private nextFind = 0;
  /** What of the window the page leaves free, as it was found last. */
  private band: Band = { top: 0, bottom: Infinity };

  constructor(
    private readonly page: Document,
    private readonly ground: Ground,
    private readonly uis: () => readonly AnswerUi[],
  ) {}

  /** Something changed: everything goes along, and places are looked for anew. */
  place(): void {
    this.isForChange = true;
    this.plan(performance.now() + FIND_MS);
    this.goAlong();
  }

  /** The page moves: everything goes along, and places are looked for when it rests. What is due because of a change stays due. */
  follow(): void {
    this.goAlong();
    if (this.isForChange) return;
    const now = performance.now();
    if (this.movingSince === 0) this.movingSince = now;
    this.due = Infinity;
    this.plan(Math.min(now + FIND_MS, this.movingSince + MOVING_MS));
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  private plan(due: number): void {
    if (this.timer !== undefined && this.due <= Math.max(due, this.nextFind)) return;
    clearTimeout(this.timer);
    this.due = Math.max(due, this.nextFind);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.due = Infinity;
      this.movingSince = 0;
      this.isForChange = false;
      this.find();
    }, this.due - performance.now());
  }

  private goAlong(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const uis = this.uis();
      const dx = uis.find((ui) => ui.dx !== null)?.dx ?? null;
      const places = uis.map((ui) => [ui, ui.follow(this.band, dx)] as const);
      for (const [ui, place] of places) ui.move(place);
    });
  }

  private find(): void {
    const start = performance.now();
    const { clientWidth: width, clientHeight: height } = this.page.documentElement;
    const view: Size = { width, height };
    const seen = this.uis().filter((ui) => ui.isInView(view));
    const [first] = seen;
    if (first !== undefined) this.band = first.band(view, this.ground);
    const places = seen.map((ui) => [ui, ui.find(view, this.band, this.ground)] as const);
    for (const [ui, place] of places) ui.move(place);
    const end = performance.now();
    this.nextFind = end + FIND_SHARE * (end - start);
  }
}
