import { grammarNames, type Assets, type OwnQueries, type QueryFile } from "./assets.js";
import {
  anyLanguage,
  languagesAsText,
  languagesIn,
  languagesOf,
  languageTag,
  type Language,
} from "./context/language/prose-language.js";
import type { Engine } from "./evaluate/engine.js";
import { InputError } from "./input.js";
import type { Profile, Revision } from "./model.js";
import { loadGrammars } from "./parse/grammars.js";
import { Parsers } from "./parse/parse-scope.js";
import { createGate } from "./query/gate.js";
import { loadQueries, ruleIdsIn, type Queries } from "./query/load-queries.js";
import { nearest } from "./query/nearest-word.js";
import type { QueryFacts } from "./query/prepared-queries.js";
import type { Rule } from "./query/rule.js";
import { canonicalQueries, joinQueries, queriesOf, type OwnFile } from "./query/join-queries.js";

/** The parts of a detector that all detections share. */
export interface DetectorEngine extends Engine {
  readonly revision: Revision;
  /** The active rules, by id. */
  readonly rules: readonly Rule[];
  /** Returns the languages in which warnings are recognized; their files are read at the first call. */
  readonly languages: () => readonly Language[];
  readonly own: OwnQueries;
  dispose(): void;
}

/** The user's changes to the package's queries and rules. */
export interface OwnRules {
  readonly queries: readonly OwnFile[];
  readonly replaceQueries: boolean;
  readonly disabledRules: readonly string[];
  /** Languages in which warnings are recognized, in addition to English and those of the profile. */
  readonly languages: readonly string[];
}

/** Loads grammars and queries, once per detector. */
export async function createEngine(
  assets: Assets,
  profile: Profile,
  extra: OwnRules,
): Promise<DetectorEngine> {
  const joined = joinQueries(assets.queries, extra.queries, extra.replaceQueries);
  const files = queriesOf(joined.queries, profile);
  const grammars = await loadGrammars(assets);
  const off = new Set(extra.disabledRules);
  const prose = filesInForce(assets.prose, profile, extra.languages);
  let languages: readonly Language[] | null = null;
  const { prepared, proven } = assets;
  const isPlain = [extra.queries, extra.disabledRules, extra.languages].every(
    ({ length }) => length === 0,
  );
  const part = isPlain ? prepared : undefined;
  const kept = part === undefined ? null : (JSON.parse(part("facts")) as Kept);
  const known = {
    ...(proven && { proven }),
    ...(part && kept && { prepared: { ...kept.facts, patterns: part } }),
  };
  const queries = loadQueries(files, grammars, assets.registry, { off, ...known });
  try {
    checkDisabled(off, queries, () => ruleIdsIn(joined.queries, assets.registry));
  } catch (error) {
    queries.dispose();
    throw error;
  }
  const rules = [...queries.rules.values()].filter(
    ({ id }) => profile === "extended" || !assets.registry.extendedRules.includes(id),
  );
  const parsers = new Parsers(grammars);
  const versions = Object.entries(assets.grammars).map(
    ([name, { version }]) => [name, version] as const,
  );
  const [executing, fetching] = [createGate(queries.executing), createGate(queries.fetching)];
  return {
    profile,
    queries,
    parsers,
    gate: createGate(queries.gateWords),
    runs: executing.mentions,
    // In the contract, every command that executes has a name, but a pipe may lead to a variable, which is worth a note. In the
    // extended profile, a variable or a login shell may execute, so a text is read if it names a source or a command that executes.
    executes: (text) =>
      (profile === "extended" ? fetching.mentions(text) : text.includes("|")) ||
      executing.mentions(text),
    revision: {
      package: assets.package,
      profile,
      grammars: Object.fromEntries(versions),
      queries: kept?.digest ?? (await assets.sha256(canonicalQueries([...files, ...prose], off))),
    },
    rules: rules.filter(({ id }) => !off.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1)),
    languages: () =>
      (languages ??=
        part === undefined ? [...languagesOf(prose).values()] : languagesIn(part("prose"))),
    off: new Set(rules.map(({ id }) => id).filter((id) => off.has(id))),
    own: { ...inForce(assets.own ?? joined.own, profile), overruled: queries.overruled },
    dispose: () => {
      queries.dispose();
      parsers.dispose();
    },
  };
}

