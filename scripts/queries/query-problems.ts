import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { grammarNames, type Assets, type GrammarName } from "../../src/core/assets.js";
import { checkProse, usedNames } from "./prose.js";
import { filesOf, languagesOf } from "../../src/core/context/language/prose-language.js";
import { loadGrammars } from "../../src/core/parse/grammars.js";
import { loadQueries } from "../../src/core/query/load-queries.js";
import { readPatterns } from "../../src/core/query/read-patterns.js";
import { queriesOf } from "../../src/core/query/join-queries.js";
import { checkFixture } from "./fixture.js";

const endings: Readonly<Record<GrammarName, string>> = {
  bash: ".sh",
  python: ".py",
  javascript: ".js",
  powershell: ".ps1",
  php: ".php",
  ruby: ".rb",
  lua: ".lua",
  go: ".go",
  java: ".java",
  csharp: ".cs",
  tsx: ".tsx",
};

/** Returns a problem for each pattern without a comment above it. */
export function uncommented({ queries }: Pick<Assets, "queries">): string[] {
  return queries
    .filter(({ path }) => path.endsWith(".scm"))
    .flatMap((file) => readPatterns(file))
    .filter((pattern) => pattern.comment === "")
    .map(
      ({ file, start }) =>
        `queries/${file.path}:${file.text.slice(0, start).split("\n").length}: there is no comment above this pattern that shows source text it matches`,
    );
}

/** Returns the fixtures of a folder (`<grammar>/<name>.<extension>`), by path. */
export function fixturesOf(folder: string): { grammar: GrammarName; path: string }[] {
  return grammarNames
    .filter((name) => existsSync(join(folder, name)))
    .flatMap((grammar) =>
      readdirSync(join(folder, grammar))
        .filter((name) => name.endsWith(endings[grammar]))
        .map((name) => ({ grammar, path: join(folder, grammar, name) })),
    );
}

/**
 * Checks the words and shapes of each language, loads the queries of both profiles and checks the fixtures of a folder. Returns the
 * problems. A fixture whose name contains `.extended.` is for the extended profile, the others for the contract profile.
 * @throws QueryError for the first mistake in the words and shapes, or in the queries
 */
export async function problemsOf(assets: Assets, folder: string): Promise<string[]> {
  const languages = languagesOf(assets.prose);
  for (const tag of languages.keys()) checkProse(tag, filesOf(tag, assets.prose));
  const grammars = await loadGrammars(assets);
  const contract = loadQueries(queriesOf(assets.queries, "contract"), grammars, assets.registry);
  const extended = loadQueries(queriesOf(assets.queries, "extended"), grammars, assets.registry);
  const problems = fixturesOf(folder).flatMap(({ grammar, path }) => {
    const queries = path.includes(".extended.") ? extended : contract;
    return checkFixture(grammar, readFileSync(path, "utf8"), grammars, queries).map(
      (problem) => `${path}:${problem}`,
    );
  });
  contract.dispose();
  extended.dispose();
  const unknown = [...usedNames].filter(
    (name) => ![...languages.values()].some(({ entries }) => entries.has(name)),
  );
  const undefinedNames = unknown.map(
    (name) =>
      `src/core/context uses the name "${name}", but no file of queries/prose defines a group or shape with this name`,
  );
  return [...uncommented(assets), ...undefinedNames, ...problems];
}
