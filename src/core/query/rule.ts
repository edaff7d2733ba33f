/** The severities of findings. */
export type Severity = "error" | "warning" | "note";

/** A rule as reports describe it. */
export interface Rule {
  readonly id: string;
  /** One sentence that describes a finding. */
  readonly message: string;
  /** How reports show the findings of the rule. Every finding counts for the result, whatever the severity of its rule. */
  readonly severity: Severity;
  /** What to do about a finding; absent if the pattern does not specify it. */
  readonly help?: string;
  /** The file and line of the user's pattern that names the rule (`rules/bash/pipes.scm:4`); absent for rules of the package. */
  readonly pattern?: string;
  /** The comment above that pattern, which is an example of source text. */
  readonly example?: string;
}
