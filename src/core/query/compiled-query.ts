import { blanked } from "../text-search.js";
import { Query, type Language, type Node } from "web-tree-sitter";
import type { GrammarName } from "../assets.js";
import { queryErrorAt } from "./query-error.js";
import type { Pattern } from "./pattern.js";
import type { WordValue } from "./predicates.js";
import type { PatternSource } from "./read-patterns.js";
import type { Role } from "./role.js";

/** A captured node with the role it has. */
export interface Capture {
  readonly role: Role;
  readonly node: Node;
}

/**
 * Every pattern of one grammar as written in its file, each a pattern of one tree-sitter query. Tests compare {@link Search} and
 * the table of names with it.
 */
export interface CompiledQuery {
  /** Returns all captures except `_private` ones, in the order of their start. */
  captures(root: Node, wordValue?: WordValue): readonly Capture[];
  /** Whether every match of a pattern contains this capture. */
  isCertain(pattern: number, capture: string): boolean;
  dispose(): void;
}

/** Compiles patterns for their grammar. @throws QueryError for a pattern that the grammar rejects */
export function compileQuery(
  grammar: GrammarName,
  language: Language,
  patterns: readonly Pattern[],
): CompiledQuery {
  const { text, starts } = joined(patterns);
  const query = compiled(grammar, language, text, patterns, starts);
  return {
    captures: (root, wordValue = ({ text: word }: Node) => word) =>
      capturesOf(query, patterns, root, wordValue),
    isCertain: (pattern, capture) => {
      const quantifier = query.captureQuantifiers[pattern]?.[query.captureNames.indexOf(capture)];
      return quantifier === 3 || quantifier === 4; // One, OneOrMore
    },
    dispose: () => {
      query.delete();
    },
  };
}

function capturesOf(
  query: Query,
  patterns: readonly Pattern[],
  root: Node,
  wordValue: WordValue,
): Capture[] {
  const found: Capture[] = [];
  for (const raw of query.matches(root)) {
    const pattern = patterns[raw.patternIndex];
    const nodes = (name: string): Node[] =>
      raw.captures.filter((capture) => capture.name === name).map((capture) => capture.node);
    if (pattern?.predicates.every((predicate) => predicate.test(nodes, wordValue)) !== true)
      continue;
    for (const [name, role] of pattern.roles)
      for (const node of nodes(name)) found.push({ role, node });
  }
  return found.sort(
    (a, b) => a.node.startIndex - b.node.startIndex || b.node.endIndex - a.node.endIndex,
  );
}

/** Joins the patterns without their predicates, which `capturesOf` tests; also returns the offset of each pattern. */
function joined(patterns: readonly Pattern[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  let text = "";
  for (const { source } of patterns) {
    starts.push(text.length);
    text += `${withoutPredicates(source)}\n`;
  }
  return { text, starts };
}

/** Returns a pattern without its predicates. All other characters keep their offsets, so that an error's position is right. */
function withoutPredicates({ file, start, end, predicates }: PatternSource): string {
  let text = file.text.slice(start, end);
  for (const predicate of predicates) {
    const from = predicate.start - start;
    const to = predicate.end - start;
    text = text.slice(0, from) + blanked(text.slice(from, to)) + text.slice(to);
  }
  return text;
}
function compiled(
  grammar: GrammarName,
  language: Language,
  text: string,
  patterns: readonly Pattern[],
  starts: readonly number[],
): Query {
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
function grammarError(
  grammar: GrammarName,
  { file }: PatternSource,
  offset: number,
  rest: string,
  cause: unknown,
): Error {
  const kind = cause instanceof Error && "kind" in cause ? cause.kind : null;
  const missing = kind === 2 ? "node" : kind === 3 ? "field" : null;
  if (missing !== null) {
    const word = /^[\w-]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
    const problem = `the ${grammar} grammar has no ${missing} "${word}"`;
    return queryErrorAt(
      file,
      offset,
      "query-node",
      problem,
      `use the name of the ${missing} in the grammar`,
    );
  }
  const [problem, advice] = kind === 5 ? NEVER_MATCHES : MALFORMED;
  return queryErrorAt(file, offset, "query-syntax", problem, advice);
}

const NEVER_MATCHES = [
  "this pattern can never match in the grammar",
  "compare it with the syntax tree of an example",
] as const;
const MALFORMED = [
  "this is not a well-formed pattern",
  "check brackets, quantifiers and anchors around this place",
] as const;

function errorIndex(cause: unknown): number | null {
  return cause instanceof Error && "index" in cause && typeof cause.index === "number"
    ? cause.index
    : null;
}
