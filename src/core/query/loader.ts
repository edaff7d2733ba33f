import type { Language, Node } from "web-tree-sitter";
import { grammarNames, type GrammarName, type QueryFile, type Registry } from "../assets.js";
import { compileQuery, type Capture, type CompiledQuery, type MatchOptions, type QueryMatch } from "./compiled.js";
import { queryErrorAt } from "./error.js";
import { checkNames, checkPattern, type Pattern } from "./pattern.js";
import { readPatterns } from "./reader.js";
import { createRules, type Rules } from "./rules.js";
import { createVocabulary, type Vocabulary } from "./vocabulary.js";

/** The loaded queries of all grammars. Free them with `dispose`. */
export interface Queries {
  /** The words of all grammars' queries together. */
  readonly vocabulary: Vocabulary;
  /** The words of one grammar's queries. */
  vocabularyOf(grammar: GrammarName): Vocabulary;
  /** A text that holds none of these can have no finding; null where a source is not told by words. */
  readonly gateWords: readonly string[] | null;
  /** Whether any pattern carries this rule id. */
  hasRule(rule: string): boolean;
  /** The rules that the shell's patterns give to the nodes below a root. Patterns that merely list words have no part in it. */
  readonly shellRules: Rules["below"];
  /** Matches in the order in which they were found; `complete` is false where `stop` ended the search. */
  matches(grammar: GrammarName, root: Node, options?: MatchOptions): { readonly matches: readonly QueryMatch[]; readonly complete: boolean };
  /** The captures of all matches, by their start. `_private` ones are left out. */
  captures(grammar: GrammarName, root: Node, options?: MatchOptions): readonly Capture[];
  dispose(): void;
}

/**
 * Loads query files: checks them against the registry, compiles them, and collects their words. Compiling takes longer
 * than most texts: a grammar that has proven files only is compiled when something is first looked for in a tree of it.
 * @param files paths end in `<grammar>/<name>.scm`; the order of files does not matter
 * @param proven those of them that are known to compile
 * @throws QueryError for the first thing that is wrong, with file, line and column
 */
export function loadQueries(files: readonly QueryFile[], grammars: Readonly<Record<GrammarName, Language>>, registry: Registry, proven: readonly QueryFile[] = []): Queries {
  const patterns = patternsByGrammar(files, registry);
  checkNames(grammarNames.flatMap((name) => patterns[name]));
  const compiled = new CompiledQueries(patterns, grammars);
  compiled.prove(files.filter((file) => !proven.includes(file)));
  const shellRules = createRules("bash", grammars.bash, patterns.bash);
  const lists = mapped((name) => wordsOf(patterns[name]));
  const vocabularies = mapped((name) => createVocabulary(lists[name]));
  const rules = new Set(grammarNames.flatMap((name) => patterns[name].map((pattern) => pattern.settings.rule)));
  const matches: Queries["matches"] = (grammar, root, options) => compiled.of(grammar).matches(root, options);
  return {
    vocabulary: createVocabulary(union(Object.values(lists))),
    vocabularyOf: (grammar) => vocabularies[grammar],
    gateWords: gateWordsOf(patterns, compiled, registry.gate),
    hasRule: (rule) => rules.has(rule),
    shellRules: shellRules.below,
    matches,
    captures: (grammar, root, options) => capturesOf(matches(grammar, root, options).matches),
    dispose: () => {
      compiled.dispose();
      shellRules.dispose();
    },
  };
}

type ByGrammar<T> = Record<GrammarName, T>;

function mapped<T>(make: (name: GrammarName) => T): ByGrammar<T> {
  return { bash: make("bash"), python: make("python"), javascript: make("javascript") };
}

function patternsByGrammar(files: readonly QueryFile[], registry: Registry): ByGrammar<Pattern[]> {
  const patterns: ByGrammar<Pattern[]> = { bash: [], python: [], javascript: [] };
  for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    patterns[grammarOf(file)].push(...readPatterns(file).map((source) => checkPattern(source, registry)));
  }
  return patterns;
}

