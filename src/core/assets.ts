/** The names of the grammars. A grammar's query folder has the same name, except that TSX uses the folder of JavaScript. */
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

/** A value for each grammar. */
export type ByGrammar<T> = Readonly<Record<GrammarName, T>>;

/** Creates a value for each grammar. */
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
  /** Whether it is a user's file that adds to the package's files. If both have a pattern for a word, the package's takes precedence. */
  readonly added?: true;
  /** Whether it applies only in the extended profile. */
  readonly extended?: true;
}

/** How a user's query files were applied. Paths of the package's files are relative to its queries folder. */
export interface OwnQueries {
  /** Files of the package that a user's file replaced. */
  readonly replaced: readonly string[];
  /** Files of the package to which a user's file with the same path was added. */
  readonly joined: readonly string[];
  /** Files in the user's folders that are not query files and were not read. */
  readonly unread: readonly string[];
  /** The user's files for the extended profile, if another profile is active. */
  readonly unused: readonly string[];
  /** A sentence for each pattern of the user that reads a command differently from the package. */
  readonly overruled: readonly string[];
}

/** The meaning of a capture and the nodes it applies to. */
export interface CaptureEntry {
  readonly sentence: string;
  /** The types of the nodes it applies to, by grammar; `_` for any. */
  readonly on: Readonly<Partial<Record<GrammarName, readonly string[]>>>;
  /** The settings it accepts. */
  readonly takes?: readonly string[];
  /** Lists of settings; one of each list is required. */
  readonly needs?: readonly (readonly string[])[];
  /** The tables that its setting `options` may name. */
  readonly tables?: readonly string[];
  /** Whether the position of a node in the tree, not a word, determines that the node gets this capture. */
  readonly shape?: true;
  /** Whether it also applies in languages without a grammar. */
  readonly languages?: true;
}

/** The names that query files may use, with a sentence for each (`queries/captures.json`). */
export interface Registry {
  readonly captures: Readonly<Record<string, CaptureEntry>>;
  readonly predicates: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
  /** The values of settings with a closed list. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** The package's rules, a sentence for each. */
  readonly rules: Readonly<Record<string, string>>;
  /** The types of the nodes that are names, for each grammar whose calls are identified by names. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** The languages whose calls are identified by names, each with the languages whose names it also uses. */
  readonly languages?: Readonly<Record<string, readonly string[]>>;
  /** The rules of the package that are only active in the extended profile. */
  readonly extendedRules: readonly string[];
  /** The captures whose words open the gate: every text with a finding contains a word of at least one of them. */
  readonly gate: readonly string[];
}

/** A grammar: its bytes, or a function that loads them when a text first needs it. */
export interface Grammar {
  readonly bytes: Uint8Array | (() => Uint8Array);
  readonly version: string;
}

/** All input of the core, which a host provides. The core itself loads nothing. */
export interface Assets {
  /** The package's version. */
  readonly package: string;
  /** The bytes of web-tree-sitter.wasm. */
  readonly runtime: Uint8Array;
  readonly grammars: Readonly<Record<GrammarName, Grammar>>;
  /** The query files of every profile, followed by a user's; `queriesOf` selects those of a profile. */
  readonly queries: readonly QueryFile[];
  /** The words and shapes of natural languages, by language: `prose/en/limits.prose`. */
  readonly prose: readonly QueryFile[];
  /** Query files that are known to compile: the package's. All other files are compiled at once, so that mistakes are reported at start. */
  readonly proven?: readonly QueryFile[];
  /** Returns one part of what `prepareQueries` returned for these files and the requested profile; absent if no build has stored it. */
  readonly prepared?: (part: string) => string;
  /** How the user's files were applied, if there are any. */
  readonly own?: OwnQueries;
  readonly registry: Registry;
  /** Returns the SHA-256 of a text as UTF-8, in lower-case hex; hosts provide it, the core does not. */
  readonly sha256: (text: string) => Promise<string>;
}
