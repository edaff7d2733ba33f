import { once } from "../once.js";
import { namesIn, type Names, type Rows } from "../data-tables.js";
import { commentsOf, type Family, type Language } from "./language.js";
import { syntaxNamed } from "./string-syntax.js";
import table from "./languages.json" with { type: "json" };

/** A language in the data file. The names in a list are separated by whitespace. */
interface Row {
  /** Tags in addition to the name. */
  readonly tags?: Names;
  /** Names of files that may contain commands: whole names, and suffixes with their dot. */
  readonly files?: Names;
  readonly programs?: Names;
  readonly comments?: string;
  readonly syntax?: string;
  readonly calls?: string;
  readonly opening?: readonly string[];
  readonly lines?: readonly string[];
  readonly commands?: readonly string[];
}

/** The characters that may open a plain string; all of them do if the syntax is unknown. */
const QUOTES = `"'\``;

function quotesOf(syntax: Language["syntax"]): string {
  const opens = (mark: string): boolean =>
    syntax?.strings.some(({ open }) => mark.search(open) === 0) ?? true;
  return [...QUOTES].filter(opens).join("");
}

/** Returns a language of the table. Fields other than names are parsed when they are first read, because a text needs few languages. */
function defineLanguage(name: string, family: Family, row: Row): Language {
  const syntax = once(() => (row.syntax === undefined ? null : syntaxNamed(row.syntax)));
  const comments = once(() => commentsOf(row.comments ?? ""));
  const quotes = once(() => quotesOf(syntax()));
  const opening = once(() => (row.opening ?? []).map((expression) => new RegExp(expression)));
  const lines = once(() => (row.lines ?? []).map((expression) => new RegExp(expression, "m")));
  const commands = once(() =>
    (row.commands ?? []).map((expression) => new RegExp(expression, "gm")),
  );
  return {
    name,
    family,
    tags: [name, ...namesIn(row.tags)],
    files: namesIn(row.files),
    programs: namesIn(row.programs),
    calls: row.calls ?? null,
    get comments() {
      return comments();
    },
    get quotes() {
      return quotes();
    },
    get syntax() {
      return syntax();
    },
    get opening() {
      return opening();
    },
    get lines() {
      return lines();
    },
    get commands() {
      return commands();
    },
  };
}

const families: { readonly [Of in Family]: Rows<(typeof table)[Of], Row> } = table;

/** All languages, in the order in which their patterns for a first line are tried. */
export const LANGUAGES: readonly Language[] = Object.entries(families).flatMap(([family, rows]) =>
  Object.entries(rows).map(([name, row]) => defineLanguage(name, family as Family, row)),
);
