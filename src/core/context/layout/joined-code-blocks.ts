import type { Block } from "../../segment/block.js";
import type { Paragraphs } from "./paragraphs.js";

/** Whether a code block is at an index among siblings, or directly after a paragraph such as "or:" at that index. */
export function isContinued(
  paragraphs: Paragraphs,
  siblings: readonly Block[],
  at: number,
): boolean {
  const next = siblings[at];
  if (next?.kind === "code") return true;
  return (
    next?.kind === "paragraph" &&
    siblings[at + 1]?.kind === "code" &&
    paragraphs.openingOf(next).test("connective")
  );
}

/** Whether a code block is directly before an index among siblings, or separated from it only by a paragraph such as "or:". */
export function continues(paragraphs: Paragraphs, siblings: readonly Block[], at: number): boolean {
  return (
    siblings[at - 1]?.kind === "code" ||
    (siblings[at - 2]?.kind === "code" && isContinued(paragraphs, siblings, at - 1))
  );
}

/** Maximum length of a caption, in UTF-16 code units. */
const MAX_CAPTION_LENGTH = 120;

/** Whether a block is a thematic break, or a few words that name a system, a file or a source and contain no instruction. */
export function isCaption(text: string, block: Block | undefined, paragraphs: Paragraphs): boolean {
  if (block === undefined) return false;
  if (block.kind === "rule") return true;
  if (
    !(block.kind === "paragraph" || block.kind === "html") ||
    block.end - block.start > MAX_CAPTION_LENGTH
  )
    return false;
  const words = text.slice(block.start, block.end);
  const paragraph = paragraphs.of(block);
  if (
    paragraph.commandCount > 0 ||
    paragraph.words.search(paragraphs.language.expression("imperative")) >= 0 ||
    paragraph.introduces({ open: true, antecedent: false }).side !== "neutral"
  )
    return false;
  return (
    block.kind === "html" ||
    paragraphs.language.test("wrapped", words) ||
    paragraphs.language.test("leads-place", words)
  );
}
