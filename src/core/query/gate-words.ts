import { queryErrorAt } from "./error.js";
import type { NamePattern } from "./language-file.js";
import type { Pattern } from "./pattern.js";

/** A pattern, and whether each of its matches holds a capture. */
export interface GatedPattern {
  readonly pattern: Pattern;
  readonly isCertain: (capture: string) => boolean;
}

/** Words of which every match of a pattern for one of the captures holds one; null where a pattern names none. */
export function necessaryWords(patterns: readonly GatedPattern[], captures: readonly string[]): readonly string[] | null {
  const words = new Set<string>();
  for (const each of patterns) {
    const necessary = wordsOfPattern(each, captures);
    if (necessary === null) return null;
    for (const word of necessary) words.add(word);
  }
  return [...words];
}

/** The shortest beginning of an expression that is worth looking for in a text. */
const shortest = 2;

/**
 * Words of which every text with a finding holds one.
 * @throws QueryError where a pattern of a gate capture names none: no text could be told from one without anything to find
 */
export function gateWordsOf(patterns: readonly GatedPattern[], languages: ReadonlyMap<string, readonly NamePattern[]>, gate: readonly string[]): readonly string[] {
  const words = new Set<string>();
  for (const [language, of] of languages) {
    for (const { roles, names } of of) {
      // a name that has to be given an address is told by that
      const isGated = [...roles.values()].some(({ capture, settings }) => gate.includes(capture) && settings["of"] !== "address");
      if (isGated) for (const name of names) words.add(`${CASELESS.has(language) ? ANY_CASE : ""}${telling(name)}`);
    }
  }
  for (const each of patterns) {
    const necessary = wordsOfPattern(each, gate);
    if (necessary === null) throw untold(each.pattern, gate);
    const anyCase = each.pattern.predicates.some(({ wordList }) => wordList?.anyCase === true);
    for (const word of necessary) words.add(anyCase ? `${ANY_CASE}${telling(word)}` : telling(word));
  }
  return [...words].sort();
}

/** Languages whose names are written in any case. */
const CASELESS: ReadonlySet<string> = new Set(["powershell"]);

function untold({ roles, source: { file, start } }: Pattern, gate: readonly string[]): Error {
  const gated = [...roles.keys()].filter((capture) => gate.includes(capture));
  return queryErrorAt(file, start, "query-predicate", `no word tells when a text has to be looked at for @${gated.join(", @")}`, "name words with #any-of?, or let the expression begin with two or more plain characters");
}

/** In front of a gate's word whose capitals do not count. */
export const ANY_CASE = "(?i)";

/** One of these words is in every match of the pattern, empty where it is for none of the captures. The source's own come first, then those of any capture that is always there. */
function wordsOfPattern({ pattern, isCertain }: GatedPattern, captures: readonly string[]): readonly string[] | null {
  const gated = [...pattern.roles.keys()].filter((capture) => captures.includes(capture));
  if (gated.length === 0) return [];
  const lists = pattern.predicates.flatMap(({ wordList }) => wordList ?? []);
  const list = lists.find(({ capture }) => gated.includes(capture)) ?? lists.find(({ capture }) => isCertain(capture));
  if (list !== undefined) return list.words;
  const beginning = pattern.predicates.find(({ expression }) => expression !== undefined && gated.includes(expression.capture))?.expression?.beginning ?? "";
  return beginning.length >= shortest ? [beginning] : null;
}

/** The name in a path that an import cannot rename unseen: the last one, or the longest where that one is short. */
function telling(word: string): string {
  const names = word.split(".").filter((name) => name !== "");
  const last = names.at(-1) ?? word;
  return last.length > 3 ? last : names.reduce((longest, name) => (name.length > longest.length ? name : longest), last);
}
