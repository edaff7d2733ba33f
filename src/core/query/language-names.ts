import { isNamingGrammar, type NamingGrammar, type QueryFile, type Registry } from "../assets.js";
import { oncePerName } from "../once.js";
import { languageOf, readLanguageFile, type NamePattern } from "./language-file.js";
import type { Roles } from "./role.js";
import { withoutRules } from "./rules.js";
import type { NameTable } from "./name-table.js";

/** Matches contents of a file that are needed before any text is read: rules, and the words of a gate. */
const NEEDED_EARLY = /"rule"|"source\./;

/** Patterns by language, in the order of their files. */
export type PatternsByLanguage = ReadonlyMap<string, readonly NamePattern[]>;

/** The names of the languages whose calls are identified by names. A file of the package is read for the first text of its language. */
export class LanguageNames {
  private readonly read = new Map<QueryFile, readonly NamePattern[]>();

  /** Returns the roles of the names of a language; empty if there is no such language. */
  readonly of = oncePerName((language: string): NameTable => this.tableOf(language));

  /**
   * @param files the files of names, in order
   * @param proven the files known to be valid, which may be read late
   * @param off the user's disabled rules
   * @param ofGrammar returns the names in the patterns of a grammar
   */
  constructor(
    private readonly files: readonly QueryFile[],
    private readonly registry: Registry,
    private readonly proven: readonly QueryFile[],
    private readonly off: ReadonlySet<string>,
    private readonly ofGrammar: (name: NamingGrammar) => NameTable,
  ) {}

  /**
   * Returns the patterns that are needed before any text is read; all patterns if a user's are among them, which are compared
   * with all others.
   */
  early(): PatternsByLanguage {
    const all = this.files.some(({ added }) => added === true);
    for (const file of this.files)
      if (all || !this.proven.includes(file) || NEEDED_EARLY.test(file.text)) this.patternsOf(file);
    const patterns = new Map<string, readonly NamePattern[]>();
    for (const [file, of] of this.read) {
      const language = languageOf(file) ?? "";
      patterns.set(language, [...(patterns.get(language) ?? []), ...of]);
    }
    return patterns;
  }

  /** Returns the table of a language: names of its own files come first, then those of the languages whose names it also uses. */
  private tableOf(language: string): NameTable {
    const table = new Map<string, Roles>();
    const { languages = {} } = this.registry;
    if (!Object.hasOwn(languages, language)) return table;
    const add = (name: string, roles: Roles): void => {
      table.set(name, [...(table.get(name) ?? []), ...roles]);
    };
    for (const each of [language, ...(languages[language] ?? [])]) {
      if (isNamingGrammar(each)) for (const [name, roles] of this.ofGrammar(each)) add(name, roles);
      const files = this.files.filter((file) => languageOf(file) === each);
      for (const { roles, names } of files.flatMap((file) =>
        withoutRules(this.patternsOf(file), this.off),
      ))
        for (const name of names) add(name, [...roles.values()]);
    }
    return table;
  }

  private patternsOf(file: QueryFile): readonly NamePattern[] {
    const patterns = this.read.get(file) ?? readLanguageFile(file, this.registry);
    this.read.set(file, patterns);
    return patterns;
  }
}
