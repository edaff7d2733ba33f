/** The grammars there are, by the name of the folder that holds their queries; TSX has those of JavaScript. */
export const grammarNames = [
  "bash",
  "python",
  "javascript",
  "powershell",
  "php",
  "ruby",
  "lua",
  "go",
  "java",
  "csharp",
  "tsx",
] as const;

export type GrammarName = (typeof grammarNames)[number];

/** Grammars whose calls are identified by dotted names, as in languages without a grammar. */
export const namingGrammars = ["php", "ruby", "lua", "go", "java", "csharp"] as const;

export type NamingGrammar = (typeof namingGrammars)[number];

/** Whether a name is a grammar whose calls are identified by dotted names. */
export function isNamingGrammar(name: string): name is NamingGrammar {
  return namingGrammars.some((each) => each === name);
}

/** Something for each grammar. */
export type ByGrammar<T> = Readonly<Record<GrammarName, T>>;

/** Makes something for each grammar. */
export function byGrammar<T>(make: (name: GrammarName) => T): ByGrammar<T> {
  return Object.fromEntries(grammarNames.map((name) => [name, make(name)])) as Record<
    GrammarName,
    T
  >;
}

/** A query file: its path from the queries folder (`contract/bash/fetchers.scm`, `contract/ruby.json`) and its text. */
export interface QueryFile {
  readonly path: string;
  readonly text: string;
  /** It is a user's own and joins the package's: what those say of a word comes first. */
  readonly added?: true;
  /** It is in force in the extended profile only. */
  readonly extended?: true;
}

/** What came of the query files that a user gave. Paths of the package's files are those from its queries folder. */
export interface OwnQueries {
  /** Files of the package whose place one of the user's took. */
  readonly replaced: readonly string[];
  /** Files of the package that one of the same path joined. */
  readonly joined: readonly string[];
  /** Files in the user's folders that are no query files and were not read. */
  readonly unread: readonly string[];
  /** Files of the user's that are for the extended profile, where another one is in force. */
  readonly unused: readonly string[];
  /** Patterns of the user's that say how a command is read that the package reads in another way; one sentence each. */
  readonly overruled: readonly string[];
}

/** What a capture means and where it acts. */
export interface CaptureEntry {
  readonly sentence: string;
  /** The types of the nodes it acts on, by grammar; `_` for any. */
  readonly on: Readonly<Partial<Record<GrammarName, readonly string[]>>>;
  /** The settings that act on it. */
  readonly takes?: readonly string[];
  /** Of each of these lists one setting is needed. */
  readonly needs?: readonly (readonly string[])[];
  /** The tables that `options` may name on it. */
  readonly tables?: readonly string[];
  /** Its place in the tree identifies it, not a word. */
  readonly shape?: true;
  /** It acts in languages without a grammar, too. */
  readonly languages?: true;
}

/** What query files may use, a sentence for each name (`queries/captures.json`). */
export interface Registry {
  readonly captures: Readonly<Record<string, CaptureEntry>>;
  readonly predicates: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
  /** The values of settings that have a closed list of them. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** The package's rules, a sentence for each. */
  readonly rules: Readonly<Record<string, string>>;
  /** The node types of names, by grammar whose calls are identified by names. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** The languages whose calls are identified by names, each with the languages whose names it also uses. */
  readonly languages?: Readonly<Record<string, readonly string[]>>;
  /** Those of them that are in force in the extended profile only. */
  readonly extendedRules: readonly string[];
  /** The captures of which every text with a finding holds a word. */
  readonly gate: readonly string[];
}

/** A grammar: its bytes, or what brings them when a text first needs it. */
export interface Grammar {
  readonly bytes: Uint8Array | (() => Uint8Array);
  readonly version: string;
}

/** All that the core needs from outside, brought by a host. The core itself loads nothing. */
export interface Assets {
  /** The package's own version. */
  readonly package: string;
  /** The bytes of web-tree-sitter.wasm. */
  readonly runtime: Uint8Array;
  readonly grammars: Readonly<Record<GrammarName, Grammar>>;
  /** The query files of every profile, a user's own behind them; `queriesOf` picks what a profile loads. */
  readonly queries: readonly QueryFile[];
  /** The words and shapes of the languages that people write, by language: `prose/en/limits.prose`. */
  readonly prose: readonly QueryFile[];
  /**
   * Those of the query files that come with the package and are known to compile; the others are compiled at once, so that a
   * mistake shows at the start.
   */
  readonly proven?: readonly QueryFile[];
  /** The parts that `prepareQueries` made of these very files for the profile that is asked for, where a build has kept them. */
  readonly prepared?: (part: string) => string;
  /** What came of the user's own, where there are some. */
  readonly own?: OwnQueries;
  readonly registry: Registry;
  /** SHA-256 of a text as UTF-8, in lower-case hex; hosts have it, the core does not. */
  readonly sha256: (text: string) => Promise<string>;
}
