import { loadGrammars, type Grammars } from "../../../src/core/parse/grammars.js";
import type { Assets, QueryFile, Registry } from "../../../src/core/assets.js";
import { QueryError } from "../../../src/core/query/error.js";
import { loadQueries, type Queries } from "../../../src/core/query/loader.js";
import { loadAssets } from "../../../src/host/node.js";

/** The package's own assets and grammars, loaded once per test file. */
export async function loadOwn(): Promise<{ assets: Assets; grammars: Grammars }> {
  const assets = await loadAssets();
  return { assets, grammars: await loadGrammars(assets) };
}

export const registry: Registry = {
  captures: { "source.fetcher": "Fetches.", "sink.interpreter": "Runs.", "flow.pipe": "Pipes." },
  predicates: {},
  settings: { rule: "The rule.", name: "The name." },
  rules: { "bash/fetch-pipe": "Fetched and piped." },
  gate: ["source.fetcher"],
};

/** A bash query file. */
export function bash(text: string, name = "one"): QueryFile {
  return { path: `mine/bash/${name}.scm`, text };
}

/** Loads files, hands the queries over and frees them. */
export function withQueries<T>(grammars: Grammars, files: readonly QueryFile[], use: (queries: Queries) => T): T {
  const queries = loadQueries(files, grammars, registry);
  try {
    return use(queries);
  } finally {
    queries.dispose();
  }
}

/** The error with which files are refused. */
export function refusal(grammars: Grammars, ...files: readonly QueryFile[]): QueryError {
  try {
    loadQueries(files, grammars, registry).dispose();
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
  throw new Error("the files were loaded");
}
