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
  /** The number of documents that contain it, without the outermost one (Markdown in Markdown, HTML in Markdown …). */
  readonly depth: number;
}

/** Maximum depth of documents inside documents; deeper ones are not read as documents. */
export const MAX_DEPTH = 6;

/**
 * Returns a source prepared for the shell grammar: with ordinary spaces and line ends, placeholders replaced by words, and the
 * schedules and keys before commands by spaces.
 */
export function prepareShell(source: Source): Source {
  return maskEntryHeads(maskPlaceholders(normaliseBlanks(source)));
}

/** Returns a dismissal whose evidence is a range of a source. */
export function shownAs(
  reason: Dismissal["reason"],
  message: string,
  source: Source,
  start = 0,
  end = source.text.length,
): Dismissal {
  return { reason, message, evidence: source.origin(start, end) };
}
