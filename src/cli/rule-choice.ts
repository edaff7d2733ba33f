import type { Profile } from "../core/index.js";

/** The rules of a detector, as an option of the library. */
export interface RuleChoice {
  readonly profile: Profile;
  readonly queriesDirs: readonly string[];
  readonly replaceQueries: boolean;
  readonly disabledRules: readonly string[];
  readonly languages: readonly string[];
}
