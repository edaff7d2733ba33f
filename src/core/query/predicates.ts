import type { Node } from "web-tree-sitter";
import { queryErrorAt } from "./error.js";
import type { PatternSource, PredicateSource } from "./reader.js";
import type { Token } from "./tokens.js";

/** What a node's word stands for after quote removal; null where that is not statically known. */
export type WordValue = (node: Node) => string | null;

/** The captured nodes of one match, by capture name. */
export type CapturedNodes = (name: string) => readonly Node[];

/** Tells whether a match is kept. */
export type Predicate = (nodes: CapturedNodes, wordValue: WordValue) => boolean;

/** The words a predicate compares with, and the capture it compares. */
export interface WordList {
  readonly capture: string;
  readonly words: readonly string[];
}

export interface CompiledPredicate {
  readonly test: Predicate;
  /** Present where the predicate keeps only nodes that are one of a list of words. */
  readonly wordList?: WordList;
}

type Compile = (pattern: PatternSource, source: PredicateSource) => CompiledPredicate;

/** Every predicate there is. `#set!` is a setting and read elsewhere. */
const compilers: Readonly<Record<string, Compile>> = {
  "eq?": (pattern, source) => equality(pattern, source, true),
  "not-eq?": (pattern, source) => equality(pattern, source, false),
  "any-of?": (pattern, source) => membership(pattern, source, true),
  "not-any-of?": (pattern, source) => membership(pattern, source, false),
  "match?": (pattern, source) => expression(pattern, source, true),
  "not-match?": (pattern, source) => expression(pattern, source, false),
  "word-is?": (pattern, source) => shellWord(pattern, source, true),
  "not-word-is?": (pattern, source) => shellWord(pattern, source, false),
};

export const predicateNames: readonly string[] = Object.keys(compilers);

/** Compiles one predicate, or refuses it. */
export function compilePredicate(pattern: PatternSource, source: PredicateSource): CompiledPredicate {
  const compile = Object.hasOwn(compilers, source.operator) ? compilers[source.operator] : undefined;
  if (compile === undefined) throw refused(pattern, source, `unknown predicate #${source.operator}`, `use one of ${predicateNames.map((name) => `#${name}`).join(", ")}`);
  return compile(pattern, source);
}

function equality(pattern: PatternSource, source: PredicateSource, positive: boolean): CompiledPredicate {
  const [first, second, ...more] = source.operands;
  const capture = captureOf(pattern, source, first);
  if (second === undefined || more.length > 0) throw refused(pattern, source, `#${source.operator} takes a capture and one string or capture`, "give it exactly two arguments");
  if (second.kind === "capture") {
    const other = captureOf(pattern, source, second);
    return { test: (nodes) => nodes(capture).every((node) => nodes(other).some((peer) => (peer.text === node.text) === positive)) };
  }
  return listed(capture, [second.value], positive, (node) => node.text);
}

function membership(pattern: PatternSource, source: PredicateSource, positive: boolean): CompiledPredicate {
  const [capture, words] = captureAndStrings(pattern, source);
  return listed(capture, words, positive, (node) => node.text);
}

/** Compares what the shell makes of a word, without the folders in front: `"/usr/bin/cu"rl` is `curl`. */
function shellWord(pattern: PatternSource, source: PredicateSource, positive: boolean): CompiledPredicate {
  const [capture, words] = captureAndStrings(pattern, source);
  return listed(capture, words, positive, (node, wordValue) => baseName(wordValue(node)));
}

function listed(capture: string, words: readonly string[], positive: boolean, value: (node: Node, wordValue: WordValue) => string | null): CompiledPredicate {
  const set: ReadonlySet<string | null> = new Set(words);
  const test: Predicate = (nodes, wordValue) => nodes(capture).every((node) => set.has(value(node, wordValue)) === positive);
  return positive ? { test, wordList: { capture, words } } : { test };
}

function expression(pattern: PatternSource, source: PredicateSource, positive: boolean): CompiledPredicate {
  const [capture, strings] = captureAndStrings(pattern, source);
  const [text, ...more] = strings;
  if (text === undefined || more.length > 0) throw refused(pattern, source, `#${source.operator} takes a capture and one expression`, "give it exactly two arguments");
  const compiled = anchored(pattern, source, text);
  return { test: (nodes) => nodes(capture).every((node) => compiled.test(node.text) === positive) };
}

function anchored(pattern: PatternSource, source: PredicateSource, text: string): RegExp {
  // Without both anchors a rule silently widens to every name that contains it.
  const inner = /^\^(.*)\$$/s.exec(text)?.[1];
  if (inner === undefined || inner.endsWith("\\") || hasOpenAlternative(inner)) {
    throw refused(pattern, source, `the expression "${text}" is not anchored at both ends`, "write it as ^(?:…)$");
  }
  try {
    return new RegExp(text, "u");
  } catch (cause) {
    throw refused(pattern, source, `the expression "${text}" is not valid (${cause instanceof Error ? cause.message : String(cause)})`, "correct it");
  }
}

/** A `|` outside every group, which would free the alternatives of an anchor. */
function hasOpenAlternative(expression: string): boolean {
  let depth = 0;
  let inClass = false;
  for (let i = 0; i < expression.length; i++) {
    const character = expression[i];
    if (character === "\\") i++;
    else if (inClass) inClass = character !== "]";
    else if (character === "[") inClass = true;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "|" && depth === 0) return true;
  }
  return false;
}

function captureAndStrings(pattern: PatternSource, source: PredicateSource): [capture: string, strings: string[]] {
  const [first, ...rest] = source.operands;
  const capture = captureOf(pattern, source, first);
  if (rest.length === 0) throw refused(pattern, source, `#${source.operator} compares with nothing`, "add at least one string");
  for (const operand of rest) {
    if (operand.kind === "capture") throw refused(pattern, source, `#${source.operator} compares with strings, not with @${operand.value}`, "quote the words");
  }
  return [capture, rest.map((operand) => operand.value)];
}

function captureOf(pattern: PatternSource, source: PredicateSource, operand: Token | undefined): string {
  if (operand?.kind !== "capture") throw refused(pattern, source, `#${source.operator} needs a capture as its first argument`, "name a capture of the same pattern");
  if (!pattern.captures.some((capture) => capture.value === operand.value)) {
    throw queryErrorAt(pattern.file, operand.start, "query-predicate", `@${operand.value} is not captured by this pattern`, "name a capture of the same pattern");
  }
  return operand.value;
}

function refused(pattern: PatternSource, source: PredicateSource, problem: string, advice: string): Error {
  return queryErrorAt(pattern.file, source.start, "query-predicate", problem, advice);
}

function baseName(value: string | null): string | null {
  return value === null ? null : value.slice(value.lastIndexOf("/") + 1);
}
