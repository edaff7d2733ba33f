import type { Registry } from "../assets.js";
import { queryErrorAt } from "./query-error.js";
import type { Pattern } from "./pattern.js";
import type { Rule, Severity } from "./rule.js";

/**
 * Returns the rules that patterns name, and those of the registry.
 * @throws QueryError if two patterns name the same rule of a user: each such rule is described in one place
 */
export function rulesOf(patterns: readonly Ruled[], registry: Registry): ReadonlyMap<string, Rule> {
  const rules = new Map<string, Rule>(
    Object.entries(registry.rules).map(([id, message]) => [id, { id, message, severity: "error" }]),
  );
  for (const { source, roles } of patterns) {
    for (const { rule: id, pattern, settings } of roles.values()) {
      if (id === null || Object.hasOwn(registry.rules, id)) continue;
      const known = rules.get(id);
      if (known !== undefined && known.pattern !== pattern) {
        throw queryErrorAt(
          source.file,
          placeOfRule(source, id),
          "query-rule",
          `the rule "${id}" is already in ${known.pattern ?? ""}`,
          "combine both shapes in one pattern with [ ], or use another id for this one",
        );
      }
      const {
        message = known?.message ?? `A pattern in ${pattern} matches.`,
        severity = known?.severity ?? "error",
        help = known?.help,
      } = settings;
      const example = source.comment === "" ? {} : { example: source.comment };
      rules.set(id, {
        id,
        message,
        severity: severity as Severity,
        ...(help === undefined ? {} : { help }),
        pattern,
        ...example,
      });
    }
  }
  return rules;
}

/** Something that may name rules. */
type Ruled = Pick<Pattern, "source" | "roles">;

/** Returns the offset at which a pattern names a rule; the start of the pattern if it does not name the rule. */
function placeOfRule({ predicates, start }: Ruled["source"], id: string): number {
  return (
    predicates.flatMap(({ operands }) => operands).find(({ value }) => value === id)?.start ?? start
  );
}

/** Returns the patterns without some disabled rules of a user: nodes that only those rules use have no role. */
export function withoutRules<T extends Ruled>(
  patterns: readonly T[],
  off: ReadonlySet<string>,
): readonly T[] {
  if (off.size === 0) return patterns;
  const kept = patterns.map((pattern) => ({
    ...pattern,
    roles: new Map([...pattern.roles].filter(([, { rule }]) => rule === null || !off.has(rule))),
  }));
  return kept.filter(({ roles }) => roles.size > 0);
}
