import type { Language, Node } from "web-tree-sitter";
import {
  byGrammar,
  grammarNames,
  isNamingGrammar,
  namingGrammars,
  type ByGrammar,
  type GrammarName,
  type QueryFile,
  type Registry,
} from "../assets.js";
import { once, oncePerName } from "../once.js";
import type { Captured } from "./captured-roles.js";
import { compileQuery, type Capture, type CompiledQuery } from "./compiled-query.js";
import { queryErrorAt } from "./query-error.js";
import { gateWordsOf, necessaryWords, type GatedPattern } from "./gate-words.js";
import { languageOf, namePatternOf, type NamePattern } from "./language-file.js";
import { LanguageNames } from "./language-names.js";
import { checkPattern } from "./check-pattern.js";
import type { Pattern } from "./pattern.js";
import { anyCaseName, type WordValue } from "./predicates.js";
import { patternsAsText, patternsIn, type Prepared, type QueryFacts } from "./prepared-queries.js";
import { readPatterns } from "./read-patterns.js";
import type { Roles } from "./role.js";
import { overruled, overruledNames } from "./conflicting-roles.js";
import type { Rule } from "./rule.js";
import { rulesOf, withoutRules } from "./rules.js";
import { Search, type SearchOptions } from "./pattern-search.js";
import { createVocabulary, wordsIn, type Vocabulary } from "./vocabulary.js";
import { nameTable, wordsOf, type NameTable } from "./name-table.js";

/** The loaded queries of all grammars. Free them with `dispose`. */
export interface Queries extends Pick<QueryFacts, "gateWords" | "executing" | "fetching"> {
  /** The words of all grammars' queries together: those worth searching for in a text. */
  readonly vocabulary: Vocabulary;
  /** The words of one grammar's queries. */
  vocabularyOf(grammar: GrammarName): Vocabulary;
  /** The rules that patterns name, by id. */
  readonly rules: ReadonlyMap<string, Rule>;
  /** A sentence for each pattern of a user that reads a name differently from the package's pattern. */
  readonly overruled: readonly string[];
  /** Returns the roles of a name in any position: those of the patterns that are only words on a node. */
  named(grammar: GrammarName, name: string): Roles;
  /** The roles of names in a language without a grammar: `ruby`, or `any` if it is unknown. */
  language(name: string): NameTable;
  /** Whether a pattern that is more than words may give a role to a node with this name. */
  mayCapture(grammar: GrammarName, name: string): boolean;
  /** Returns the captures of the patterns that are more than words. */
  search(grammar: GrammarName, root: Node, options?: SearchOptions): Captured;
  /** Returns what all patterns capture in a tree, each executed as written; tests compare `named` and `search` with it. */
  captures(grammar: GrammarName, root: Node, wordValue?: WordValue): readonly Capture[];
  /** Returns the queries as plain data, from which they can be loaded again without reading the files. */
  prepared(): Prepared;
  dispose(): void;
}

export interface LoadOptions {
  /** The files that are known to compile. */
  readonly proven?: readonly QueryFile[];
  /**
   * Rules that are disabled. The roles for a user's disabled rules are removed; the package's rules are named by shapes that
   * other rules need, too, so their matches are removed from reports instead.
   */
  readonly off?: ReadonlySet<string>;
  /** The data that was prepared from these files; then all are proven, and no rule is disabled. */
  readonly prepared?: Prepared;
}

/** Captures of commands that execute something. In the extended profile, a variable or a login shell may execute, too. */
const EXECUTING = ["sink.interpreter", "sink.builtin", "inject.python", "inject.javascript"];

/**
 * Loads query files: checks them against the registry, and collects their words. Compiling takes longer than analyzing most texts,
 * so a grammar with only proven files is compiled when one of its trees is first searched.
 * @param files paths end in `<grammar>/<name>.scm` or `<language>.json`; the order of files does not matter
 * @throws QueryError for the first mistake, with file, line and column
 */
