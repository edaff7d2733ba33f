import type { Registry } from "../assets.js";
import { queryErrorAt } from "./error.js";
import { compilePredicate, type CompiledPredicate } from "./predicates.js";
import type { PatternSource, PredicateSource } from "./reader.js";

/** What `#set!` says about a pattern. */
export interface Settings {
  /** The rule that a match of the pattern supports. */
  readonly rule?: string;
  /** The pattern's own name, unique among all files. */
  readonly name?: string;
}

/** A pattern that passed every check but the grammar's. */
export interface Pattern {
  readonly source: PatternSource;
  readonly predicates: readonly CompiledPredicate[];
  readonly settings: Settings;
}

/** Checks a pattern against the registry and compiles its predicates. */
export function checkPattern(source: PatternSource, registry: Registry): Pattern {
  checkCaptures(source, registry);
  const settings: Record<string, string> = {};
  const predicates: CompiledPredicate[] = [];
  for (const predicate of source.predicates) {
    if (predicate.operator === "set!") addSetting(source, predicate, registry, settings);
    else predicates.push(compilePredicate(source, predicate));
  }
  return { source, predicates, settings };
}

/** A capture is registered, or begins with `_` and serves a predicate of its own pattern. */
function checkCaptures(source: PatternSource, registry: Registry): void {
  for (const capture of source.captures) {
    if (capture.value.startsWith("_")) {
      const used = source.predicates.some((predicate) => predicate.operands.some((operand) => operand.kind === "capture" && operand.value === capture.value));
      if (!used) throw queryErrorAt(source.file, capture.start, "query-capture", `@${capture.value} is used by no predicate of this pattern`, "remove it, or use it");
    } else if (!Object.hasOwn(registry.captures, capture.value)) {
      throw queryErrorAt(source.file, capture.start, "query-capture", `unknown capture @${capture.value}`, `${nearest(capture.value, Object.keys(registry.captures), "@")} or register it in captures.json`);
    }
  }
}

function addSetting(source: PatternSource, predicate: PredicateSource, registry: Registry, settings: Record<string, string>): void {
  const [key, value, ...more] = predicate.operands;
  if (key === undefined || value === undefined || more.length > 0 || key.kind === "capture" || value.kind === "capture") {
    throw queryErrorAt(source.file, predicate.start, "query-setting", "#set! takes a setting and its value", 'write it as (#set! rule "language/source-shape")');
  }
  if (!Object.hasOwn(registry.settings, key.value)) {
    throw queryErrorAt(source.file, key.start, "query-setting", `unknown setting ${key.value}`, `use one of ${Object.keys(registry.settings).join(", ")}`);
  }
  if (Object.hasOwn(settings, key.value)) {
    throw queryErrorAt(source.file, key.start, "query-setting", `${key.value} is set twice`, "keep one of the two");
  }
  if (key.value === "rule" && !Object.hasOwn(registry.rules, value.value)) {
    throw queryErrorAt(source.file, value.start, "query-rule", `unknown rule id "${value.value}"`, `${nearest(value.value, Object.keys(registry.rules), "")} or register it in captures.json`);
  }
  settings[key.value] = value.value;
}

/** Refuses a second pattern of the same name. */
export function checkNames(patterns: readonly Pattern[]): void {
  const seen = new Map<string, PatternSource>();
  for (const { source, settings } of patterns) {
    if (settings.name === undefined) continue;
    const first = seen.get(settings.name);
    if (first !== undefined) {
      throw queryErrorAt(source.file, source.start, "query-name", `a pattern named "${settings.name}" is already in ${first.file.path}`, "choose another name");
    }
    seen.set(settings.name, source);
  }
}

/** Names the legal word that shares the longest beginning with what was written. */
function nearest(written: string, legal: readonly string[], mark: string): string {
  const shared = (word: string): number => {
    let length = 0;
    while (length < word.length && word[length] === written[length]) length++;
    return length;
  };
  const best = legal.reduce<string | null>((found, word) => (found !== null && shared(found) >= shared(word) ? found : word), null);
  return best === null ? "use a registered one" : `did you mean ${mark}${best}?`;
}
