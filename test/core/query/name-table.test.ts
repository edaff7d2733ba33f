import fc from "fast-check";
import { Parser, type Node, type Tree } from "web-tree-sitter";
import { beforeAll, describe, expect, it } from "vitest";
import {
  byGrammar,
  grammarNames,
  namingGrammars,
  type GrammarName,
} from "../../../src/core/assets.js";
import type { Grammars } from "../../../src/core/parse/grammars.js";
import { loadQueries, type Queries } from "../../../src/core/query/load-queries.js";
import { checkPattern } from "../../../src/core/query/check-pattern.js";
import { placeOf } from "../../../src/core/query/pattern.js";
import { dottedName } from "../../../src/core/query/dotted-name.js";
import type { WordValue } from "../../../src/core/query/predicates.js";
import { readPatterns } from "../../../src/core/query/read-patterns.js";
import { wordsOf } from "../../../src/core/query/name-table.js";
import { nameValue } from "../../../src/core/code/powershell/names.js";
import { wordValue } from "../../../src/core/shell/word-value.js";
import { caseFiles, readCases, unmark } from "../../contract/case-file.js";
import { choices, documentCase } from "../../generated/document-case.js";
import { mutated } from "../../hostile/mutations.js";
import { unmarked } from "../../support/marked.js";
import { loadPackage } from "./query-files.js";

/** The numbers of generated and of mutated texts, which are enough to contain most constructs. */
const GENERATED = 300;
const MUTATED = 250;
const MAX_LENGTH = 4000;

/** The functions that return the value of a word, for grammars in which the value may differ from the text. */
const valueOf: Readonly<Partial<Record<GrammarName, WordValue>>> = {
  bash: wordValue,
  powershell: nameValue,
  ...Object.fromEntries(namingGrammars.map((name) => [name, dottedName])),
};

const tags: Readonly<Record<string, GrammarName>> = {
  python: "python",
  py: "python",
  python3: "python",
  js: "javascript",
  javascript: "javascript",
  ts: "javascript",
  typescript: "javascript",
  jsx: "javascript",
  node: "javascript",
  powershell: "powershell",
  ps1: "powershell",
  php: "php",
  ruby: "ruby",
  rb: "ruby",
  lua: "lua",
  go: "go",
  java: "java",
  csharp: "csharp",
  tsx: "tsx",
};

/** Returns the grammar and the text of each code block of a document. A document without code blocks is one block of bash. */
function blocksOf(text: string): [GrammarName, string][] {
  const blocks = [...text.matchAll(/^[ >]*```[ ]*(\w*)[^\n]*\n([\s\S]*?)^[ >]*```/gm)];
  if (blocks.length === 0) return [["bash", text]];
  return blocks.map(([, tag = "", code = ""]) => [tags[tag.toLowerCase()] ?? "bash", code]);
}

/** Returns by grammar the code of every fifth case (neighbouring cases are similar) and of generated texts, and mutations of both. */
function corpus(): Record<GrammarName, string[]> {
  const cases = caseFiles().flatMap((file) =>
    readCases(file)
      .filter((_, index) => index % 5 === 0)
      .map(({ marked }) => unmark(marked).text),
  );
  const generated = fc.sample(choices, { numRuns: GENERATED, seed: 3 }).flatMap((choice) => {
    const marked = documentCase(choice);
    return marked === null ? [] : [unmarked(marked)];
  });
  const blocks = byGrammar(() => new Set<string>());
  for (const text of [...cases, ...generated])
    for (const [grammar, code] of blocksOf(text))
      if (code.length <= MAX_LENGTH) blocks[grammar].add(code);
  return Object.fromEntries(
    grammarNames.map((grammar) => [
      grammar,
      [...blocks[grammar], ...mutationsOf([...blocks[grammar]])],
    ]),
  ) as Record<GrammarName, string[]>;
}

