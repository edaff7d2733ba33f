import type { Answers } from "../adapter/answers.js";

/** Milliseconds for which it is cached that there is no stop button. */
const KEPT_MS = 200;

/** Checks whether the site is writing an answer. The search for the stop button is cached for all answers. */
export class Writing {
  private stop: Element | null = null;
  private lastCheck = -KEPT_MS;

  constructor(
    private readonly page: Document,
    private readonly answers: Answers,
    /** Whether an answer is the last one of the page, to which a stop button belongs. */
    private readonly isLast: (element: Element) => boolean,
  ) {}

  /** Whether the site is still writing this answer. */
  of(element: Element): boolean {
    return this.answers.isMarkedAsStreaming(element) || (this.isLast(element) && this.hasStop());
  }

  private hasStop(): boolean {
    const { stop } = this.answers.site;
    if (this.stop !== null && this.stop.isConnected && this.stop.matches(stop)) return true;
    const now = performance.now();
    if (now - this.lastCheck < KEPT_MS) return false;
    this.lastCheck = now;
    this.stop = this.page.querySelector(stop);
    return this.stop !== null;
  }
}
