import { namesIn, rowNamed, type Names, type Rows } from "../rows.js";
import { commentsOf, type Family, type Language } from "./language.js";
import { syntaxes } from "./string-syntax.js";
import table from "./table.json" with { type: "json" };

/** A language as it is written down: names are separated by blanks. */
interface Row {
  /** Tags beside the name. */
  readonly tags?: Names;
  /** Names of files that may hold commands: whole ones, and endings with their dot. */
  readonly files?: Names;
  readonly programs?: Names;
  readonly comments?: string;
  readonly syntax?: string;
  readonly calls?: string;
  readonly opening?: readonly string[];
  readonly lines?: readonly string[];
}

/** What may open a string, where nothing is known of them. */
const QUOTES = `"'\``;

function quotesOf(syntax: Language["syntax"]): string {
  const opens = (mark: string): boolean =>
    syntax?.strings.some(({ open }) => mark.search(open) === 0) ?? true;
  return [...QUOTES].filter(opens).join("");
}

function defineLanguage(name: string, family: Family, row: Row): Language {
  const syntax = row.syntax === undefined ? null : rowNamed(row.syntax, syntaxes);
  return {
    name,
    family,
    tags: [name, ...namesIn(row.tags)],
    files: namesIn(row.files),
    programs: namesIn(row.programs),
    comments: commentsOf(row.comments ?? ""),
    quotes: quotesOf(syntax),
    syntax,
    calls: row.calls ?? null,
    opening: (row.opening ?? []).map((expression) => new RegExp(expression)),
    lines: (row.lines ?? []).map((expression) => new RegExp(expression, "m")),
  };
}

const families: { readonly [Of in Family]: Rows<(typeof table)[Of], Row> } = table;

/** Every language that is read: tags, names of files, comments, strings, first lines, which are tried in this order. */
export const LANGUAGES: readonly Language[] = Object.entries(families).flatMap(([family, rows]) =>
  Object.entries(rows).map(([name, row]) => defineLanguage(name, family as Family, row)),
);
