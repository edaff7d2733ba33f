import { oncePerName } from "../once.js";
import { anyOf, escaped } from "../scan.js";
import type { Pattern } from "./pattern.js";

/**
 * The words of the loaded queries, by capture name: `has("source.fetcher", "curl")`. They say what is worth looking for;
 * whether a node has a role is said by the captures alone. Words compare case-sensitively (rule 7).
 */
export interface Vocabulary {
  has(capture: string, word: string): boolean;
  /** The words that patterns list; those that an expression tells are not among them. */
  words(capture: string): ReadonlySet<string>;
  /** Expressions without anchors, each of which finds words of the capture in a text. */
  expressions(capture: string): readonly string[];
  /** Whether a text holds the last name of a word: `b64decode` of `base64.b64decode`, whatever comes before it. */
  isNamedIn(text: string, capture: string): boolean;
}

/** Words or expressions by capture name. */
type Lists = Readonly<Record<string, Iterable<string>>>;

/** The words of some patterns, and expressions without anchors. */
export type Words = readonly [
  words: Readonly<Record<string, readonly string[]>>,
  expressions: Readonly<Record<string, readonly string[]>>,
];

/** A vocabulary from lists of words and of expressions without anchors. */
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
  const matches = oncePerName((capture) => remembered(tests.get(capture) ?? []));
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

/** Words whose answers are kept, and the longest of them: texts ask for the same short words again and again. */
const MOST_KEPT = 4096;
const LONGEST_KEPT = 40;

/** Tells whether one of some expressions finds a word. */
function remembered(expressions: readonly RegExp[]): (word: string) => boolean {
  if (expressions.length === 0) return () => false;
  const kept = new Map<string, boolean>();
  return (word) => {
    let matches = kept.get(word);
    if (matches === undefined) {
      matches = expressions.some((each) => each.test(word));
      if (kept.size >= MOST_KEPT) kept.clear();
      if (word.length <= LONGEST_KEPT) kept.set(word, matches);
    }
    return matches;
  };
}

/** The words of some patterns, of which a vocabulary is made. */
export function wordsIn(patterns: readonly Pattern[]): Words {
  const words: Record<string, string[]> = {};
  const expressions: Record<string, string[]> = {};
  for (const { capture, settings } of patterns.flatMap(({ roles }) => [...roles.values()]))
    if (settings["subcommand"] !== undefined)
      (words[`${capture}.subcommand`] ??= []).push(...settings["subcommand"].split(" "));
  // a text is taken for none of a language because of another language's words
  const own = patterns.filter(
    ({ roles }) => ![...roles.values()].some(({ settings }) => settings["foreign"] !== undefined),
  );
  for (const { wordList, expression } of own.flatMap(({ predicates }) => predicates)) {
    // a launcher in capitals may be a word of another language (`CMD` of a Dockerfile)
    if (wordList?.anyCase === true && !wordList.capture.startsWith("flow."))
      (expressions[wordList.capture] ??= []).push(...wordList.words.map(inAnyCase));
    else if (wordList !== undefined) (words[wordList.capture] ??= []).push(...wordList.words);
    if (expression !== undefined) (expressions[expression.capture] ??= []).push(expression.source);
  }
  return [words, expressions];
}

/** An expression for a word whose capitals do not count. */
export function inAnyCase(word: string): string {
  return Array.from(word, (letter) =>
    /[a-z]/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : escaped(letter),
  ).join("");
}
