import { SELECTORS } from "../adapter/selectors.js";
import { isExcluded } from "../adapter/visibility.js";
import { BLOCK_TAGS, fenceFor, languageOf } from "./blocks.js";
import type { Writer } from "./writer.js";

/** One piece of a code block: characters of a node, or a line end that the page makes by other means. */
type CodePart = Text | "line-end";

/** Writes a code block as a fence. Its header and buttons are outside; the header may name the language. */
export function writeCodeBlock(writer: Writer, block: Element): void {
  const roots = codeRoots(block);
  const parts = roots.flatMap((root, index) => (index === 0 ? codeParts(root) : ["line-end" as const, ...codeParts(root)]));
  const text = parts.map((part) => (part === "line-end" ? "\n" : part.data)).join("");
  const fence = fenceFor(text);
  const first = roots[0] ?? block;
  writer.mark(`${fence}${languageOf(first, first === block ? "" : headerText(block, roots))}`);
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

function codeRoots(block: Element): Element[] {
  if (block.matches(SELECTORS.codeText)) return [block];
  const roots = Array.from(block.querySelectorAll(SELECTORS.codeText));
  const outermost = roots.filter((root) => !roots.some((other) => other !== root && other.contains(root)));
  const shown = outermost.filter((root) => isShownWithin(root, block));
  return shown.length > 0 || outermost.length > 0 ? shown : [block];
}

function isShownWithin(element: Element, block: Element): boolean {
  for (let at: Element | null = element; at !== null && at !== block; at = at.parentElement) if (isExcluded(at)) return false;
  return true;
}

function codeParts(root: Element): CodePart[] {
  const parts: CodePart[] = [];
  for (let node = root.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === Node.TEXT_NODE) parts.push(node as Text);
    else if (node.nodeType === Node.ELEMENT_NODE) addElement(node as Element, parts);
  }
  return parts;
}

function addElement(element: Element, parts: CodePart[]): void {
  if (isExcluded(element)) return;
  if (element.tagName === "BR") {
    parts.push("line-end");
    return;
  }
  const isLine = BLOCK_TAGS.has(element.tagName) || element.matches(SELECTORS.codeLine);
  if (isLine && parts.length > 0 && !endsLine(parts.at(-1))) parts.push("line-end");
  const inner = codeParts(element);
  // An editor shows an empty line as a lone break inside the line's element.
  const lone = isLine && inner.length === 1 && inner[0] === "line-end";
  if (!lone) for (const part of inner) parts.push(part);
  if (isLine) parts.push("line-end");
}

function endsLine(part: CodePart | undefined): boolean {
  return part === "line-end" || (part?.data.endsWith("\n") ?? true);
}

/** What a block shows before its code, without buttons. */
function headerText(block: Element, roots: readonly Element[]): string {
  const words: string[] = [];
  const visit = (parent: Element): void => {
    for (const child of parent.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) words.push((child as Text).data);
      else if (child.nodeType === Node.ELEMENT_NODE && !roots.includes(child as Element) && !isExcluded(child as Element)) visit(child as Element);
    }
  };
  visit(block);
  return words.join("");
}
