import type { Dismissal, SnippetKind } from "../model.js";
import type { Source } from "../source.js";
import { normaliseBlanks } from "./blanks.js";
import type { BlockNode } from "./markdown/block-node.js";
import { maskEntryHeads } from "./entry-heads.js";
import { maskPlaceholders } from "./placeholders.js";

/** A part of a document that is not yet a region, with what is known about it. */
export interface Snippet {
  readonly source: Source;
  readonly kind: SnippetKind;
  /** The tag as written, in lower case; null if there is none. */
  readonly tag: string | null;
  readonly block: BlockNode;
  readonly shown?: Dismissal;
  /** See {@link Region.amongText}. */
  readonly amongText?: boolean;
  /** How many documents (Markdown in Markdown, HTML in Markdown …) it is in. */
  readonly depth: number;
}

/** Documents inside documents are read to this depth; deeper ones are left as text. */
export const MAX_DEPTH = 6;

/**
 * Returns a source prepared for the shell grammar: ordinary blanks and line ends, placeholders as words, schedules and unit keys
 * blanked.
 */
export function prepareShell(source: Source): Source {
  return maskEntryHeads(maskPlaceholders(normaliseBlanks(source)));
}

/** Returns a dismissal with a reason, whose evidence is a source or a part of it, as a document span. */
export function shownAs(
  reason: Dismissal["reason"],
  message: string,
  source: Source,
  start = 0,
  end = source.text.length,
): Dismissal {
  return { reason, message, evidence: source.origin(start, end) };
}
