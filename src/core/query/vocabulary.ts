/**
 * The words of the loaded queries, by capture name: `has("source.fetcher", "curl")`.
 * Words compare case-sensitively (rule 7).
 */
export interface Vocabulary {
  has(capture: string, word: string): boolean;
  words(capture: string): ReadonlySet<string>;
}

/** A vocabulary from plain lists; what the query loader builds, and tests write by hand. */
export function createVocabulary(lists: Readonly<Record<string, Iterable<string>>>): Vocabulary {
  const sets = new Map<string, ReadonlySet<string>>();
  for (const [capture, words] of Object.entries(lists)) sets.set(capture, new Set(words));
  const none: ReadonlySet<string> = new Set();
  return {
    has: (capture, word) => sets.get(capture)?.has(word) ?? false,
    words: (capture) => sets.get(capture) ?? none,
  };
}
