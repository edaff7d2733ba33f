import type { Span } from "../../model.js";

/** A fence; one that is never closed goes on to the end. */
const FENCED = /^[ \t>]*(`{3,}|~{3,}).*(?:\n[^]*?^[ \t>]*\1[`~]*[ \t]*$|[^]*)/gm;

/** Where the fences of a text stand. */
export function fencesOf(text: string): readonly Span[] {
  return Array.from(text.matchAll(FENCED), ({ index, 0: fence }) => [index, index + fence.length]);
}
