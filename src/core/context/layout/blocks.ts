import type { Span } from "../../model.js";
import { lowerBound } from "../../text-search.js";
import type { Block } from "../../segment/block.js";
import type { Language } from "../language/prose-language.js";
import type { LineReference } from "../sentence/line-reference.js";

/** Maximum length of a block that is tested for markup. */
export const MAX_MARKUP_LENGTH = 10_000;

/** Whether nothing of a block is displayed: "<details>", an HTML comment, "[/quote]". */
export function isMarkup(language: Language, text: string, block: Block | undefined): boolean {
  if (block === undefined || block.end - block.start > MAX_MARKUP_LENGTH) return false;
  const written = text.slice(block.start, block.end);
  if (block.kind === "html") return language.test("invisible-html", written);
  return block.kind === "paragraph" && language.test("closing-mark", written);
}

/** Whether a block contains sentences. */
export function isProse(block: Block): boolean {
  return (
    block.kind === "paragraph" ||
    block.kind === "heading" ||
    block.kind === "cell" ||
    block.kind === "html"
  );
}

/** Whether a match is on the given line of a block; fences, comments and blank lines do not count. */
export function isOnLine(
  text: string,
  block: Block,
  [start, end]: Span,
  which: LineReference,
): boolean {
  const isCode = (line: string): boolean => /^[ \t>]*[^\s`~#>]/.test(line);
  const before = text.slice(block.start, start).split("\n").slice(0, -1).filter(isCode).length;
  if (which === "last") return !text.slice(end, block.end).split("\n").slice(1).some(isCode);
  return before === which;
}

export function firstLeaf(block: Block): Block {
  let leaf = block;
  for (
    let child = leaf.children[0];
    child !== undefined && leaf.kind !== "code";
    child = leaf.children[0]
  )
    leaf = child;
  return leaf;
}

export function lastLeaf(block: Block): Block {
  let leaf = block;
  for (
    let child = leaf.children[leaf.children.length - 1];
    child !== undefined && leaf.kind !== "code";
    child = leaf.children[leaf.children.length - 1]
  )
    leaf = child;
  return leaf;
}

/** Returns the innermost block at an offset. */
export function leafAt(document: Block, at: number): Block {
  let leaf = document;
  for (;;) {
    const { children }: Block = leaf;
    const child =
      children[lowerBound(children.length, (index) => (children[index]?.end ?? 0) > at)];
    if (child === undefined || child.start > at) return leaf;
    leaf = child;
  }
}

/**
 * Returns the prose beside a block: the first of the sibling `offset` positions after it or, for a negative offset, the last of the
 * sibling before it; null if there is no prose.
 */
export function adjacentProse({ parent, index }: Block, offset: number): Block | null {
  const sibling = parent?.children[index + offset];
  const leaf =
    sibling === undefined ? undefined : offset < 0 ? lastLeaf(sibling) : firstLeaf(sibling);
  return leaf !== undefined && isProse(leaf) && leaf.kind !== "cell" ? leaf : null;
}

/** Whether a block ends with a full stop, an exclamation or a question mark, and is not one bold line. */
export function isSentence(language: Language, text: string, { start, end }: Block): boolean {
  if (end - start < 160 && language.test("bold-line", text.slice(start, end))) return false;
  return language.test("full-stop", text.slice(Math.max(start, end - 200), end).trimEnd());
}

/** Returns the first word of a command in lower case, by which a warning may name the command. */
export function firstWord(text: string, [start, end]: Span): string {
  return /^\w*/.exec(text.slice(start, Math.min(end, start + 40)))?.[0].toLowerCase() ?? "";
}
