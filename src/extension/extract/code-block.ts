import { SELECTORS } from "../adapter/selectors.js";
import type { Visibility } from "../adapter/visibility.js";
import { BLOCK_TAGS, fenceFor, languageOf } from "./blocks.js";
import type { Writer } from "./writer.js";

/** One piece of a code block: characters of a node, or a line end that the page makes by other means. */
type CodePart = Text | "line-end";

/** Writes a code block as a fence. Its header and buttons are outside; the header may name the language. */
export function writeCodeBlock(writer: Writer, block: Element, visibility: Visibility): void {
  const roots = codeRoots(block, visibility);
  const parts: CodePart[] = [];
  for (const root of roots) {
    if (root !== roots[0]) parts.push("line-end");
    addParts(root, visibility, parts);
  }
  const fence = fenceFor(textOf(parts));
  const first = roots[0] ?? block;
  writer.mark(`${fence}${languageOf(first, () => (first === block ? "" : headerText(block, roots, visibility)))}`);
  writer.newLine();
  for (const part of parts) {
    if (part === "line-end") writer.newLine();
    else writer.copy(part, 0, part.data);
  }
  writer.endLine();
  writer.mark(fence);
}

/** Whether an element outside `pre` keeps its line ends, as a block of code does. */
export function preservesLines(element: Element): boolean {
  return (element.textContent ?? "").includes("\n") && /^(pre|break-spaces)/.test(getComputedStyle(element).whiteSpace);
}

function textOf(parts: readonly CodePart[]): string {
  return parts.map((part) => (part === "line-end" ? "\n" : part.data)).join("");
}

function codeRoots(block: Element, visibility: Visibility): Element[] {
  if (block.matches(SELECTORS.codeText)) return [block];
  const roots = Array.from(block.querySelectorAll(SELECTORS.codeText));
  const outermost = roots.filter((root) => !roots.some((other) => other !== root && other.contains(root)));
  return outermost.length > 0 ? outermost.filter((root) => visibility.shows(root, block)) : [block];
}

function addParts(root: Element, visibility: Visibility, parts: CodePart[]): void {
  for (let node = root.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === Node.TEXT_NODE) parts.push(node as Text);
    else if (node.nodeType === Node.ELEMENT_NODE) addElement(node as Element, visibility, parts);
  }
}

function addElement(element: Element, visibility: Visibility, parts: CodePart[]): void {
  if (visibility.excludes(element)) return;
  if (element.tagName === "BR") {
    parts.push("line-end");
  } else if (BLOCK_TAGS.has(element.tagName) || element.classList.contains(SELECTORS.codeLineClass)) {
    addLine(element, visibility, parts);
  } else addParts(element, visibility, parts);
}

/** A line that is an element of its own ends where the element does. */
function addLine(line: Element, visibility: Visibility, parts: CodePart[]): void {
  const last = parts.at(-1);
  if (last !== undefined && last !== "line-end" && !last.data.endsWith("\n")) parts.push("line-end");
  const start = parts.length;
  addParts(line, visibility, parts);
  // An editor shows an empty line as a lone break inside the line's element.
  const isEmpty = parts.length === start + 1 && parts[start] === "line-end";
  if (!isEmpty) parts.push("line-end");
}

/** What a block shows before its code, without buttons. */
function headerText(block: Element, roots: readonly Element[], visibility: Visibility): string {
  let text = "";
  const visit = (parent: Element): void => {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === Node.TEXT_NODE) text += (node as Text).data;
      else if (node.nodeType === Node.ELEMENT_NODE && !roots.includes(node as Element) && !visibility.excludes(node as Element)) visit(node as Element);
    }
  };
  visit(block);
  return text;
}
