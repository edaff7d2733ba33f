import { CONTROL_ROLES, CONTROL_TAGS, UNREAD_SELECTOR, VISUALLY_HIDDEN_CLASS } from "./selectors.js";

/** Elements that say something about themselves: asked for once in each answer, natively. */
const TELLING_SELECTOR = `[hidden], [aria-hidden], [role], [style], ${UNREAD_SELECTOR}`;

/**
 * What of one answer a reader sees, at one moment (card rule 21). It is asked about every element of long
 * conversations, so that it asks the browser as seldom as it can: once for all elements that carry a
 * telling attribute, and once for each kind of class within each kind of parent.
 */
export class Visibility {
  private readonly telling: ReadonlySet<Element>;
  private lastParent: Element | null = null;
  private lastClasses = "";
  private readonly looks = new Map<string, Map<string, boolean>>();

  constructor(answer: Element) {
    this.telling = new Set(answer.querySelectorAll(TELLING_SELECTOR));
  }

  /** Whether an element is outside the evaluated text: control, toolbar or hidden. */
  excludes(element: Element): boolean {
    if (CONTROL_TAGS.has(element.tagName)) return true;
    if (this.telling.size > 0 && this.telling.has(element) && isTellingExcluded(element)) return true;
    return this.isHiddenByClass(element);
  }

  /** Whether an element below `root` is seen, by itself and by everything between the two. */
  shows(element: Element, root: Element): boolean {
    for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement) if (this.excludes(at)) return false;
    return true;
  }

  /** Whether an element holds text that a person can edit or that another document shows. */
  isUnread(element: Element): boolean {
    return this.telling.size > 0 && this.telling.has(element) && element.matches(UNREAD_SELECTOR);
  }

  /** Classes of the parent; asked once for a row of siblings. */
  private classesAround(element: Element): string {
    const parent = element.parentElement;
    if (parent !== this.lastParent) {
      this.lastParent = parent;
      this.lastClasses = parent?.className ?? "";
    }
    return this.lastClasses;
  }

  /** Elements of the same classes within the same kind of parent look alike. */
  private isHiddenByClass(element: Element): boolean {
    const names = element.className;
    if (names === "") return false;
    const around = this.classesAround(element);
    let kinds = this.looks.get(names);
    if (kinds === undefined) {
      kinds = new Map<string, boolean>();
      this.looks.set(names, kinds);
    }
    let hidden = kinds.get(around);
    if (hidden === undefined) kinds.set(around, (hidden = VISUALLY_HIDDEN_CLASS.test(names) || isHiddenByStyle(element)));
    return hidden;
  }
}

function isTellingExcluded(element: Element): boolean {
  if (element.hasAttribute("hidden") || element.getAttribute("aria-hidden") === "true") return true;
  const role = element.getAttribute("role");
  if (role !== null && CONTROL_ROLES.has(role)) return true;
  if (element.matches(UNREAD_SELECTOR)) return true;
  return element.hasAttribute("style") && isHiddenByStyle(element);
}

function isHiddenByStyle(element: Element): boolean {
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden" || style.visibility === "collapse") return true;
  return isClipped(style);
}

/** The usual ways to hide from sight only: clipped away, or a box of at most one pixel that shows no overflow. */
function isClipped(style: CSSStyleDeclaration): boolean {
  if (style.position !== "absolute" && style.position !== "fixed") return false;
  if (/^(rect\(0(px)?,? 0(px)?,? 0(px)?,? 0(px)?\)|rect\(1px,? 1px,? 1px,? 1px\))$/.test(style.clip)) return true;
  if (/^inset\((50|100)%/.test(style.clipPath)) return true;
  return style.overflow !== "visible" && Number.parseFloat(style.width) <= 1 && Number.parseFloat(style.height) <= 1;
}
