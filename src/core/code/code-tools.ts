import type { NamingGrammar } from "../assets.js";
import type { Downloads } from "../downloads.js";
import type { Role, Roles } from "../query/role.js";
import type { NameTable } from "../query/words.js";
import type { Vocabulary } from "../query/vocabulary.js";
import type { Source } from "../source.js";
import type { CodeBudget } from "./code-budget.js";
import type { Lowered } from "./powershell/lower-powershell.js";
import type { Syntax } from "./read-syntax.js";

/** The languages of the code stage that have a grammar and one engine for the flow of values. */
export type CodeLanguage = "python" | "javascript";
/** All that have a grammar. */
type ParsedLanguage = CodeLanguage | "tsx" | "powershell" | NamingGrammar;

/** What a program is written in, as the engine knows it: a language with a grammar, or any other. */
export interface ProgramLanguage {
  readonly language: CodeLanguage | NamingGrammar | "powershell" | "other";
  /** What the language is called. */
  readonly tag: string;
  /** The roles of a name, wherever it stands. */
  readonly named: (name: string) => Roles;
}

/** What the pipeline lends the code stage. Nothing here knows about files, the network or a page. */
export interface CodeTools {
  /** The roles that a name has wherever it stands. */
  named(language: ParsedLanguage, name: string): Roles;
  /** The roles of names in a language without a grammar. */
  language(name: string): NameTable;
  /** The words of the loaded queries of one language, by capture name: whether a text is worth reading. */
  vocabulary(language: ParsedLanguage): Vocabulary;
  /**
   * Returns what `use` makes of a text's syntax, parsed after a prefix that its places do not count; null if a limit of the
   * pipeline was reached. A syntax tree is large: `use` keeps none of it, and calls `pause` at each step, which ends it where the
   * time is up.
   */
  parse<T>(
    language: ParsedLanguage,
    text: string,
    use: (syntax: Syntax, pause: () => void) => T,
    prefix?: string,
  ): T | null;
  /** The word that makes a command line of the shell one that reads its standard input as a program; null for any other. */
  interprets?(
    words: readonly (string | null)[],
  ): { readonly role: Role; readonly at: number } | null;
  /** What makes a command line of the shell one that writes what it fetches to standard output; null for any other. */
  fetches?(words: readonly (string | null)[]): Role | null;
  /** The text is of another language, which has its own reading. */
  readonly beside?: boolean;
  /** What PowerShell takes as its program from the words behind its name. */
  program?(words: readonly (string | null)[]): { readonly kind: string; readonly at?: number };
  /** Scripts of PowerShell that were lowered, by their text. */
  readonly lowered?: Map<string, Lowered>;
  /** The files that the document's commands download. */
  readonly downloads?: Downloads;
  /** A file of the document gets a known text, or loses what it held: what runs the file later runs that text. */
  writes?(path: string, text: Source | null, appends: boolean): void;
  /** What all code of the document shares. */
  readonly budget: CodeBudget;
  /** Whether the time for reading is used up; the pipeline's outcome says so then. */
  expired(): boolean;
  /** The standard input of this code is a fetched text: `curl A | python3 -c '…'`. */
  readonly stdinIsRemote?: boolean;
  /** Of decoders one inside the other the innermost counts: the extended profile's spans. */
  readonly innermost?: boolean;
}
