/**
 * The cheap test in front of all else: can this text hold a trigger word at all? The words come from the
 * loaded queries, so a tuned query is never defeated by a forgotten list.
 */
export interface Gate {
  mentions(text: string): boolean;
}

/** What may hide a word: quotes and backslashes inside it, and escapes that spell any of its characters. */
const escapes = ["\\\\x[0-9a-fA-F]{2}", "\\\\u\\{?[0-9a-fA-F]{2}", "\\\\[0-7]{3}", "&#"];
const between = "[\"'\\\\]*";

/** @param words the words that start a match: fetchers and decoders */
export function createGate(words: readonly string[]): Gate {
  const spelled = words.map((word) => [...word].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(between));
  const pattern = new RegExp([...spelled, ...escapes].join("|"));
  return { mentions: (text) => pattern.test(text) };
}
