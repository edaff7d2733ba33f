import { SELECTORS } from "../adapter/selectors.js";
import { isLine, type Visibility } from "../adapter/visibility.js";
import { fenceFor, languageOf } from "./blocks.js";
import { eachChild, TEXT } from "./nodes.js";
import type { Writer } from "./writer.js";

/** Writes a code block as a fenced block, without its header and buttons. The header may name the language. */
export function writeCodeBlock(writer: Writer, block: Element, visibility: Visibility): void {
  const roots = codeRoots(block, visibility);
  const [first = block] = roots;
  const codes = roots.map((root) => root.textContent ?? "");
  const fence = fenceFor(codes.join("\n"));
  writer.mark(
    `${fence}${languageOf(first, () => (first === block ? "" : headerText(block, roots, visibility)))}`,
  );
  writer.newLine();
  roots.forEach((root, index) => {
    writer.endLine();
    if (visibility.showsWordsOnly(root)) writer.copy(root, 0, codes[index] ?? "");
    else writeCode(writer, root, visibility);
  });
  writer.endLine();
  writer.mark(fence);
}

/** Whether an element contains line ends and shows them, as `pre` does. */
export function preservesLines(element: Element): boolean {
  return (
    (element.textContent ?? "").includes("\n") &&
    /^(pre|break-spaces)/.test(getComputedStyle(element).whiteSpace)
  );
}

/**
 * Returns the outermost visible parts of a `pre` that contain code. Returns the block itself if it is another element, has text outside
 * its child elements, or has no part for code.
 */
function codeRoots(block: Element, visibility: Visibility): Element[] {
  if (block.tagName !== "PRE" || hasDirectText(block)) return [block];
  const roots: Element[] = [];
  for (const root of block.querySelectorAll(SELECTORS.codeText))
    if (!roots.at(-1)?.contains(root)) roots.push(root);
  return roots.length > 0 ? roots.filter((root) => visibility.shows(root, block)) : [block];
}

function hasDirectText(block: Element): boolean {
  return Array.from(block.childNodes).some(
    (node) => node.nodeType === TEXT && /\S/.test((node as Text).data),
  );
}

function writeCode(writer: Writer, parent: Element, visibility: Visibility): void {
  eachChild(
    parent,
    (text) => writer.copy(text, 0, text.data),
    (element) => writeElement(writer, element, visibility),
  );
}

function writeElement(writer: Writer, element: Element, visibility: Visibility): void {
  if (visibility.excludes(element)) return;
  if (element.tagName === "BR") writer.newLine();
  else if (isLine(element)) writeLine(writer, element, visibility);
  else writeCode(writer, element, visibility);
}

/** Writes an element that is one line of a code block. A line end follows even if the element is empty. */
function writeLine(writer: Writer, line: Element, visibility: Visibility): void {
  writer.endLine();
  const before = writer.size;
  writeCode(writer, line, visibility);
  if (writer.size === before || !writer.atLineStart) writer.newLine();
}

/** Returns the visible text of a block outside its code, without buttons. */
function headerText(block: Element, roots: readonly Element[], visibility: Visibility): string {
  let text = "";
  const visit = (parent: Element): void => {
    eachChild(
      parent,
      ({ data }) => (text += data),
      (element) => {
        if (!roots.includes(element) && !visibility.excludes(element)) visit(element);
      },
    );
  };
  visit(block);
  return text;
}