export function loadQueries(
  files: readonly QueryFile[],
  grammars: Readonly<Record<GrammarName, Language>>,
  registry: Registry,
  { proven = [], off = new Set(), prepared }: LoadOptions = {},
): Queries {
  const inOrder = [...files].sort(
    (a, b) => Number(a.added ?? false) - Number(b.added ?? false) || (a.path < b.path ? -1 : 1),
  );
  const scm = inOrder.filter((file) => languageOf(file) === null);
  const ownOff = new Set([...off].filter((id) => !Object.hasOwn(registry.rules, id)));
  const names = new LanguageNames(
    inOrder.filter((file) => languageOf(file) !== null),
    registry,
    proven,
    ownOff,
    (name) => loaded[name].names,
  );
  const loadedOf = (
    patterns: (name: GrammarName) => readonly Pattern[],
  ): ByGrammar<GrammarQueries> =>
    byGrammar(
      (name) =>
        new GrammarQueries(
          name,
          () => grammars[name],
          // TSX is a form of JavaScript: its names and nodes are the same
          () => patterns(name === "tsx" ? "javascript" : name),
          registry,
        ),
    );
  let loaded: ByGrammar<GrammarQueries>;
  if (prepared !== undefined) {
    loaded = loadedOf((name) => patternsIn(prepared.patterns(name)));
    return queriesOf(prepared, loaded, names, []);
  }
  const written = patternsByGrammar(scm, registry);
  const early = names.early();
  const rules = rulesOf(
    [...grammarNames.flatMap((name) => written[name]), ...[...early.values()].flat()],
    registry,
  );
  const patterns = byGrammar((name) => withoutRules(written[name], ownOff));
  const kept = new Map([...early].map(([language, of]) => [language, withoutRules(of, ownOff)]));
  for (const name of namingGrammars)
    kept.set(name, [...namesIn(name, patterns[name]), ...(kept.get(name) ?? [])]);
  const treed = grammarNames.filter((name) => !isNamingGrammar(name) && name !== "tsx");
  const rivals = [
    ...treed.flatMap((name) => overruled(name, patterns[name])),
    ...overruledNames(kept, registry),
  ];
  loaded = loadedOf((name) => patterns[name]);
  try {
    // the grammar rejects mistakes when the patterns are compiled
    for (const name of new Set(scm.filter((file) => !proven.includes(file)).map(grammarOf)))
      void loaded[name].whole;
    const facts = {
      rules: [...rules.values()],
      gateWords: gateWordsOf(
        grammarNames.flatMap((name) => (name === "tsx" ? [] : loaded[name].gated)),
        kept,
        registry.gate,
      ),
      executing: necessaryWords(loaded.bash.gated, EXECUTING),
      fetching: necessaryWords(loaded.bash.gated, registry.gate),
      words: {
        ...byGrammar((name) => wordsIn(patterns[name])),
        all: wordsIn(treed.flatMap((name) => patterns[name])),
      },
    };
    return queriesOf(facts, loaded, names, rivals);
  } catch (error) {
    dispose(loaded);
    throw error;
  }
}

function queriesOf(
  facts: QueryFacts,
  loaded: ByGrammar<GrammarQueries>,
  names: LanguageNames,
  rivals: readonly string[],
): Queries {
  const { words } = facts;
  const vocabulary = oncePerName((name: keyof typeof words) => createVocabulary(...words[name]));
  return {
    ...facts,
    vocabulary: vocabulary("all"),
    vocabularyOf: vocabulary,
    rules: new Map(facts.rules.map((rule) => [rule.id, rule])),
    overruled: rivals,
    named: (grammar, name) => loaded[grammar].named(name),
    language: (name) => names.of(name),
    mayCapture: (grammar, name) => loaded[grammar].mayCapture(name),
    search: (grammar, root, options) => loaded[grammar].search(root, options),
    captures: (grammar, root, wordValue) => loaded[grammar].whole.captures(root, wordValue),
    prepared: () => ({
      ...facts,
      patterns: (name) => patternsAsText(loaded[name].patterns),
    }),
    dispose: () => {
      dispose(loaded);
    },
  };
}

function dispose(loaded: ByGrammar<GrammarQueries>): void {
  for (const name of grammarNames) loaded[name].dispose();
}

/** Returns the patterns of a grammar that are only names, in the form of a language without a grammar. */
function namesIn(grammar: GrammarName, patterns: readonly Pattern[]): readonly NamePattern[] {
  return patterns.flatMap((pattern) => {
    const words = wordsOf(grammar, pattern);
    return words === null ? [] : [namePatternOf(pattern, words)];
  });
}

/** Returns the patterns in the order of their files. */
function patternsByGrammar(
  files: readonly QueryFile[],
  registry: Registry,
): ByGrammar<readonly Pattern[]> {
  const patterns = byGrammar((): Pattern[] => []);
  for (const file of files) {
    const grammar = grammarOf(file);
    patterns[grammar].push(
      ...readPatterns(file).map((source) => checkPattern(source, grammar, registry)),
    );
  }
  return patterns;
}

