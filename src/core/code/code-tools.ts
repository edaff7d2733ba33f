import type { NamingGrammar } from "../assets.js";
import type { Downloads } from "../downloads.js";
import type { Role, Roles } from "../query/role.js";
import type { NameTable } from "../query/words.js";
import type { Vocabulary } from "../query/vocabulary.js";
import type { Source } from "../source.js";
import type { CodeBudget } from "./code-budget.js";
import type { Lowered } from "./powershell/lower-powershell.js";
import type { Syntax } from "./read-syntax.js";

/** The languages of the code stage that have a grammar and share one engine for data flow. */
export type CodeLanguage = "python" | "javascript";
/** All that have a grammar. */
type ParsedLanguage = CodeLanguage | "tsx" | "powershell" | NamingGrammar;

/** The language of a program for the engine: one with a grammar, or any other. */
export interface ProgramLanguage {
  readonly language: CodeLanguage | NamingGrammar | "powershell" | "other";
  /** The tag of the language. */
  readonly tag: string;
  /** Returns the roles of a name in any position. */
  readonly named: (name: string) => Roles;
}

/** The functions and data of the pipeline for the code stage, independent of files, the network or a page. */
export interface CodeTools {
  /** Returns the roles of a name in any position. */
  named(language: ParsedLanguage, name: string): Roles;
  /** The roles of names in a language without a grammar. */
  language(name: string): NameTable;
  /** The words of the loaded queries of one language, by capture name: they show whether a text is worth reading. */
  vocabulary(language: ParsedLanguage): Vocabulary;
  /**
   * Returns the result of `use` for a text's syntax tree, parsed after a prefix that offsets do not count; null if a limit of the
   * pipeline was reached. A syntax tree is large: `use` must not keep it, and calls `pause` at each step, which stops it when the
   * time is up.
   */
  parse<T>(
    language: ParsedLanguage,
    text: string,
    use: (syntax: Syntax, pause: () => void) => T,
    prefix?: string,
  ): T | null;
  /** Returns the role and index of the word by which a command line reads standard input as a program; null for any other line. */
  interprets?(
    words: readonly (string | null)[],
  ): { readonly role: Role; readonly at: number } | null;
  /** Returns the role by which a shell command line writes fetched content to standard output; null for any other. */
  fetches?(words: readonly (string | null)[]): Role | null;
  /** Returns the role by which a shell command line writes a decoded payload to standard output; null for any other. */
  decodes?(words: readonly (string | null)[]): Role | null;
  /** Whether the output of a shell command line contains nothing of its input, as that of `wc -l`. */
  sumsUp?(words: readonly (string | null)[]): boolean;
  /** Whether the text is in another language, which is analyzed separately. */
  readonly beside?: boolean;
  /** Returns PowerShell's program from the words after its name. */
  program?(words: readonly (string | null)[]): { readonly kind: string; readonly at?: number };
  /** Scripts of PowerShell that were lowered, by their text. */
  readonly lowered?: Map<string, Lowered>;
  /** The files that the document's commands download. */
  readonly downloads?: Downloads;
  /** Records that a file of the document gets a known text, or an unknown one: running the file later runs that text. */
  writes?(path: string, text: Source | null, appends: boolean): void;
  /** A cheap test whether a text may contain a trigger word or start a program. */
  mentions(text: string): boolean;
  /** The budget that all code of the document shares. */
  readonly budget: CodeBudget;
  /** Whether the time for reading is used up; if so, the outcome reports it. */
  expired(): boolean;
  /** Whether the standard input of this code is fetched: `curl A | python3 -c '…'`. */
  readonly stdinIsRemote?: boolean;
  /** Whether the innermost of nested decoders counts, as for the extended profile's spans. */
  readonly innermost?: boolean;
}
