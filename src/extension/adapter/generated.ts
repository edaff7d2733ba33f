import { LABEL_TEXT } from "./selectors.js";

const PSEUDO_ELEMENTS = ["::before", "::after"] as const;

/** Describes the text that style sheets generate before or after an element. */
export interface Generated {
  /** Whether a visible text may have a meaning. */
  readonly isLabel: boolean;
  /** Whether a text may contain the value of an attribute, and so differ between elements of the same kind. */
  readonly isOfAttributes: boolean;
}

/** Describes the text that the page's style sheets generate before and after an element. */
export function generatedBy(element: Element): Generated {
  let isLabel = false;
  let isOfAttributes = false;
  for (const pseudo of PSEUDO_ELEMENTS) {
    const style = getComputedStyle(element, pseudo);
    const { content } = style;
    if (content === "" || content === "none" || content === "normal") continue;
    const text = textOf(content, element);
    isOfAttributes ||= content.includes("attr(") || mayContainAttribute(text, element);
    if (style.display === "none" || style.visibility !== "visible" || style.opacity === "0")
      continue;
    isLabel ||= LABEL_TEXT.test(text);
  }
  return { isLabel, isOfAttributes };
}

/**
 * Whether a text may contain the value of an attribute: Chromium returns the value of `attr()`, Firefox its name. True for any text if
 * an attribute is empty.
 */
function mayContainAttribute(text: string, { attributes }: Element): boolean {
  return Array.from(attributes).some(
    ({ name, value }) => name !== "class" && name !== "style" && text.includes(value),
  );
}

/** Returns the text of a `content` value: its strings, and the values of the attributes that it names. */
function textOf(content: string, element: Element): string {
  const parts = content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)/g);
  return Array.from(parts, ([, string, attribute]) =>
    attribute === undefined
      ? (string ?? "").replace(/\\(.)/g, "$1")
      : (element.getAttribute(attribute) ?? ""),
  ).join(" ");
}
