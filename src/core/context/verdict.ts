import type { Span } from "../../model.js";

/** What a run of prose says about what follows or surrounds it. */
export interface Verdict {
  readonly side: "against" | "for" | "neutral";
  /** Document offsets of the words that decide it. */
  readonly evidence: Span;
}

export const NEUTRAL: Verdict = { side: "neutral", evidence: [0, 0] };

export function against(evidence: Span | null): Verdict {
  return evidence === null ? NEUTRAL : { side: "against", evidence };
}
