import type { Findings } from "./findings.js";
import type { Encoded, Finding, Match, Span } from "./model.js";
import type { Place } from "./segment/region.js";

/** A finding unless the text turns out not to mean it, with where it was found. */
export interface Candidate {
  readonly span: Span;
  readonly finding: Finding;
  readonly place: Place;
  readonly encoded: Encoded | null;
  /** Where it is judged. */
  readonly at: Span;
  /** Whether a file holds it that was run. */
  readonly isFromFile: boolean;
}

/** Returns a match as a finding that is not judged yet. */
export function candidateOf(match: Match, place: Place, made: Findings): Candidate {
  return {
    span: match.span,
    finding: made.make(match, place),
    place,
    encoded: match.encoded ?? null,
    at: match.at ?? match.span,
    isFromFile: match.at !== undefined,
  };
}
