import type { Pattern } from "./pattern.js";

/**
 * The words of the loaded queries, by capture name: `has("source.fetcher", "curl")`. They say what is worth looking for;
 * whether a node has a role is said by the captures alone. Words compare case-sensitively (rule 7).
 */
export interface Vocabulary {
  has(capture: string, word: string): boolean;
  words(capture: string): ReadonlySet<string>;
  /** Whether a pattern gives the capture to nodes that it does not tell by words: then no word has to be there. */
  isOpen(capture: string): boolean;
}

export type WordLists = Readonly<Record<string, Iterable<string>>>;

/** A vocabulary from plain lists. */
export function createVocabulary(...lists: readonly WordLists[]): Vocabulary {
  const sets = new Map<string, Set<string>>();
  for (const [capture, words] of lists.flatMap((list) => Object.entries(list))) {
    const set = sets.get(capture) ?? new Set();
    for (const word of words) set.add(word);
    sets.set(capture, set);
  }
  const none: ReadonlySet<string> = new Set();
  return {
    has: (capture, word) => sets.get(capture)?.has(word) ?? false,
    words: (capture) => sets.get(capture) ?? none,
    isOpen: () => false,
  };
}

/** The vocabulary of patterns. */
export function vocabularyOf(patterns: readonly Pattern[]): Vocabulary {
  const open = new Set<string>();
  for (const { roles, predicates } of patterns) {
    for (const capture of roles.keys()) if (!predicates.some(({ wordList }) => wordList?.capture === capture)) open.add(capture);
  }
  return { ...createVocabulary(wordLists(patterns)), isOpen: (capture) => open.has(capture) };
}

/** The words that patterns compare each capture with. */
function wordLists(patterns: readonly Pattern[]): WordLists {
  const lists: Record<string, string[]> = {};
  for (const { predicates } of patterns) {
    for (const { wordList } of predicates) if (wordList !== undefined) (lists[wordList.capture] ??= []).push(...wordList.words);
  }
  return lists;
}
