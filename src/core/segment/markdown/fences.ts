import type { Span } from "../../model.js";

/** A fence; one that is never closed extends to the end. */
const FENCED = /^[ \t>]*(`{3,}|~{3,}).*(?:\n[^]*?^[ \t>]*\1[`~]*[ \t]*$|[^]*)/gm;

/** Returns the spans of the fences of a text. */
export function fencesOf(text: string): readonly Span[] {
  return Array.from(text.matchAll(FENCED), ({ index, 0: fence }) => [index, index + fence.length]);
}
