import { shapes } from "../language/spoken.js";
import type { Block } from "../../segment/document.js";
import type { Paragraphs } from "./paragraphs.js";

const SHAPE = shapes("imperative", "leads-place", "leads-with-colon", "wrapped");

/** A caption is no longer than this. */
const LONGEST = 120;
/** How many captioned blocks one introduction covers. */
const MOST = 4;

/** An introduction that stands before the captions of its blocks. */
export interface OuterLead {
  readonly index: number;
  /** It ends with a colon: it waits for what follows. */
  readonly colon: boolean;
  /** Other blocks stand between. */
  readonly isFirst: boolean;
}

/** "Never run these:", "On Linux:", the block: the index of the introduction over the caption at `at`, or null. */
export function leadOverCaption(text: string, siblings: readonly Block[], at: number, passages: Paragraphs): OuterLead | null {
  let index = at;
  let isFirst = true;
  for (let blocks = 0; blocks < MOST && isCaption(text, siblings[index], passages); blocks++) {
    const before = siblings[index - 1];
    if (before?.kind === "paragraph") return { index: index - 1, colon: SHAPE.leadsWithColon.test(text.slice(Math.max(before.start, before.end - 40), before.end)), isFirst };
    if (before?.kind !== "code") return null;
    isFirst = false;
    index -= 2;
  }
  return null;
}

/** A rule, or a few words that name a place, a file or a source and tell nothing to do. */
export function isCaption(text: string, block: Block | undefined, passages: Paragraphs): boolean {
  if (block === undefined) return false;
  if (block.kind === "rule") return true;
  if (!(block.kind === "paragraph" || block.kind === "html") || block.end - block.start > LONGEST) return false;
  const words = text.slice(block.start, block.end);
  const passage = passages.of(block);
  if (passage.commandCount > 0 || passage.words.search(SHAPE.imperative.expression) >= 0 || passage.introduces({ open: true, antecedent: false }).stance !== "neutral") return false;
  return block.kind === "html" || SHAPE.wrapped.test(words) || SHAPE.leadsPlace.test(words);
}
