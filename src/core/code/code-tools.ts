import type { NamingGrammar } from "../assets.js";
import type { Downloads } from "../downloads.js";
import type { Role, Roles } from "../query/role.js";
import type { NameTable } from "../query/name-table.js";
import type { Vocabulary } from "../query/vocabulary.js";
import type { Source } from "../source.js";
import type { CodeBudget } from "./code-budget.js";
import type { Lowered } from "./powershell/lower-powershell.js";
import type { Syntax } from "./read-syntax.js";

/** The languages whose calls the queries describe by patterns for syntax trees, and not only by names. */
export type CodeLanguage = "python" | "javascript";
/** The languages and dialects with a grammar. */
type ParsedLanguage = CodeLanguage | "tsx" | "powershell" | NamingGrammar;

/** The language of a program, as the engine needs it. */
export interface ProgramLanguage {
  /** The language; `other` if it has no grammar. */
  readonly language: CodeLanguage | NamingGrammar | "powershell" | "other";
  /** The tag of the language. */
  readonly tag: string;
  /** Returns the roles of a name, wherever it occurs. */
  readonly named: (name: string) => Roles;
}

/** What a program that is a fetcher does with the content. */
export interface ProgramFetch {
  readonly role: Role;
  /** Whether it writes the content to standard output. */
  readonly isOutput: boolean;
  /** The paths of the files to which it writes the content. */
  readonly files: readonly string[];
}

/** The functions and data that the pipeline provides to the code stage. */
export interface CodeTools {
  /** Returns the roles of a name, wherever it occurs. */
  named(language: ParsedLanguage | "bash", name: string): Roles;
  /** Returns the roles of all names in a language whose calls are described by names. */
  language(name: string): NameTable;
  /** Returns the words in the queries of a language, by capture name, with which a text can be tested before it is parsed. */
  vocabulary(language: ParsedLanguage): Vocabulary;
  /**
   * Parses a text and returns the result of `use` for its syntax tree; null if a limit was reached. `prefix` is parsed before the
   * text, and offsets do not include it. A syntax tree is large, so `use` must not keep a reference to it. `use` calls `pause` at
   * each step, which throws when the time has run out.
   */
  parse<T>(
    language: ParsedLanguage,
    text: string,
    use: (syntax: Syntax, pause: () => void) => T,
    prefix?: string,
  ): T | null;
  /** Returns the role and index of the interpreter in a command line that runs its standard input as a program; null for any other. */
  interprets?(
    words: readonly (string | null)[],
  ): { readonly role: Role; readonly at: number } | null;
  /** Returns what a shell command fetches; null for a command that is not a fetcher. */
  fetches?(words: readonly (string | null)[]): ProgramFetch | null;
  /** Returns the role of the decoder in a shell command that writes a decoded payload to standard output; null for any other command. */
  decodes?(words: readonly (string | null)[]): Role | null;
  /** Whether the output of a shell command contains nothing of its input, like that of `wc -l`. */
  sumsUp?(words: readonly (string | null)[]): boolean;
  /** Whether the PowerShell is in a text of another language, which is also analyzed as that language. */
  readonly beside?: boolean;
  /** Returns how `powershell` gets its program, and the index of the word that contains or names it. @param words its arguments */
  program?(words: readonly (string | null)[]): { readonly kind: string; readonly at?: number };
  /** Lowered PowerShell scripts, by their text. */
  readonly lowered?: Map<string, Lowered>;
  /** The files that the document's commands download. */
  readonly downloads?: Downloads;
  /** Records that a file is written, so that running it later runs its text. @param text null if the text is unknown */
  writes?(path: string, text: Source | null, appends: boolean): void;
  /** Whether a text may contain a trigger word or start a program; a cheap test. */
  mentions(text: string): boolean;
  /** The budget that all code of the document shares. */
  readonly budget: CodeBudget;
  /** Whether the time limit was reached, which the detector reports itself. */
  expired(): boolean;
  /** Whether the standard input of this code is fetched: `curl A | python3 -c '…'`. */
  readonly stdinIsRemote?: boolean;
  /** Whether the innermost of nested decoders is the source of the decoded value, as in the extended profile. */
  readonly innermost?: boolean;
}
