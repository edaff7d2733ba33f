import type { Block } from "../../segment/block.js";
import type { Paragraphs } from "./paragraphs.js";

/** Whether a code block is at a position among siblings, directly or after only "or:". */
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

/** Whether a code block precedes a position among siblings, directly or before only "or:". */
export function continues(paragraphs: Paragraphs, siblings: readonly Block[], at: number): boolean {
  return (
    siblings[at - 1]?.kind === "code" ||
    (siblings[at - 2]?.kind === "code" && isContinued(paragraphs, siblings, at - 1))
  );
}

/** Maximum length of a caption. */
const LONGEST_CAPTION = 120;

/** Whether a block is a thematic break, or a few words that name a place, a file or a source without an instruction. */
export function isCaption(text: string, block: Block | undefined, paragraphs: Paragraphs): boolean {
  if (block === undefined) return false;
  if (block.kind === "rule") return true;
  if (
    !(block.kind === "paragraph" || block.kind === "html") ||
    block.end - block.start > LONGEST_CAPTION
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
