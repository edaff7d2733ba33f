import { readFileSync } from "node:fs";
import { Parser, Query, type Node } from "web-tree-sitter";
import { beforeAll, describe, expect, it } from "vitest";
import { grammarNames, type GrammarName } from "../../../src/core/assets.js";
import type { Grammars } from "../../../src/core/parse/grammars.js";
import { loadQueries } from "../../../src/core/query/load-queries.js";
import { patternsIn } from "../../../src/core/query/prepared-queries.js";
import {
  structureMatcher,
  type StructureMatcher,
} from "../../../src/core/query/structure-matcher.js";
import { loadPackage } from "./query-files.js";

let grammars: Grammars;
const structures = new Map<GrammarName, string[]>();

beforeAll(async () => {
  const { assets, grammars: loaded } = await loadPackage();
  grammars = loaded;
  const queries = loadQueries(assets.queries, loaded, assets.registry);
  const { patterns } = queries.prepared();
  for (const name of grammarNames)
    structures.set(name, [
      ...new Set(patternsIn(patterns(name)).map(({ structure }) => structure)),
    ]);
  queries.dispose();
});

/** Every third text of some corpora, because neighbouring rows are similar. A grammar parses any text, if need be with errors. */
const texts = ["extended.v1", "pipe-to-shell.v1", "fetch-and-execute.v1"].flatMap((name) =>
  readFileSync(`corpora/${name}.jsonl`, "utf8")
    .trim()
    .split("\n")
    .filter((_, index) => index % 3 === 0)
    .map((line) => (JSON.parse(line) as { text: string }).text),
);

function captured(captures: readonly { readonly name: string; readonly node: Node }[]): string {
  return captures
    .map(({ name, node }) => `${name}:${String(node.startIndex)}-${String(node.endIndex)}`)
    .sort()
    .join(" ");
}

/** Returns the captures below a node that the runtime's query and the matcher find, or null if the matcher leaves a node to the query. */
function matchesOfBoth(
  query: Query,
  matcher: StructureMatcher,
  root: Node,
): [string[], string[]] | null {
  const found = root.descendantsOfType([...matcher.kinds]).map((node) => matcher.matches(node));
  if (found.includes(null)) return null;
  const byMatcher = found.flatMap((matches) => (matches ?? []).map(captured));
  const byQuery = query.matches(root).map((match) => captured(match.captures));
  return [[...new Set(byQuery)].sort(), [...new Set(byMatcher)].sort()];
}

describe("the matches of a pattern's structure", () => {
  it.each(["bash", "python", "javascript", "powershell"] as const)(
    "are the same with the matcher as with the runtime's query, for the package's patterns for %s",
    (name) => {
      const language = grammars[name];
      const parser = new Parser();
      parser.setLanguage(language);
      const supported = (structures.get(name) ?? []).flatMap((structure) => {
        const matcher = structureMatcher(structure);
        return matcher === null
          ? []
          : [{ structure, matcher, query: new Query(language, structure) }];
      });
      let matches = 0;
      for (const text of texts) {
        const tree = parser.parse(text);
        if (tree === null) throw new Error("the text was not parsed");
        for (const { structure, matcher, query } of supported) {
          const [byQuery, byMatcher] = matchesOfBoth(query, matcher, tree.rootNode) ?? [[], []];
          expect(byMatcher, `${structure} in ${text}`).toEqual(byQuery);
          matches += byQuery.length;
        }
        tree.delete();
      }
      for (const { query } of supported) query.delete();
      parser.delete();
      if (name === "bash") expect(matches).toBeGreaterThan(1000);
    },
  );

  it("are found by the matcher for all patterns of the package for the shell", () => {
    const all = structures.get("bash") ?? [];
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter((structure) => structureMatcher(structure) === null)).toEqual([]);
  });

  it.each([
    "( command ( word ) * @c0 )",
    "( command ( word ) ? @c0 )",
    '( command "x" @c0 )',
    "( command ! name ( word ) @c0 )",
    "( command ( word ) @c0 . )",
    "( _ ( word ) @c0 )",
    "( ERROR ) @c0",
    "( MISSING word ) @c0",
    "( statement ) @c0",
    "( _statement ) @c0",
    "( word ) @c0 . ( word )",
    "( ( word ) . ( word ) )",
    "( command",
    "",
  ])("are left to the runtime's query for %s", (structure) => {
    expect(structureMatcher(structure)).toBeNull();
  });
});
