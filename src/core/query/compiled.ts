import { Query, type Language, type Node, type QueryMatch as RawMatch } from "web-tree-sitter";
import type { GrammarName } from "../assets.js";
import { queryErrorAt } from "./error.js";
import type { Pattern, Settings } from "./pattern.js";
import type { WordValue } from "./predicates.js";
import type { PatternSource } from "./reader.js";

export interface MatchOptions {
  /** What a node's word stands for; the text of the node where this is left out. */
  readonly wordValue?: WordValue;
  /** Asked every now and then; true ends the search early. */
  readonly stop?: () => boolean;
}

export interface Capture {
  readonly name: string;
  readonly node: Node;
  readonly settings: Settings;
}

/** One match of one pattern. */
export interface QueryMatch {
  readonly captures: readonly Capture[];
  readonly settings: Settings;
}

/** All patterns of one grammar, compiled as one query: a tree is walked once. */
export interface CompiledQuery {
  /** Matches in the order in which they were found; `complete` is false where `stop` ended the search. */
  matches(root: Node, options?: MatchOptions): { readonly matches: readonly QueryMatch[]; readonly complete: boolean };
  /** Whether every capture of a match always holds a node, for one pattern and capture. */
  isCertain(pattern: number, capture: string): boolean;
  dispose(): void;
}

/** Compiles patterns against their grammar; a pattern the grammar refuses becomes a {@link queryErrorAt} error. */
export function compileQuery(grammar: GrammarName, language: Language, patterns: readonly Pattern[]): CompiledQuery {
  const { text, starts } = joined(patterns);
  const query = compiled(grammar, language, text, patterns, starts);
  return {
    matches: (root, options = {}) => run(query, patterns, root, options),
    isCertain: (pattern, capture) => {
      const quantifier = query.captureQuantifiers[pattern]?.[query.captureNames.indexOf(capture)];
      return quantifier === 3 || quantifier === 4; // One, OneOrMore
    },
    dispose: () => query.delete(),
  };
}

function run(query: Query, patterns: readonly Pattern[], root: Node, options: MatchOptions): { matches: QueryMatch[]; complete: boolean } {
  const wordValue = options.wordValue ?? textOf;
  const { stop } = options;
  let complete = true;
  const progressCallback = (): boolean => {
    if (stop?.() === true) complete = false;
    return !complete;
  };
  const matches: QueryMatch[] = [];
  for (const raw of query.matches(root, stop === undefined ? {} : { progressCallback })) {
    const pattern = patterns[raw.patternIndex];
    if (pattern !== undefined && holds(pattern, raw, wordValue)) matches.push(matchOf(pattern, raw));
  }
  return { matches, complete };
}

function holds(pattern: Pattern, raw: RawMatch, wordValue: WordValue): boolean {
  const nodes = (name: string): Node[] => raw.captures.filter((capture) => capture.name === name).map((capture) => capture.node);
  return pattern.predicates.every((predicate) => predicate.test(nodes, wordValue));
}

function matchOf({ settings }: Pattern, raw: RawMatch): QueryMatch {
  return { captures: raw.captures.map(({ name, node }) => ({ name, node, settings })), settings };
}

function textOf(node: Node): string {
  return node.text;
}

/** The patterns one under the other, without their predicates: those are tested here, in one way for all. */
function joined(patterns: readonly Pattern[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  let text = "";
  for (const { source } of patterns) {
    starts.push(text.length);
    text += `${withoutPredicates(source)}\n`;
  }
  return { text, starts };
}

/** The nodes of a pattern. Keeps every other character at its place, so that an error's position is right. */
export function withoutPredicates({ file, start, end, predicates }: PatternSource): string {
  let text = file.text.slice(start, end);
  for (const predicate of predicates) {
    const from = predicate.start - start;
    const to = predicate.end - start;
    text = text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, " ") + text.slice(to);
  }
  return text;
}

function compiled(grammar: GrammarName, language: Language, text: string, patterns: readonly Pattern[], starts: readonly number[]): Query {
  try {
    return new Query(language, text);
  } catch (cause) {
    const index = errorIndex(cause);
    if (index === null) throw cause;
    let at = 0;
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= index) at++;
    const source = patterns[at]?.source;
    if (source === undefined) throw cause;
    const offset = source.start + index - (starts[at] ?? 0);
    throw grammarError(grammar, source, offset, text.slice(index), cause);
  }
}

/** The library's error kinds: 1 syntax, 2 node, 3 field, 4 capture, 5 structure. */
function grammarError(grammar: GrammarName, source: PatternSource, offset: number, rest: string, cause: unknown): Error {
  const kind = cause instanceof Error && "kind" in cause ? cause.kind : null;
  const word = /^[\w-]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
  if (kind === 2) return queryErrorAt(source.file, offset, "query-node", `the ${grammar} grammar has no node "${word}"`, "take the node's name from the grammar");
  if (kind === 3) return queryErrorAt(source.file, offset, "query-node", `the ${grammar} grammar has no field "${word}"`, "take the field's name from the grammar");
  if (kind === 5) return queryErrorAt(source.file, offset, "query-syntax", "this pattern can never match in the grammar", "compare it with the tree of the text it is for");
  return queryErrorAt(source.file, offset, "query-syntax", "this is no well-formed pattern", "check brackets, quantifiers and anchors around this place");
}

function errorIndex(cause: unknown): number | null {
  return cause instanceof Error && "index" in cause && typeof cause.index === "number" ? cause.index : null;
}
