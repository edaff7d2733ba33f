import type { Registry } from "../assets.js";
import { queryErrorAt } from "./error.js";
import type { Pattern } from "./pattern.js";
import type { Severity } from "./settings.js";

/** A rule as reports name it. */
export interface Rule {
  readonly id: string;
  /** One sentence: what a finding of it is. */
  readonly message: string;
  readonly severity: Severity;
  /** What to do about a finding; absent where the pattern does not say. */
  readonly help?: string;
  /** Where a pattern of a user's own names it; absent for rules of the package. */
  readonly pattern?: string;
}

/**
 * The rules that patterns name, and those of the registry.
 * @throws QueryError where two patterns name the same rule of a user's own: each such rule is said in one place
 */
export function rulesOf(patterns: readonly Pattern[], registry: Registry): ReadonlyMap<string, Rule> {
  const rules = new Map<string, Rule>(Object.entries(registry.rules).map(([id, message]) => [id, { id, message, severity: "error" }]));
  for (const { source, roles } of patterns) {
    for (const role of roles.values()) {
      const { rule: id, pattern } = role;
      if (id === null) continue;
      const known = rules.get(id);
      if (known?.pattern !== undefined && known.pattern !== pattern) {
        throw queryErrorAt(source.file, source.start, "query-rule", `the rule "${id}" is already in ${known.pattern}`, "put both shapes into one pattern with [ ], or give this one another id");
      }
      const { message = known?.message ?? `A pattern of ${source.file.path} matched.`, severity = "error", help } = role.settings;
      if (Object.hasOwn(registry.rules, id)) continue;
      rules.set(id, { id, message, severity: severity as Severity, ...(help === undefined ? {} : { help }), pattern });
    }
  }
  return rules;
}
