import type { Node } from "web-tree-sitter";
import { containsBlank } from "../scan.js";
import { refusing } from "./query-error.js";
import { literalStarts, distinguishesNames, problemIn } from "./regular-expression.js";
import type { PatternSource, PredicateSource } from "./read-patterns.js";
import type { Token } from "./query-tokens.js";

/** Returns a node's word after quote removal; null if it is not statically known. */
export type WordValue = (node: Node) => string | null;

/** The captured nodes of one match, by capture name. */
export type CapturedNodes = (name: string) => readonly Node[];

/** Returns whether a match is kept. */
export type Predicate = (nodes: CapturedNodes, wordValue: WordValue) => boolean;

/** The words that a predicate compares with, and the capture it compares. */
export interface WordList {
  readonly capture: string;
  readonly words: readonly string[];
  /** Whether it compares the base name of the shell's word, not the node's text. */
  readonly shell: boolean;
  /** Whether case is ignored; a folder may then end with a backslash. */
  readonly anyCase?: true;
}

export interface CompiledPredicate {
  readonly test: Predicate;
  /** Present if the predicate keeps only nodes that are one of a list of words. */
  readonly wordList?: WordList;
  /** Present if the predicate keeps only nodes that match an expression; every match begins with one of `beginnings`. */
  readonly expression?: {
    readonly capture: string;
    readonly source: string;
    readonly beginnings: readonly string[];
  };
  /** The captures that the predicate restricts. */
  readonly narrows: readonly string[];
  /** Which words of a capture it admits, if that depends only on the word. */
  readonly about?: {
    readonly capture: string;
    readonly shell: boolean;
    readonly admits: (word: string) => boolean;
  };
}

const refused = refusing("query-predicate");

type Compile = (pattern: PatternSource, source: PredicateSource) => CompiledPredicate;

/** All predicates. `#set!` is a setting and read elsewhere. */
const compilers: Readonly<Record<string, Compile>> = {
  "eq?": (pattern, source) => equality(pattern, source, true),
  "not-eq?": (pattern, source) => equality(pattern, source, false),
  "any-of?": (pattern, source) => membership(pattern, source, true),
  "not-any-of?": (pattern, source) => membership(pattern, source, false),
  "match?": (pattern, source) => expression(pattern, source, true),
  "not-match?": (pattern, source) => expression(pattern, source, false),
  "word-is?": (pattern, source) => shellWord(pattern, source, true),
  "word-like?": (pattern, source) => shellWord(pattern, source, true, true),
  "not-word-is?": (pattern, source) => shellWord(pattern, source, false),
};

export const predicateNames: readonly string[] = Object.keys(compilers);

/** Returns the predicates of a pattern, each as written and compiled. @throws QueryError if one is wrong */
export function compilePredicates(
  pattern: PatternSource,
): readonly (readonly [written: PredicateSource, compiled: CompiledPredicate])[] {
  return pattern.predicates
    .filter(({ operator }) => operator !== "set!")
    .map((predicate) => [predicate, compilePredicate(pattern, predicate)]);
}

function compilePredicate(pattern: PatternSource, source: PredicateSource): CompiledPredicate {
  const compile = Object.hasOwn(compilers, source.operator)
    ? compilers[source.operator]
    : undefined;
  if (compile === undefined)
    throw refused(
      pattern,
      source,
      `unknown predicate #${source.operator}`,
      `use one of ${predicateNames.map((name) => `#${name}`).join(", ")}`,
    );
  return compile(pattern, source);
}

function equality(
  pattern: PatternSource,
  source: PredicateSource,
  positive: boolean,
): CompiledPredicate {
  const [first, second, ...more] = source.operands;
  const capture = captureOf(pattern, source, first);
  if (second === undefined || more.length > 0)
    throw refused(
      pattern,
      source,
      `#${source.operator} needs a capture and one string or capture`,
      "use exactly two arguments",
    );
  if (second.kind === "capture") {
    const other = captureOf(pattern, source, second);
    if (other === capture)
      throw refused(
        pattern,
        second,
        `@${other} is compared with itself`,
        "name another capture, or a string",
      );
    return {
      test: (nodes) =>
        nodes(capture).every((node) =>
          nodes(other).some((peer) => (peer.text === node.text) === positive),
        ),
      narrows: positive ? [capture, other] : [],
    };
  }
  return listed(pattern, capture, [second], positive, false);
}

function membership(
  pattern: PatternSource,
  source: PredicateSource,
  positive: boolean,
): CompiledPredicate {
  const [capture, words] = captureAndStrings(pattern, source);
  return listed(pattern, capture, words, positive, false);
}

