import type { Profile } from "../core/index.js";

/** The selection of rules with which a detector is created. */
export interface RuleChoice {
  readonly profile: Profile;
  readonly queriesDirs: readonly string[];
  readonly replaceQueries: boolean;
  readonly disabledRules: readonly string[];
  readonly languages: readonly string[];
}
