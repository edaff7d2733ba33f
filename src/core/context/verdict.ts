import type { Span } from "../model.js";

/** What a run of prose says about the text after or around it. */
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
 * The relation of prose to a command: the prose introduces the command, heads its section or column, is beside it in a sentence, line
 * or row, or refers back to it, perhaps by its name.
 */
export type Relation = "introduces" | "heads" | "beside" | "follows";

/** Prose that may be about a command. */
export interface Neighbour {
  readonly relation: Relation;
  /** Returns what the prose says about the command; called only if nothing nearer has decided. */
  readonly read: () => Verdict;
}

/**
 * Returns the verdict of neighbours, nearest first: the first that forbids or recommends decides, but a reference back may still
 * forbid a recommended command.
 */
export function judge(neighbours: Iterable<Neighbour>): Verdict {
  let favour = NEUTRAL;
  for (const { relation, read } of neighbours) {
    if (favour.side === "for" && relation !== "follows") continue;
    const verdict = read();
    if (verdict.side === "against") return verdict;
    if (verdict.side === "for") favour = verdict;
  }
  return favour;
}
