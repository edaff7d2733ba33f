import type { Site } from "../adapter/sites.js";
import { adopt } from "../ui/adopt.js";
import styles from "./marks.css";
import type { AnswerSession } from "./session.js";

/**
 * The styles of the marks, only for answers with marks: each element that a `::highlight` rule matches costs the page time at
 * every layout, marked or not. Rules are only added, since the browser matches each change of the sheet against the whole page.
 */
export class MarkSheet {
  private readonly sheet = new CSSStyleSheet();
  private readonly styled = new Set<string>();

  constructor(
    private readonly page: Document,
    private readonly site: Site,
  ) {}

  /** Adds a rule for the marks of an answer: for its identity or, if the site has none, for its current place in the page. */
  style({ id, element }: Pick<AnswerSession, "id" | "element">): void {
    const { identity, answer } = this.site;
    const scope =
      identity === null ? `${answer}:is(${pathOf(element)})` : `[${identity}="${CSS.escape(id)}"]`;
    if (!this.styled.has(scope))
      this.sheet.insertRule(styles.replaceAll("::highlight", (name) => `${scope}${name}`));
    this.styled.add(scope);
    // In browsers that do not allow this, the manifest's style sheet styles the whole page.
    adopt(this.page, this.sheet);
  }
}

/** Returns a selector for an element: the path from the root by the numbers of the children. */
function pathOf(element: Element): string {
  const parent = element.parentElement;
  return parent === null
    ? ":root"
    : `${pathOf(parent)}>:nth-child(${[...parent.children].indexOf(element) + 1})`;
}