/** Returns the ids of all rules that files name, of any profile. */
export function ruleIdsIn(files: readonly QueryFile[], registry: Registry): readonly string[] {
  const patterns = patternsByGrammar(
    files.filter((file) => languageOf(file) === null),
    registry,
  );
  const names = new LanguageNames(
    files.filter((file) => languageOf(file) !== null),
    registry,
    files,
    new Set(),
    () => new Map(),
  );
  return [
    ...rulesOf(
      [...grammarNames.flatMap((name) => patterns[name]), ...[...names.early().values()].flat()],
      registry,
    ).keys(),
  ];
}

/** Returns the grammar of a query file, from its folder's name. */
function grammarOf(file: QueryFile): GrammarName {
  const folder = file.path.split(/[\\/]/).at(-2);
  const grammar = grammarNames.find((name) => name === folder);
  if (grammar === undefined)
    throw queryErrorAt(
      file,
      0,
      "query-path",
      "the folder of this file names no grammar",
      `put it into a folder named ${grammarNames.join(", ")}`,
    );
  return grammar;
}

/** The patterns of one grammar, read and compiled when first used. */
class GrammarQueries {
  private compiled: CompiledQuery | null = null;
  private searcher: Search | null = null;
  private readonly read: () => readonly Pattern[];
  private readonly facts: () => ReturnType<typeof tableOf>;

  constructor(
    private readonly grammar: GrammarName,
    private readonly language: () => Language,
    read: () => readonly Pattern[],
    registry: Registry,
  ) {
    this.read = once(read);
    this.facts = once(() => tableOf(grammar, this.patterns, registry));
  }

  get patterns(): readonly Pattern[] {
    return this.read();
  }

  named(name: string): Roles {
    const { names, anyCase } = this.facts();
    const exact = names.get(name) ?? [];
    const folded = anyCase.size === 0 ? [] : (anyCase.get(anyCaseName(name)) ?? []);
    return folded.length === 0 ? exact : [...exact, ...folded];
  }

  get whole(): CompiledQuery {
    return (this.compiled ??= compileQuery(this.grammar, this.language(), this.patterns));
  }

  /** The roles of names. */
  get names(): NameTable {
    return this.facts().names;
  }

  /** The patterns for gates, without those of only names if the grammar's calls are identified by names. */
  get gated(): readonly GatedPattern[] {
    const { grammar, patterns } = this;
    const isNaming = isNamingGrammar(grammar);
    return patterns.flatMap((pattern, at) =>
      isNaming && wordsOf(grammar, pattern) !== null
        ? []
        : [{ grammar, pattern, isCertain: (capture) => this.whole.isCertain(at, capture) }],
    );
  }

  mayCapture(name: string): boolean {
    const { structuralCommands } = this.facts();
    return structuralCommands === null || structuralCommands.has(name);
  }

  search(root: Node, options?: SearchOptions): Captured {
    this.searcher ??= new Search(this.language(), this.facts().structural);
    return this.searcher.run(root, options);
  }

  dispose(): void {
    this.compiled?.dispose();
    this.searcher?.dispose();
  }
}

/**
 * Divides patterns into those of only names and the structural ones. `structuralCommands` are the commands that the structural
 * patterns apply to; null if one of them applies to any command.
 */
function tableOf(grammar: GrammarName, patterns: readonly Pattern[], registry: Registry) {
  const structural = patterns.filter((pattern) => wordsOf(grammar, pattern) === null);
  const names = nameTable(grammar, patterns);
  return {
    names,
    anyCase: nameTable(grammar, patterns, true),
    structural,
    structuralCommands: commandsOf(structural, registry),
  };
}

/**
 * Returns the words by which structural patterns recognize commands; null if one recognizes any command. Captures of shapes and of
 * the files of redirects recognize no command.
 */
function commandsOf(patterns: readonly Pattern[], registry: Registry): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const { predicates, roles } of patterns) {
    for (const capture of roles.keys()) {
      if (registry.captures[capture]?.on.bash?.includes("command_name") !== true) continue;
      const list = predicates.find(({ wordList }) => wordList?.capture === capture)?.wordList;
      if (list === undefined) return null;
      for (const word of list.words) names.add(word);
    }
  }
  return names;
}
