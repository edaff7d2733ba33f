import type { OwnQueries } from "../core/index.js";
import type { Detector } from "./context.js";
import { Failure } from "./failure.js";
import type { RuleOptions } from "./options.js";
import type { RuleChoice } from "./rule-choice.js";

/** Returns the rules that command-line options select. @throws Failure for `--replace-queries` without a folder of query files */
export function ruleChoice({
  profile,
  queries = [],
  replaceQueries = false,
  disableRule = [],
  language = [],
}: RuleOptions): RuleChoice {
  if (replaceQueries && queries.length === 0)
    throw new Failure(
      "replacing built-in query files needs a folder with query files; name one with --queries",
    );
  return {
    profile,
    queriesDirs: queries,
    replaceQueries,
    disabledRules: disableRule,
    languages: language,
  };
}

/** Returns messages about disabled rules and custom query files, one line each. */
export function ruleRemarks({
  disabledRules,
  ownQueries,
}: Pick<Detector, "disabledRules" | "ownQueries">): string[] {
  const { replaced, joined, unread, unused, overruled }: OwnQueries = ownQueries;
  return [
    ...(disabledRules.length === 0 ? [] : [`switched off: ${disabledRules.join(", ")}`]),
    ...(replaced.length === 0 ? [] : [`replaced by custom query files: ${replaced.join(", ")}`]),
    ...(joined.length === 0
      ? []
      : [`extended by custom query files: ${joined.join(", ")} (--replace-queries replaces them)`]),
    ...(unread.length === 0
      ? []
      : [`not read, because they are not query files: ${unread.join(", ")}`]),
    ...(unused.length === 0
      ? []
      : [
          `not active, because they are for the extended profile only: ${unused.join(", ")} (--profile extended)`,
        ]),
    ...overruled.map((each) => `no effect on how a command is read: ${each}`),
  ];
}
