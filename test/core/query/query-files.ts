import { loadGrammars, type Grammars } from "../../../src/core/parse/grammars.js";
import type { Assets, GrammarName, QueryFile, Registry } from "../../../src/core/assets.js";
import { QueryError } from "../../../src/core/query/query-error.js";
import {
  loadQueries,
  type LoadOptions,
  type Queries,
} from "../../../src/core/query/load-queries.js";
import { loadAssets } from "../../../src/host/node.js";

/** Loads the assets and grammars of the package. */
export async function loadPackage(): Promise<{ assets: Assets; grammars: Grammars }> {
  const assets = await loadAssets();
  return { assets, grammars: await loadGrammars(assets) };
}

/** A registry with three captures, for queries of the tests. */
export const registry: Registry = {
  captures: {
    "source.fetcher": {
      sentence: "Fetches.",
      on: { bash: ["command_name"], python: ["identifier", "attribute"] },
      takes: ["rule"],
    },
    "sink.interpreter": {
      sentence: "Runs.",
      on: { bash: ["command_name"] },
      needs: [["reads"]],
      takes: ["reads", "rule"],
    },
    "flow.pipe": {
      sentence: "Pipes.",
      on: { bash: ["pipeline", "command"] },
      needs: [["rule"]],
      takes: ["rule"],
      shape: true,
    },
  },
  predicates: {},
  settings: {
    rule: "The rule.",
    message: "A sentence.",
    severity: "How much.",
    help: "What to do.",
    reads: "The language.",
  },
  values: { severity: ["error", "warning", "note"], reads: ["shell", "python"] },
  rules: { "bash/fetch-pipe": "Fetched and piped." },
  extendedRules: [],
  gate: ["source.fetcher"],
};

/** Returns a custom query file for a grammar. */
export function queryFile(grammar: GrammarName, text: string, name = "one"): QueryFile {
  return { path: `mine/${grammar}/${name}.scm`, text };
}

/** Returns a custom query file for bash. */
export function bash(text: string, name = "one"): QueryFile {
  return queryFile("bash", text, name);
}

/** Loads files, calls a function with the queries, and frees them. */
export function withQueries<T>(
  grammars: Grammars,
  files: readonly QueryFile[],
  use: (queries: Queries) => T,
  options?: LoadOptions,
): T {
  const queries = loadQueries(files, grammars, registry, options);
  try {
    return use(queries);
  } finally {
    queries.dispose();
  }
}

/** Returns the error with which the loader rejects files. Throws an error if they are accepted. */
export function refusal(
  grammars: Grammars,
  names: Registry,
  ...files: readonly QueryFile[]
): QueryError {
  try {
    loadQueries(files, grammars, names).dispose();
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
  throw new Error("the files were loaded");
}
