import type { Span } from "../../model.js";

/** What a run of prose says about what follows or surrounds it. */
export interface Verdict {
  readonly stance: "against" | "for" | "neutral";
  /** Document offsets of the words that decide it. */
  readonly evidence: Span;
}

export const NEUTRAL: Verdict = { stance: "neutral", evidence: [0, 0] };
