import { ID_ATTRIBUTE, SELECTORS } from "./selectors.js";

/** An assistant answer found in a page. */
export interface Answer {
  /** Stable identity of the response, as the site gives it. */
  readonly id: string;
  readonly element: HTMLElement;
}

/** All answers below `root`, in document order. An answer inside another one belongs to the outer. */
export function findAnswers(root: ParentNode): Answer[] {
  const answers: Answer[] = [];
  for (const element of root.querySelectorAll<HTMLElement>(SELECTORS.answer)) {
    const id = responseId(element);
    if (id === null || element.parentElement?.closest(SELECTORS.answer)) continue;
    answers.push({ id, element });
  }
  return answers;
}

/** The identity an element has as an assistant answer; null where it is none, or no longer one. */
export function responseId(element: Element): string | null {
  if (!element.matches(SELECTORS.answer)) return null;
  const id = element.getAttribute(ID_ATTRIBUTE)?.trim() ?? "";
  return id.length > 0 && id.length <= 256 ? id : null;
}

/** Whether the site is still writing this answer. */
export function isStreaming(element: Element): boolean {
  if (element.matches(SELECTORS.streaming) || element.querySelector(SELECTORS.streaming) !== null) return true;
  const page = element.ownerDocument;
  if (page.querySelector(SELECTORS.stop) === null) return false;
  const answers = page.querySelectorAll(SELECTORS.answer);
  return answers[answers.length - 1] === element;
}
