import { LISTS_CODE } from "../may-execute.js";
import type { NamingGrammar } from "../../assets.js";
import type { Roles } from "../../query/role.js";
import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";
import { readingOf, type ProgramReader } from "../lowering.js";
import { notParsed, runProgram } from "../run-program.js";
import { rolesByPath, relevantInAnyCase, relevantNames } from "../tokens/known-names.js";
import type { CodeTools } from "../code-tools.js";
import { CSharpReader } from "./csharp.js";
import { GoReader } from "./go.js";
import { JavaReader } from "./java.js";
import { LuaReader } from "./lua.js";
import { PhpReader } from "./php.js";
import { withBrackets } from "./php-repairs.js";
import { RubyReader } from "./ruby.js";

/** The reader of a language whose calls are described by dotted names, with its settings. */
interface ReaderSettings {
  readonly reader: new (text: string, pause: () => void) => ProgramReader;
  /** Returns the prefix with which the grammar parses a text as code; an empty string for most languages. */
  readonly prefix: (text: string) => string;
  /** Returns the text as the grammar accepts it, of the same length. */
  readonly repaired?: (text: string) => string;
  /** Whether function names are case-insensitive. */
  readonly anyCase?: true;
  /** Matches syntax that runs a command, calls the value of a variable, or may hide a name; null if the language has none. */
  readonly commands: RegExp | null;
}

const noPrefix = (): string => "";

const READER_SETTINGS: Readonly<Partial<Record<NamingGrammar, ReaderSettings>>> = {
  php: {
    reader: PhpReader,
    prefix: phpPrefix,
    repaired: withBrackets,
    anyCase: true,
    // an escape in a string may be a letter of a name
    commands: /`|\$\w+\s*(?:\[[^\]\n]{1,40}\]\s*)?\(|\\(?:x[\da-fA-F]{2}|[0-7]{3})/,
  },
  ruby: { reader: RubyReader, prefix: noPrefix, commands: /`|%x/ },
  go: { reader: GoReader, prefix: noPrefix, commands: null },
  java: { reader: JavaReader, prefix: noPrefix, commands: null },
  csharp: { reader: CSharpReader, prefix: noPrefix, commands: null },
  lua: { reader: LuaReader, prefix: noPrefix, commands: null },
};

/** Whether this folder contains a reader for the syntax trees of a language. */
export function hasReader(language: string): language is NamingGrammar {
  return Object.hasOwn(READER_SETTINGS, language);
}

/**
 * Parses a program with the grammar of its language, and finds strings that are passed to a shell, and fetched or decoded values that
 * are executed.
 */
export function analyzeByGrammar(
  language: NamingGrammar,
  source: Source,
  tools: CodeTools,
): Analysis {
  const settings = READER_SETTINGS[language];
  const table = tools.language(language);
  const names = settings?.anyCase === true ? relevantInAnyCase(table) : relevantNames(table);
  const isRelevant =
    names.test(source.text) ||
    settings?.commands?.test(source.text) === true ||
    LISTS_CODE.test(source.text);
  if (settings === undefined || !isRelevant) return NOTHING;
  const reading = tools.parse(
    language,
    settings.repaired?.(source.text) ?? source.text,
    (syntax, pause) =>
      readingOf(new settings.reader(source.text, pause).program(syntax.root), syntax),
    settings.prefix(source.text),
  );
  if (reading === null || tools.expired()) return notParsed(source, tools);
  const named = rolesByPath(table);
  const inAnyCase = (path: string): Roles => {
    const roles = named(path);
    return roles.length > 0 ? roles : named(path.toLowerCase());
  };
  return runProgram(
    { language, tag: language, named: settings.anyCase === true ? inAnyCase : named },
    source,
    reading,
    tools,
  );
}

/** Matches a tag that opens PHP in a page. */
const PHP_TAG = /<\?(?:php\b|=|(?=\s))/i;

/** Returns the opening tag if a text begins with PHP code and not with a page; otherwise an empty string. */
function phpPrefix(text: string): string {
  const tag = text.search(PHP_TAG);
  const before = tag < 0 ? text : text.slice(0, tag);
  const closing = before.indexOf("?>");
  const isPage =
    tag >= 0 && closing < 0 && (/^\s*(?:<|#!|$)/.test(before) || !/[;{}$]/.test(before));
  return isPage ? "" : "<?php ";
}