/** The folder a query file lies in names its grammar. */
function grammarOf(file: QueryFile): GrammarName {
  const folder = file.path.split(/[\\/]/).at(-2);
  const grammar = grammarNames.find((name) => name === folder);
  if (grammar === undefined) throw queryErrorAt(file, 0, "query-path", "the folder of this file names no grammar", `put it into a folder named ${grammarNames.join(", ")}`);
  return grammar;
}

/** The queries of each grammar, compiled when first asked for. */
class CompiledQueries {
  private readonly done: Partial<ByGrammar<CompiledQuery>> = {};

  constructor(
    private readonly patterns: Readonly<ByGrammar<readonly Pattern[]>>,
    private readonly grammars: Readonly<Record<GrammarName, Language>>,
  ) {}

  of(name: GrammarName): CompiledQuery {
    return (this.done[name] ??= compileQuery(name, this.grammars[name], this.patterns[name]));
  }

  /** Compiles the grammars of these files; when one is refused, those before it are freed. */
  prove(files: readonly QueryFile[]): void {
    const names = new Set(files.map(grammarOf));
    try {
      for (const name of grammarNames) if (names.has(name)) this.of(name);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  dispose(): void {
    for (const query of Object.values(this.done)) query.dispose();
  }
}

type WordLists = Record<string, Set<string>>;

function wordsOf(patterns: readonly Pattern[]): WordLists {
  const lists: WordLists = {};
  for (const list of patterns.flatMap((pattern) => pattern.predicates.map((predicate) => predicate.wordList))) {
    if (list === undefined) continue;
    const words = (lists[list.capture] ??= new Set());
    list.words.forEach((word) => words.add(word));
  }
  return lists;
}

function union(lists: readonly WordLists[]): WordLists {
  const all: WordLists = {};
  for (const [capture, words] of lists.flatMap((list) => Object.entries(list))) {
    const target = (all[capture] ??= new Set());
    words.forEach((word) => target.add(word));
  }
  return all;
}

/** Words of which every text with a finding holds one; null where some pattern of a gate capture names no word. */
function gateWordsOf(patterns: ByGrammar<Pattern[]>, compiled: CompiledQueries, gate: readonly string[]): readonly string[] | null {
  const words = new Set<string>();
  for (const name of grammarNames) {
    for (const [index, pattern] of patterns[name].entries()) {
      const gated = pattern.source.captures.map((capture) => capture.value).filter((capture) => gate.includes(capture));
      if (gated.length === 0) continue;
      const list = necessaryWords(pattern, gated, (capture) => compiled.of(name).isCertain(index, capture));
      if (list === null) return null;
      list.forEach((word) => words.add(telling(word)));
    }
  }
  return [...words].sort();
}

/** One of these words is in every match of the pattern. The source's own come first, then those of any capture that is always there. */
function necessaryWords(pattern: Pattern, gated: readonly string[], isCertain: (capture: string) => boolean): readonly string[] | null {
  const lists = pattern.predicates.flatMap((predicate) => predicate.wordList ?? []);
  const list = lists.find(({ capture }) => gated.includes(capture)) ?? lists.find(({ capture }) => isCertain(capture));
  return list?.words ?? null;
}

/** The name in a path that an import cannot rename unseen: the last one, or the longest where that one is short. */
function telling(word: string): string {
  const names = word.split(".").filter((name) => name !== "");
  const last = names.at(-1) ?? word;
  return last.length > 3 ? last : names.reduce((longest, name) => (name.length > longest.length ? name : longest), last);
}

function capturesOf(matches: readonly QueryMatch[]): Capture[] {
  return matches
    .flatMap((match) => match.captures.filter((capture) => !capture.name.startsWith("_")))
    .sort((a, b) => a.node.startIndex - b.node.startIndex || b.node.endIndex - a.node.endIndex);
}
