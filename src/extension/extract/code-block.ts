import { SELECTORS } from "../adapter/selectors.js";
import type { Visibility } from "../adapter/visibility.js";
import { BLOCK_TAGS, fenceFor, languageOf } from "./blocks.js";
import type { Writer } from "./writer.js";

/** Writes a code block as a fence. Its header and buttons are outside; the header may name the language. */
export function writeCodeBlock(writer: Writer, block: Element, visibility: Visibility): void {
  const roots = codeRoots(block, visibility);
  const [first = block] = roots;
  const fence = fenceFor(roots.map((root) => root.textContent ?? "").join("\n"));
  writer.mark(`${fence}${languageOf(first, () => (first === block ? "" : headerText(block, roots, visibility)))}`);
  writer.newLine();
  for (const root of roots) {
    writer.endLine();
    if (isPlain(root, visibility)) writer.copy(root, 0, root.textContent ?? "");
    else writeCode(writer, root, visibility);
  }
  writer.endLine();
  writer.mark(fence);
}

/** Whether an element outside `pre` keeps its line ends, as a block of code does. */
export function preservesLines(element: Element): boolean {
  return (element.textContent ?? "").includes("\n") && /^(pre|break-spaces)/.test(getComputedStyle(element).whiteSpace);
}

function codeRoots(block: Element, visibility: Visibility): Element[] {
  if (block.tagName !== "PRE") return [block];
  const roots = Array.from(block.querySelectorAll(SELECTORS.codeText));
  const outermost = roots.filter((root) => !roots.some((other) => other !== root && other.contains(root)));
  return outermost.length > 0 ? outermost.filter((root) => visibility.shows(root, block)) : [block];
}

/** Whether all the text below an element is shown as it stands: coloured words, and nothing else. */
function isPlain(parent: Element, visibility: Visibility): boolean {
  for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) {
    if (child.tagName !== "SPAN" || child.classList.contains(SELECTORS.codeLineClass)) return false;
    if (visibility.excludes(child) || !isPlain(child, visibility)) return false;
  }
  return true;
}

function writeCode(writer: Writer, parent: Element, visibility: Visibility): void {
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === Node.TEXT_NODE) writer.copy(node as Text, 0, (node as Text).data);
    else if (node.nodeType === Node.ELEMENT_NODE) writeElement(writer, node as Element, visibility);
  }
}

function writeElement(writer: Writer, element: Element, visibility: Visibility): void {
  if (visibility.excludes(element)) return;
  if (element.tagName === "BR") writer.newLine();
  else if (BLOCK_TAGS.has(element.tagName) || element.classList.contains(SELECTORS.codeLineClass)) writeLine(writer, element, visibility);
  else writeCode(writer, element, visibility);
}

/** A line that is an element of its own ends where the element does, an empty one too. */
function writeLine(writer: Writer, line: Element, visibility: Visibility): void {
  writer.endLine();
  const before = writer.size;
  writeCode(writer, line, visibility);
  if (writer.size === before || !writer.atLineStart) writer.newLine();
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
