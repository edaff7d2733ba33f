import type { Dismissal, SnippetKind } from "../model.js";
import type { Source } from "../source.js";
import { normaliseBlanks } from "./blanks.js";
import type { BlockNode } from "./markdown/block-node.js";
import { maskEntryHeads } from "./entry-heads.js";
import { maskPlaceholders } from "./placeholders.js";

/** A part of a document on its way to regions: what is known about it so far. */
export interface Snippet {
  readonly source: Source;
  readonly kind: SnippetKind;
  /** As written, lower-cased; null if there is none. */
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
 * A source as the shell grammar wants it: ordinary blanks and line ends, placeholders as words, schedules and unit keys left
 * out.
 */
export function prepareShell(source: Source): Source {
  return maskEntryHeads(maskPlaceholders(normaliseBlanks(source)));
}

/** The reasons this stage knows, with the evidence, all of a source or a part, as a document span. */
export function shownAs(
  reason: Dismissal["reason"],
  message: string,
  source: Source,
  start = 0,
  end = source.text.length,
): Dismissal {
  return { reason, message, evidence: source.origin(start, end) };
}
