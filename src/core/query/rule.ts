/** What the severity of a finding may be. */
export type Severity = "error" | "warning" | "note";

/** A rule as reports name it. */
export interface Rule {
  readonly id: string;
  /** One sentence: what a finding of it is. */
  readonly message: string;
  /** How a report shows its findings. Every finding sets the label, whatever its rule's severity. */
  readonly severity: Severity;
  /** What to do about a finding; absent where the pattern does not say. */
  readonly help?: string;
  /** Where a pattern of a user's own names it (`rules/bash/pipes.scm:4`); absent for rules of the package. */
  readonly pattern?: string;
  /** The comment above that pattern: the source text it is for. */
  readonly example?: string;
}
