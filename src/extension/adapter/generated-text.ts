import { LABEL_TEXT } from "./selectors.js";

const PSEUDO_ELEMENTS = ["::before", "::after"] as const;

/** The properties of the text that style sheets generate before or after an element. */
export interface Generated {
  /** Whether a visible generated text may be meaningful. */
  readonly isMeaningful: boolean;
  /** Whether a generated text may contain the value of an attribute, and so differ between elements with the same classes. */
  readonly dependsOnAttributes: boolean;
}

/** Describes the text that the page's style sheets generate before and after an element. */
export function generatedBy(element: Element): Generated {
  let isMeaningful = false;
  let dependsOnAttributes = false;
  for (const pseudo of PSEUDO_ELEMENTS) {
    const style = getComputedStyle(element, pseudo);
    const { content } = style;
    if (content === "" || content === "none" || content === "normal") continue;
    const text = textOf(content, element);
    dependsOnAttributes ||= content.includes("attr(") || mayContainAttribute(text, element);
    if (style.display === "none" || style.visibility !== "visible" || style.opacity === "0")
      continue;
    isMeaningful ||= LABEL_TEXT.test(text);
  }
  return { isMeaningful, dependsOnAttributes };
}

/**
 * Whether a generated text contains the value of an attribute other than `class` and `style`: Chromium computes `attr()` to the value,
 * while Firefox keeps the function. Since every text contains an empty value, the result is true if any such attribute is empty.
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
