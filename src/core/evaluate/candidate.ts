import type { Findings } from "./findings.js";
import type { Dismissal, Encoded, Finding, Match, Note, Span } from "../model.js";
import type { Place } from "../segment/region.js";

/** A possible finding with its location, which context may dismiss. */
export interface Candidate {
  readonly span: Span;
  readonly finding: Finding;
  readonly place: Place;
  readonly encoded: Encoded | null;
  /** The span at which context judges it. */
  readonly at: Span;
  /** Whether it depends on another block: it is in a file that the document executes, or uses a definition of an earlier block. */
  readonly needsOthers: boolean;
}

/** Returns a match as a candidate, which is not judged yet. */
export function candidateOf(match: Match, place: Place, made: Findings): Candidate {
  return {
    span: match.span,
    finding: made.make(match, place),
    place,
    encoded: match.encoded ?? null,
    at: match.at ?? match.span,
    needsOthers: match.at !== undefined || match.usesDefinition === true,
  };
}

/** Returns the note on a dismissed match. */
export function dismissed({ span, rule }: Match, { reason, message, evidence }: Dismissal): Note {
  return {
    kind: "dismissed",
    reason,
    message,
    span,
    rule,
    ...(evidence === undefined ? {} : { evidence }),
  };
}
