import type { QueryFile } from "../../src/core/assets.js";
import {
  readPatterns,
  type PatternSource,
  type PredicateSource,
} from "../../src/core/query/read-patterns.js";
import { lineOf, shortened, TEXT_KEYS, without, type Mutant } from "./mutants.js";

/** Returns the mutants of a .scm file: for each pattern, each word of a predicate and each setting, the file without it. */
export function scmMutants(file: QueryFile): Mutant[] {
  return readPatterns(file).flatMap((pattern) => [
    mutant(file, "pattern", pattern, shortened(sourceOf(pattern)), wordsOf(pattern)),
    ...pattern.predicates.flatMap((one) =>
      one.operator === "set!" ? settings(pattern, one) : words(pattern, one),
    ),
  ]);
}

/** Matches the operators of predicates that compare a node with a list of words. */
const wordList = /^(?:not-)?(?:eq|any-of|word-is|word-like)\?$/;

interface Part {
  readonly start: number;
  readonly end: number;
}

function mutant(
  file: QueryFile,
  kind: Mutant["kind"],
  { start, end }: Part,
  missing: string,
  words: Mutant["words"],
): Mutant {
  return {
    path: file.path,
    line: lineOf(file.text, start),
    kind,
    missing,
    words,
    text: without(file.text, start, end),
  };
}

/**
 * Returns the mutants of a predicate. A predicate with several words has a mutant for each word. A predicate with one word has none,
 * because that mutant would equal the one without the pattern, unless it is a `not-` predicate, which is removed as a whole. A
 * predicate without a list of words is also removed as a whole.
 */
function words({ file }: PatternSource, predicate: PredicateSource): Mutant[] {
  const [compared, ...list] = predicate.operands;
  const strings = list.filter(({ kind }) => kind !== "capture");
  const of = `of #${predicate.operator} @${compared?.value ?? ""}`;
  const listsWords = wordList.test(predicate.operator) && strings.length > 0;
  if (!listsWords)
    return [mutant(file, "word", predicate, `the predicate #${predicate.operator}`, null)];
  if (strings.length > 1)
    return strings.map((word) =>
      mutant(file, "word", word, `${JSON.stringify(word.value)} ${of}`, [word.value]),
    );
  if (!predicate.operator.startsWith("not-")) return [];
  return strings.map((word) =>
    mutant(file, "word", predicate, `${JSON.stringify(word.value)} ${of}`, [word.value]),
  );
}

/** Returns the mutant without the setting and, if the setting has several values or words, the mutants without each of them. */
function settings(pattern: PatternSource, setting: PredicateSource): Mutant[] {
  const { file } = pattern;
  const [key, ...values] = setting.operands;
  if (key === undefined || TEXT_KEYS.has(key.value)) return [];
  const affected = wordsOf(pattern);
  const whole = mutant(
    file,
    "setting",
    setting,
    shortened(file.text.slice(setting.start, setting.end)),
    affected,
  );
  const parts = values.length > 1 ? values : values.flatMap((value) => listed(file, value));
  const nameOf = ({ start, end }: Part): string => `${file.text.slice(start, end)} of ${key.value}`;
  return [whole, ...parts.map((part) => mutant(file, "setting", part, nameOf(part), affected))];
}

/** Returns the offsets of the words of a value such as `"-o --output"`; an empty list if there is only one word. */
function listed({ text }: QueryFile, { start, end }: Part): Part[] {
  const written = text.slice(start, end);
  const words = [...written.matchAll(/[^\s",]+/g)].map(({ 0: word, index }) => {
    return { start: start + index, end: start + index + word.length };
  });
  return written.startsWith('"') && words.length > 1 ? words : [];
}

/** Returns words such that every text that the pattern matches contains one of them, or null if the pattern requires no word. */
function wordsOf(pattern: PatternSource): readonly string[] | null {
  const lists = pattern.predicates.filter(
    ({ operator }) => wordList.test(operator) && !operator.startsWith("not-"),
  );
  const list = lists.find(({ operands }) =>
    operands.slice(1).every(({ kind }) => kind !== "capture"),
  );
  return list === undefined || isOptional(pattern)
    ? null
    : list.operands.slice(1).map(({ value }) => value);
}

/**
 * Whether the pattern contains optional or alternative nodes.
 * Then it requires none of the words, because a predicate is true if its capture has no node.
 */
function isOptional(pattern: PatternSource): boolean {
  let nodes = sourceOf(pattern);
  for (const { start, end } of pattern.predicates)
    nodes = without(nodes, start - pattern.start, end - pattern.start);
  return /[?*[]/.test(nodes.replace(/;.*/g, ""));
}

function sourceOf({ file, start, end }: PatternSource): string {
  return file.text.slice(start, end);
}
