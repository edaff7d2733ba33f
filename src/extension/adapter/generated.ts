import { TELLING_TEXT } from "./selectors.js";

const PSEUDO_ELEMENTS = ["::before", "::after"] as const;

/** What a style sheet writes before or after an element, as far as it could say something. */
export interface Generated {
  readonly isTelling: boolean;
  /** Whether it may come from attributes, and so be another text at each element of a kind. */
  readonly isOfAttributes: boolean;
}

/** Asks what the page's style sheets write before and after an element, where a person sees it. */
export function generatedBy(element: Element): Generated {
  let isTelling = false;
  let isOfAttributes = false;
  for (const pseudo of PSEUDO_ELEMENTS) {
    const style = getComputedStyle(element, pseudo);
    const { content } = style;
    if (content === "" || content === "none" || content === "normal") continue;
    const text = textOf(content, element);
    isOfAttributes ||= content.includes("attr(") || holdsAttribute(text, element);
    if (style.display === "none" || style.visibility !== "visible" || style.opacity === "0")
      continue;
    isTelling ||= TELLING_TEXT.test(text);
  }
  return { isTelling, isOfAttributes };
}

/**
 * Whether a text may hold the value of an attribute: Chromium gives what `attr()` stands for in its place, Firefox gives the name. An
 * attribute that is empty may stand anywhere.
 */
function holdsAttribute(text: string, { attributes }: Element): boolean {
  return Array.from(attributes).some(
    ({ name, value }) => name !== "class" && name !== "style" && text.includes(value),
  );
}

/** The text of a value of `content`: its strings, and the attributes that it names. */
function textOf(content: string, element: Element): string {
  const parts = content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)/g);
  return Array.from(parts, ([, string, attribute]) =>
    attribute === undefined
      ? (string ?? "").replace(/\\(.)/g, "$1")
      : (element.getAttribute(attribute) ?? ""),
  ).join(" ");
}
