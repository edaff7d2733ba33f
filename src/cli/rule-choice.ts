import type { Profile } from "../core/index.js";

/** Which rules a detector is to follow, as the library takes it. */
export interface RuleChoice {
  readonly profile: Profile;
  readonly queriesDirs: readonly string[];
  readonly replaceQueries: boolean;
  readonly disabledRules: readonly string[];
  readonly languages: readonly string[];
}
