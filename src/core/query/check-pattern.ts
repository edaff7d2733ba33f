import type { GrammarName, Registry } from "../assets.js";
import { refusing } from "./query-error.js";
import { nearest } from "./nearest-word.js";
import { checkPlaces } from "./captured-types.js";
import { checkWords } from "./check-words.js";
import { compilePredicates, type CompiledPredicate } from "./predicates.js";
import { placeOf, type Pattern } from "./pattern.js";
import type { PatternSource } from "./read-patterns.js";
import type { Role } from "./role.js";
import { readSettings } from "./settings.js";
import { structureOf } from "./pattern-structure.js";
import type { Token } from "./query-tokens.js";

const refused = refusing("query-capture");
const unnarrowed = refusing("query-predicate");

/** Checks a pattern against the registry and compiles its predicates. */
export function checkPattern(
  source: PatternSource,
  grammar: GrammarName,
  registry: Registry,
): Pattern {
  const captures = checkCaptures(source, registry);
  checkPlaces(source, grammar, registry);
  const compiled = compilePredicates(source);
  const predicates = compiled.map(([, predicate]) => predicate);
  checkWords(source, grammar, compiled);
  checkNarrowed(source, captures, predicates, registry);
  const settings = readSettings(source, captures, registry);
  const pattern = placeOf(source);
  const roles = [...settings].map(([capture, own]): [string, Role] => [
    capture,
    { capture, settings: own, rule: own["rule"] ?? null, pattern },
  ]);
  return { source, structure: structureOf(source), predicates, roles: new Map(roles) };
}

/**
 * Checks that each capture is registered, or begins with `_` and is used by a predicate of its pattern. Returns those that give a
 * role.
 */
function checkCaptures(source: PatternSource, registry: Registry): readonly Token[] {
  const roles = source.captures.filter(({ value }) => !value.startsWith("_"));
  for (const capture of source.captures) {
    if (capture.value.startsWith("_")) {
      const used = source.predicates.some((predicate) =>
        predicate.operands.some(
          (operand) => operand.kind === "capture" && operand.value === capture.value,
        ),
      );
      if (!used)
        throw refused(
          source,
          capture,
          `@${capture.value} is used by no predicate of this pattern`,
          "remove it, or use it",
        );
    } else if (!Object.hasOwn(registry.captures, capture.value)) {
      throw refused(
        source,
        capture,
        `unknown capture @${capture.value}`,
        `${nearest(capture.value, Object.keys(registry.captures), "@")} (queries/captures.json lists all)`,
      );
    }
  }
  if (roles.length === 0)
    throw refused(
      source,
      source,
      "no capture of this pattern gives a role, so it does nothing",
      "name what it finds with a capture such as @source.fetcher",
    );
  return roles;
}

/** Checks that a predicate limits the words of each capture that needs words: otherwise every name would get its role. */
function checkNarrowed(
  source: PatternSource,
  captures: readonly Token[],
  predicates: readonly CompiledPredicate[],
  registry: Registry,
): void {
  const narrowed = new Set(predicates.flatMap(({ narrows }) => narrows));
  for (const capture of captures) {
    if (registry.captures[capture.value]?.shape === true || narrowed.has(capture.value)) continue;
    throw unnarrowed(
      source,
      capture,
      `no predicate limits the words of @${capture.value}, so it would match every word`,
      `add one such as (#any-of? @${capture.value} "word")`,
    );
  }
}