function mutationsOf(texts: readonly string[]): string[] {
  const found: string[] = [];
  for (const text of mutated(texts, 5)) {
    if (found.length === MUTATED) break;
    found.push(text.slice(0, MAX_LENGTH));
  }
  return found;
}

let queries: Queries;
let grammars: Grammars;
/** The node types that each pattern of the table captures, by the position of the pattern (`contract/bash/fetchers.scm:4`). */
let typesOf: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  const own = await loadPackage();
  ({ grammars } = own);
  queries = loadQueries(own.assets.queries, grammars, own.assets.registry);
  const patterns = grammarNames.flatMap((grammar) =>
    own.assets.queries
      .filter(({ path }) => path.endsWith(".scm") && path.includes(`/${grammar}/`))
      .flatMap((file) =>
        readPatterns(file).map((source) => ({
          grammar,
          pattern: checkPattern(source, grammar, own.assets.registry),
        })),
      ),
  );
  const plain = patterns.filter(({ grammar, pattern }) => wordsOf(grammar, pattern) !== null);
  typesOf = new Map(
    plain.map(({ pattern: { source, structure } }) => [
      placeOf(source),
      [...structure.matchAll(/\( (\w+) \)/g)].map(([, type]) => type ?? ""),
    ]),
  );
  return () => {
    queries.dispose();
  };
});

function* nodesOf(tree: Tree): Generator<Node> {
  const cursor = tree.walk();
  for (let more = true; more; ) {
    yield cursor.currentNode;
    more = cursor.gotoFirstChild();
    while (!more && !(more = cursor.gotoNextSibling())) if (!cursor.gotoParent()) break;
  }
  cursor.delete();
}

/** Returns the captures that the table and the search find in a tree, one line each. */
function capturesOfTableAndSearch(grammar: GrammarName, tree: Tree): string[] {
  const value = valueOf[grammar];
  const captured = queries.search(
    grammar,
    tree.rootNode,
    value === undefined ? {} : { wordValue: value },
  );
  const lines = new Set<string>();
  for (const node of nodesOf(tree)) {
    const place = { start: node.startIndex, end: node.endIndex };
    const name = value === undefined ? node.text : value(node);
    const named =
      name === null
        ? []
        : queries.named(
            grammar,
            value === undefined ? name : name.slice(name.lastIndexOf("/") + 1),
          );
    const roles = [
      ...captured.at(place),
      ...named.filter(({ pattern }) => node.isNamed && typesOf.get(pattern)?.includes(node.type)),
    ];
    for (const { capture, pattern } of roles)
      lines.add(`${String(place.start)}-${String(place.end)} ${capture} ${pattern}`);
  }
  return [...lines].sort();
}

function capturesOfAllPatterns(grammar: GrammarName, tree: Tree): string[] {
  const captures = queries.captures(grammar, tree.rootNode, valueOf[grammar]);
  const lines = captures.map(
    ({ role: { capture, pattern }, node }) =>
      `${String(node.startIndex)}-${String(node.endIndex)} ${capture} ${pattern}`,
  );
  return [...new Set(lines)].sort();
}

describe("the table of names and the search", () => {
  it("together find the captures of all patterns", { timeout: 300_000 }, () => {
    const parser = new Parser();
    const met = new Set<string>();
    const texts = corpus();
    for (const grammar of grammarNames) {
      parser.setLanguage(grammars[grammar]);
      for (const text of texts[grammar]) {
        const tree = parser.parse(text);
        if (tree === null) continue;
        const expected = capturesOfAllPatterns(grammar, tree);
        expect({ text, captured: capturesOfTableAndSearch(grammar, tree) }).toEqual({
          text,
          captured: expected,
        });
        for (const line of expected) met.add(line.slice(line.indexOf(" ") + 1));
        tree.delete();
      }
    }
    parser.delete();
    // a pattern without a match in the texts would not be tested
    expect(met.size).toBeGreaterThan(100);
  });
});
