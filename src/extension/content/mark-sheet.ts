import type { Site } from "../adapter/sites.js";
import { adopt } from "../ui/adopt-style-sheet.js";
import styles from "./marks.css";
import type { AnswerSession } from "./answer-session.js";

/**
 * The style sheet of the marks. Its rules match only answers with marks, because each element that a `::highlight` rule matches slows
 * down every layout, even without marks. Rules are never removed, because the browser matches the whole page again after each change.
 */
export class MarkSheet {
  private readonly sheet = new CSSStyleSheet();
  private readonly styled = new Set<string>();

  constructor(
    private readonly page: Document,
    private readonly site: Site,
  ) {}

  /** Adds the rules for the marks of an answer, which select it by its id or, if the site has none, by its current position in the page. */
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

/** Returns a selector for an element: the path of `:nth-child` steps from the root. */
function pathOf(element: Element): string {
  const parent = element.parentElement;
  return parent === null
    ? ":root"
    : `${pathOf(parent)}>:nth-child(${[...parent.children].indexOf(element) + 1})`;
}
