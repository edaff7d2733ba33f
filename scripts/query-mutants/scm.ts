import type { QueryFile } from "../../src/core/assets.js";
import {
  readPatterns,
  type PatternSource,
  type PredicateSource,
} from "../../src/core/query/read-patterns.js";
import { lineOf, shortened, TEXT_KEYS, without, type Mutant } from "./mutants.js";

/** Returns the mutants of a file in the query language: without each pattern, word of a predicate and setting. */
export function scmMutants(file: QueryFile): Mutant[] {
  return readPatterns(file).flatMap((pattern) => [
    mutant(file, "pattern", pattern, shortened(sourceOf(pattern)), wordsOf(pattern)),
    ...pattern.predicates.flatMap((one) =>
      one.operator === "set!" ? settings(pattern, one) : words(pattern, one),
    ),
  ]);
}

/** Predicates that compare a node with a list of words. */
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
 * Returns the mutants without each word of a predicate. An only word is not removed: a list that keeps nothing equals the
 * pattern's absence, and one that rejects nothing is not a predicate. Of any other predicate, the text without it.
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

/** Returns the mutants without the setting, and without each of its values or words, if it has several. */
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

/** Returns the words of a value like `"-o --output"`; none for a single word. */
function listed({ text }: QueryFile, { start, end }: Part): Part[] {
  const written = text.slice(start, end);
  const words = [...written.matchAll(/[^\s",]+/g)].map(({ 0: word, index }) => {
    return { start: start + index, end: start + index + word.length };
  });
  return written.startsWith('"') && words.length > 1 ? words : [];
}

/** Returns words of which every text that the pattern matches contains one; null if it requires none. */
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

/** Whether a node is optional or one of several: a predicate is true for a capture without nodes. */
function isOptional(pattern: PatternSource): boolean {
  let nodes = sourceOf(pattern);
  for (const { start, end } of pattern.predicates)
    nodes = without(nodes, start - pattern.start, end - pattern.start);
  return /[?*[]/.test(nodes.replace(/;.*/g, ""));
}

function sourceOf({ file, start, end }: PatternSource): string {
  return file.text.slice(start, end);
}
