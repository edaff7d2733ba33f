import type { Site } from "../adapter/sites.js";
import { adopt } from "../ui/adopt.js";
import styles from "./marks.css";
import type { AnswerSession } from "./session.js";

/**
 * The styles of the marks, for the answers that hold some and for nothing else: each element that a rule about a
 * highlight matches costs the page time whenever anything on it moves, marked or not. Rules only come to it, since the
 * browser holds each change of them against the whole page.
 */
export class MarkSheet {
  private readonly sheet = new CSSStyleSheet();
  private readonly styled = new Set<string>();

  constructor(
    private readonly page: Document,
    private readonly site: Site,
  ) {}

  /** Styles the marks of an answer, by its identity; where the site gives none, by its place in the page as it is now. */
  style({ id, element }: Pick<AnswerSession, "id" | "element">): void {
    const { identity, answer } = this.site;
    const scope =
      identity === null ? `${answer}:is(${pathOf(element)})` : `[${identity}="${CSS.escape(id)}"]`;
    if (!this.styled.has(scope))
      this.sheet.insertRule(styles.replaceAll("::highlight", (name) => `${scope}${name}`));
    this.styled.add(scope);
    // Where a script of an extension may not do so, the manifest brings the styles along, for the whole page.
    adopt(this.page, this.sheet);
  }
}

/** The way to an element from the root, child by child. */
function pathOf(element: Element): string {
  const parent = element.parentElement;
  return parent === null
    ? ":root"
    : `${pathOf(parent)}>:nth-child(${[...parent.children].indexOf(element) + 1})`;
}
