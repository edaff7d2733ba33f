import { shape } from "../language/spoken.js";
import type { Block } from "../../segment/document.js";
import type { Paragraphs } from "./paragraphs.js";

/** A caption is no longer than this. */
const LONGEST = 120;

/** A rule, or a few words that name a place, a file or a source and tell nothing to do. */
export function isCaption(text: string, block: Block | undefined, paragraphs: Paragraphs): boolean {
  if (block === undefined) return false;
  if (block.kind === "rule") return true;
  if (!(block.kind === "paragraph" || block.kind === "html") || block.end - block.start > LONGEST) return false;
  const words = text.slice(block.start, block.end);
  const paragraph = paragraphs.of(block);
  if (
    paragraph.commandCount > 0 ||
    paragraph.words.search(shape("imperative").expression) >= 0 ||
    paragraph.introduces({ open: true, antecedent: false }).side !== "neutral"
  )
    return false;
  return block.kind === "html" || shape("wrapped").test(words) || shape("leads-place").test(words);
}