/** The facts of query files, without the patterns, and the digest of the files. */
interface Kept {
  readonly digest: string;
  readonly facts: QueryFacts;
}

/**
 * Returns what a build can store of query files, for {@link Assets.prepared}: `facts`, `prose` for the languages whose warnings
 * are recognized, and the patterns of each grammar by its name.
 */
export async function prepareQueries(
  assets: Assets,
  profile: Profile,
): Promise<ReadonlyMap<string, string>> {
  const engine = await createEngine(assets, profile, {
    queries: [],
    replaceQueries: false,
    disabledRules: [],
    languages: [],
  });
  const { patterns, ...facts } = engine.queries.prepared();
  const kept: Kept = { digest: engine.revision.queries, facts };
  const parts = new Map([
    ["facts", JSON.stringify(kept)],
    ["prose", languagesAsText(engine.languages())],
    ...grammarNames.map((name) => [name, patterns(name)] as const),
  ]);
  engine.dispose();
  return parts;
}

/**
 * Returns the files of the active languages: English in the contract, all in the extended profile, and the requested ones.
 * @throws InputError for an unknown language, and if English is not among the files
 */
function filesInForce(
  files: readonly QueryFile[],
  profile: Profile,
  requested: readonly string[],
): readonly QueryFile[] {
  // a language that has only this file has no warnings
  const judging = files.filter(({ path }) => !path.endsWith("instructions.prose"));
  const tags = [...new Set(judging.map(languageTag))].filter((tag) => tag !== anyLanguage).sort();
  if (!tags.includes(CONTRACT_LANGUAGE))
    throw new InputError(
      "assets",
      "they contain no English words, so no warning would be recognized; also include the files of queries/prose",
    );
  const unknown = requested.find((tag) => !tags.includes(tag));
  if (unknown !== undefined)
    throw new InputError(
      "languages",
      `no warnings are known in the language "${unknown}"; the languages are ${tags.join(", ")}`,
    );
  const selected = files.filter(
    (file) =>
      profile === "extended" ||
      [anyLanguage, CONTRACT_LANGUAGE, ...requested].includes(languageTag(file)),
  );
  // the contract's language is first: messages about marks such as ❌, which mean the same in all languages, use the first language
  return [...selected].sort(
    (a, b) =>
      Number(languageTag(b) === CONTRACT_LANGUAGE) - Number(languageTag(a) === CONTRACT_LANGUAGE),
  );
}

/** The language in which every profile recognizes warnings. */
const CONTRACT_LANGUAGE = "en";

/** @throws InputError for an id that no rule of any profile has */
function checkDisabled(
  off: ReadonlySet<string>,
  queries: Queries,
  all: () => readonly string[],
): void {
  const unknown = [...off].filter((id) => !queries.rules.has(id));
  if (unknown.length === 0) return;
  const ids = all();
  const id = unknown.find((each) => !ids.includes(each));
  if (id !== undefined)
    throw new InputError(
      "disabledRules",
      `there is no rule "${id}" to switch off; ${nearest(id, ids, "", "`curlew rules` lists all rules")}`,
    );
}

/** Returns how the user's files were applied in a profile: only the replaced and joined files that it loads, and the unused ones. */
function inForce(
  { replaced, joined, unread, unused }: OwnQueries,
  profile: Profile,
): Omit<OwnQueries, "overruled"> {
  const loaded = (path: string): boolean => profile === "extended" || !path.startsWith("extended/");
  return {
    replaced: replaced.filter(loaded),
    joined: joined.filter(loaded),
    unread,
    unused: profile === "extended" ? [] : unused,
  };
}