/** Compares the shell's word without the folders before it: `"/usr/bin/cu"rl` is `curl`. */
function shellWord(
  pattern: PatternSource,
  source: PredicateSource,
  positive: boolean,
  anyCase = false,
): CompiledPredicate {
  const [capture, words] = captureAndStrings(pattern, source);
  const path = words.find(({ value }) => value.includes("/"));
  if (path !== undefined)
    throw refused(
      pattern,
      path,
      `"${path.value}" is a path, but the name of a command is compared without folders`,
      "write the last part only",
    );
  const capital = anyCase ? words.find(({ value }) => value !== value.toLowerCase()) : undefined;
  if (capital !== undefined)
    throw refused(
      pattern,
      capital,
      `"${capital.value}" has capitals, but words are compared in lower case`,
      "write it in lower case",
    );
  return listed(pattern, capture, words, positive, true, anyCase);
}

/** Returns a command's name for a comparison that ignores case: in lower case, without the folders of a Windows path. */
export function anyCaseName(name: string): string {
  return name.slice(name.lastIndexOf("\\") + 1).toLowerCase();
}

function listed(
  pattern: PatternSource,
  capture: string,
  tokens: readonly Token[],
  positive: boolean,
  shell: boolean,
  anyCase = false,
): CompiledPredicate {
  const words = tokens.map((token) => checkedWord(pattern, capture, token));
  const set: ReadonlySet<string | null> = new Set(words);
  const again =
    set.size < words.length ? tokens.find(({ value }, at) => words.indexOf(value) < at) : undefined;
  if (again !== undefined)
    throw refused(pattern, again, `"${again.value}" is listed twice`, "keep one of the two");
  const folded = (name: string | null): string | null =>
    anyCase && name !== null ? anyCaseName(name) : name;
  const value = shell
    ? (node: Node, wordValue: WordValue) => folded(baseName(wordValue(node)))
    : (node: Node) => node.text;
  const test: Predicate = (nodes, wordValue) =>
    nodes(capture).every((node) => set.has(value(node, wordValue)) === positive);
  const about = { capture, shell, admits: (word: string) => set.has(folded(word)) === positive };
  return positive
    ? {
        test,
        about,
        wordList: { capture, words, shell, ...(anyCase && { anyCase }) },
        narrows: [capture],
      }
    : { test, about, narrows: [] };
}

/** Returns a word, which must not be empty or contain a space; a capture that only tests a node (`_private`) may have a space. */
function checkedWord(pattern: PatternSource, capture: string, token: Token): string {
  if (token.value === "") throw refused(pattern, token, "an empty word is not a name", "remove it");
  if (containsBlank(token.value) && !capture.startsWith("_"))
    throw refused(
      pattern,
      token,
      `"${token.value}" contains a space, and a name cannot`,
      "write each word in its own quotes",
    );
  return token.value;
}

function expression(
  pattern: PatternSource,
  source: PredicateSource,
  positive: boolean,
): CompiledPredicate {
  const [capture, strings] = captureAndStrings(pattern, source);
  const [token, ...more] = strings;
  if (token === undefined || more.length > 0)
    throw refused(
      pattern,
      source,
      `#${source.operator} needs a capture and one expression`,
      "use exactly two arguments",
    );
  const found = problemIn(token.value);
  if (found !== null) throw refused(pattern, source, found.problem, found.advice);
  const compiled = new RegExp(token.value, "u");
  const test: Predicate = (nodes) =>
    nodes(capture).every((node) => compiled.test(node.text) === positive);
  const about = {
    capture,
    shell: false,
    admits: (word: string) => compiled.test(word) === positive,
  };
  if (!positive) return { test, about, narrows: [] };
  return {
    test,
    about,
    expression: {
      capture,
      source: token.value.slice(1, -1),
      beginnings: literalStarts(token.value),
    },
    narrows: distinguishesNames(compiled) ? [capture] : [],
  };
}

function captureAndStrings(
  pattern: PatternSource,
  source: PredicateSource,
): [capture: string, strings: readonly Token[]] {
  const [first, ...rest] = source.operands;
  const capture = captureOf(pattern, source, first);
  if (rest.length === 0)
    throw refused(
      pattern,
      source,
      `#${source.operator} compares with nothing`,
      "add at least one string",
    );
  for (const operand of rest) {
    if (operand.kind === "capture")
      throw refused(
        pattern,
        source,
        `#${source.operator} compares with strings, not with @${operand.value}`,
        "quote the words",
      );
  }
  return [capture, rest];
}

function captureOf(
  pattern: PatternSource,
  source: PredicateSource,
  operand: Token | undefined,
): string {
  if (operand?.kind !== "capture")
    throw refused(
      pattern,
      source,
      `#${source.operator} needs a capture as its first argument`,
      "name a capture of the same pattern",
    );
  if (!pattern.captures.some((capture) => capture.value === operand.value))
    throw refused(
      pattern,
      operand,
      `@${operand.value} is not captured by this pattern`,
      "name a capture of the same pattern",
    );
  return operand.value;
}

function baseName(value: string | null): string | null {
  return value === null ? null : value.slice(value.lastIndexOf("/") + 1);
}
