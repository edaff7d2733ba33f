import type { Answers } from "../adapter/answers.js";

/** A negative answer of the page is good for this long. */
const KEPT_MS = 200;

/** The one question whether the site is writing: asked of the page once for all answers, and seldom. */
export class Writing {
  private stop: Element | null = null;
  private asked = -KEPT_MS;

  constructor(
    private readonly page: Document,
    private readonly answers: Answers,
    /** Whether an answer is the last one of the page: the one that a stop button is about. */
    private readonly isLast: (element: Element) => boolean,
  ) {}

  /** Whether the site is still writing this answer. */
  of(element: Element): boolean {
    return this.answers.saysStreaming(element) || (this.isLast(element) && this.hasStop());
  }

  private hasStop(): boolean {
    const { stop } = this.answers.site;
    if (this.stop !== null && this.stop.isConnected && this.stop.matches(stop)) return true;
    const now = performance.now();
    if (now - this.asked < KEPT_MS) return false;
    this.asked = now;
    this.stop = this.page.querySelector(stop);
    return this.stop !== null;
  }
}
