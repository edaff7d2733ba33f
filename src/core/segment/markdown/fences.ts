import type { Span } from "../../model.js";
import { eachMatch } from "../../scan.js";

/** A fence; one that is never closed extends to the end. */
const FENCED = /^[ \t>]*(`{3,}|~{3,}).*(?:\n[^]*?^[ \t>]*\1[`~]*[ \t]*$|[^]*)/gm;

/** Returns the spans of the fences of a text. */
export function fencesOf(text: string): readonly Span[] {
  return Array.from(eachMatch(text, FENCED), ({ index, 0: fence }) => [
    index,
    index + fence.length,
  ]);
}
