import { oncePerName } from "../once.js";
import { anyOf, escaped } from "../scan.js";
import type { Pattern } from "./pattern.js";

/**
 * The words of the loaded queries, by capture name: `has("source.fetcher", "curl")`. They show what is worth searching for; only
 * the captures decide whether a node has a role. Words are case-sensitive.
 */
export interface Vocabulary {
  has(capture: string, word: string): boolean;
  /** The words that patterns list, without those that an expression matches. */
  words(capture: string): ReadonlySet<string>;
  /** Expressions without anchors that match words of the capture in a text. */
  expressions(capture: string): readonly string[];
  /** Whether a text contains the last name of a word: `b64decode` of `base64.b64decode`, whatever precedes it. */
  isNamedIn(text: string, capture: string): boolean;
}

/** Words or expressions by capture name. */
type Lists = Readonly<Record<string, Iterable<string>>>;

/** The words of some patterns, and expressions without anchors. */
export type Words = readonly [
  words: Readonly<Record<string, readonly string[]>>,
  expressions: Readonly<Record<string, readonly string[]>>,
];

/** Returns a vocabulary of lists of words and of expressions without anchors. */
export function createVocabulary(words: Lists, expressions: Lists = {}): Vocabulary {
  const sets = new Map(Object.entries(words).map(([capture, list]) => [capture, new Set(list)]));
  const tests = new Map(
    Object.entries(expressions).map(([capture, list]) => [
      capture,
      Array.from(list, (source) => new RegExp(`^(?:${source})$`, "u")),
    ]),
  );
  const none: ReadonlySet<string> = new Set();
  const last = oncePerName((capture) =>
    anyOf(Array.from(sets.get(capture) ?? none, (word) => word.slice(word.lastIndexOf(".") + 1))),
  );
  const matches = oncePerName((capture) => cached(tests.get(capture) ?? []));
  return {
    has: (capture, word) => sets.get(capture)?.has(word) === true || matches(capture)(word),
    words: (capture) => sets.get(capture) ?? none,
    expressions: (capture) => [
      ...Array.from(sets.get(capture) ?? none, escaped),
      ...Array.from(expressions[capture] ?? [], (source) => `(?:${source})`),
    ],
    isNamedIn: (text, capture) => last(capture).test(text),
  };
}

/** Maximum number of words whose results are cached, and their maximum length: texts look up the same short words repeatedly. */
const MAX_CACHED = 4096;
const MAX_CACHED_LENGTH = 40;

/** Returns a function that computes a value for a word or another text, with a cache of short ones. */
export function cachedByWord<V extends NonNullable<unknown> | null>(
  make: (word: string) => V,
): (word: string) => V {
  const cache = new Map<string, V>();
  return (word) => {
    if (word.length > MAX_CACHED_LENGTH) return make(word);
    let value = cache.get(word);
    if (value === undefined) {
      value = make(word);
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(word, value);
    }
    return value;
  };
}

/** Returns a function that tests whether one of some expressions matches a word. */
function cached(expressions: readonly RegExp[]): (word: string) => boolean {
  if (expressions.length === 0) return () => false;
  return cachedByWord((word) => expressions.some((each) => each.test(word)));
}

/** Returns the words of some patterns, for a vocabulary. */
export function wordsIn(patterns: readonly Pattern[]): Words {
  const words: Record<string, string[]> = {};
  const expressions: Record<string, string[]> = {};
  for (const { capture, settings } of patterns.flatMap(({ roles }) => [...roles.values()]))
    if (settings["subcommand"] !== undefined)
      (words[`${capture}.subcommand`] ??= []).push(...settings["subcommand"].split(" "));
  // words of another language do not identify a text's language
  const own = patterns.filter(
    ({ roles }) => ![...roles.values()].some(({ settings }) => settings["foreign"] !== undefined),
  );
  for (const { wordList, expression } of own.flatMap(({ predicates }) => predicates)) {
    // a launcher in upper case may be a word of another language (`CMD` of a Dockerfile)
    if (wordList?.anyCase === true && !wordList.capture.startsWith("flow."))
      (expressions[wordList.capture] ??= []).push(...wordList.words.map(inAnyCase));
    else if (wordList !== undefined) (words[wordList.capture] ??= []).push(...wordList.words);
    if (expression !== undefined) (expressions[expression.capture] ??= []).push(expression.source);
  }
  return [words, expressions];
}

/** Returns an expression for a word, ignoring case. */
export function inAnyCase(word: string): string {
  return Array.from(word, (letter) =>
    /[a-z]/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : escaped(letter),
  ).join("");
}
