import type { Assets, QueryFile } from "./assets.js";
import type { Profile, Revision } from "./model.js";
import { loadGrammars } from "./parse/grammars.js";
import { Parsers } from "./parse/scope.js";
import { createGate, type Gate } from "./query/gate.js";
import { loadQueries, type Queries } from "./query/loader.js";
import { canonicalQueries, queriesOf } from "./query/select.js";
import type { Vocabulary } from "./query/vocabulary.js";

/** All that outlives one detection: grammars, queries, parsers. */
export interface Engine {
  readonly profile: Profile;
  readonly queries: Queries;
  /** The words of the shell's queries. */
  readonly vocabulary: Vocabulary;
  readonly parsers: Parsers;
  readonly gate: Gate;
  /** Whether a shell text can hold anything that executes. */
  readonly executes: Gate;
  readonly revision: Revision;
  dispose(): void;
}

/** What executes has a name in the contract; in the extended profile it may be a variable or a login shell. */
const EXECUTING = ["sink.interpreter", "sink.builtin", "inject.python", "inject.javascript"];

/** Loads grammars and queries, once per detector. */
export async function createEngine(assets: Assets, profile: Profile, extra: readonly QueryFile[]): Promise<Engine> {
  const files = queriesOf([...assets.queries, ...extra], profile);
  const grammars = await loadGrammars(assets);
  const queries = loadQueries(files, grammars, assets.registry, assets.proven);
  const parsers = new Parsers(grammars);
  const versions = Object.entries(assets.grammars).map(([name, { version }]) => [name, version] as const);
  const vocabulary = queries.vocabularyOf("bash");
  const executing = createGate(profile === "extended" ? null : queries.necessaryWords("bash", EXECUTING));
  return {
    profile,
    queries,
    vocabulary,
    parsers,
    gate: createGate(queries.gateWords),
    // what a pipe leads to may be a variable: no finding, but worth a note
    executes: (text) => text.includes("|") || executing(text),
    revision: { package: assets.package, profile, grammars: Object.fromEntries(versions), queries: await assets.sha256(canonicalQueries(files)) },
    dispose: () => {
      queries.dispose();
      parsers.dispose();
    },
  };
}
