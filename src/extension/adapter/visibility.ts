import { CONTROL_ROLES, CONTROL_TAGS, UNREAD_SELECTOR, VISUALLY_HIDDEN_CLASSES } from "./selectors.js";

/** Whether an element inside an answer is outside the evaluated text: control, toolbar or hidden (card rule 21). */
export function isExcluded(element: Element): boolean {
  if (CONTROL_TAGS.has(element.tagName)) return true;
  if (!element.hasAttributes()) return false;
  return hasExcludingAttribute(element) || isHidden(element);
}

/** Whether an element holds text that a person can edit or that another document shows. */
export function isUnread(element: Element): boolean {
  return element.matches(UNREAD_SELECTOR);
}

function hasExcludingAttribute(element: Element): boolean {
  if (element.hasAttribute("hidden") || element.getAttribute("aria-hidden") === "true") return true;
  const role = element.getAttribute("role");
  if (role !== null && CONTROL_ROLES.has(role)) return true;
  const editable = element.getAttribute("contenteditable");
  return editable !== null && editable !== "false";
}

/** Hidden by a style: only elements that carry a class or a style of their own are asked. */
function isHidden(element: Element): boolean {
  const styled = element.hasAttribute("style");
  if (!styled && element.classList.length === 0) return false;
  for (const name of element.classList) if (VISUALLY_HIDDEN_CLASSES.has(name)) return true;
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
