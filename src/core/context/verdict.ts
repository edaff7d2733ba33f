import type { Span } from "../model.js";

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

/**
 * The relation of prose to a command: it introduces it, heads its section or its column, is beside it in its sentence, its
 * line or its row, or points back at it from behind or by its name.
 */
export type Relation = "introduces" | "heads" | "beside" | "follows";

/** Prose that may speak of a command. */
export interface Neighbour {
  readonly relation: Relation;
  /** What its sentences say of the command; read only where nothing nearer has decided. */
  readonly speaks: () => Verdict;
}

/** What neighbours say, the nearest first: one that forbids or favours decides, and what points back may still forbid what was favoured. */
export function judge(neighbours: Iterable<Neighbour>): Verdict {
  let favour = NEUTRAL;
  for (const { relation, speaks } of neighbours) {
    if (favour.side === "for" && relation !== "follows") continue;
    const verdict = speaks();
    if (verdict.side === "against") return verdict;
    if (verdict.side === "for") favour = verdict;
  }
  return favour;
}
