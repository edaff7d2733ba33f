import type { Dismissal, SnippetKind } from "../model.js";
import type { Source } from "../source.js";
import { normalizeSpaces } from "./normalize-spaces.js";
import type { BlockNode } from "./markdown/block-node.js";
import type { Place } from "./region.js";
import { maskCommandPrefixes } from "./mask-command-prefixes.js";
import { withWindowsPaths } from "../lex/windows-line.js";
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
  readonly amongText?: Place["amongText"];
  /** The number of nested documents that contain it (Markdown in Markdown, HTML in Markdown …); 0 in the outermost document. */
  readonly depth: number;
}

/** Maximum depth of documents inside documents; deeper ones are not read as documents. */
export const MAX_DEPTH = 6;

/**
 * Returns a source prepared for the shell grammar: with ordinary spaces and line ends, slashes in the paths of Windows programs,
 * placeholders replaced by words, and the schedules and keys before commands by spaces.
 */
export function prepareShell(source: Source): Source {
  return maskCommandPrefixes(maskPlaceholders(withWindowsPaths(normalizeSpaces(source))));
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
