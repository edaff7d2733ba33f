import type { Site } from "./sites.js";

/** An assistant answer found in a page. */
export interface Answer {
  /** Stable id of the answer: from the site or, if the site has none, generated for the element. */
  readonly id: string;
  readonly element: HTMLElement;
}

/** Finds the answers of one site. */
export class Answers {
  private readonly generatedIds = new WeakMap<Element, string>();
  private count = 0;

  constructor(readonly site: Site) {}

  /** Returns the answers among `root` and its descendants, in document order. Answers nested in another answer are ignored. */
  find(root: ParentNode): Answer[] {
    const answers: Answer[] = [];
    const elements = [...root.querySelectorAll<HTMLElement>(this.site.answer)];
    if (root instanceof HTMLElement && root.matches(this.site.answer)) elements.unshift(root);
    for (const element of elements) {
      const id = this.idOf(element);
      if (id === null || element.parentElement?.closest(this.site.answer)) continue;
      answers.push({ id, element });
    }
    return answers;
  }

  /** Returns the id of an answer's element; null if the element is not (or no longer) an answer or has no valid id. */
  idOf(element: Element): string | null {
    if (!element.matches(this.site.answer)) return null;
    if (this.site.identity === null) return this.generatedId(element);
    const id = element.getAttribute(this.site.identity)?.trim() ?? "";
    return id.length > 0 && id.length <= 256 ? id : null;
  }

  /** Whether the markup of an answer shows that the answer is still being written. */
  isMarkedAsStreaming(element: Element): boolean {
    return (
      element.matches(this.site.streaming) || element.querySelector(this.site.streaming) !== null
    );
  }

  private generatedId(element: Element): string {
    const known = this.generatedIds.get(element);
    if (known !== undefined) return known;
    const id = `answer-${++this.count}`;
    this.generatedIds.set(element, id);
    return id;
  }
}
