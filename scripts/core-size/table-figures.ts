import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The keys whose values are regular expressions, by the path of the table in the core. Tables are data, so their expressions are
 * counted separately from those in code.
 */
const EXPRESSIONS: Readonly<Record<string, readonly string[]>> = {
  "languages/languages.json": ["opening", "lines"],
  "languages/string-syntaxes.json": ["word", "holes", "open", "patterns"],
  "lex/prompts.json": ["pattern"],
  "segment/unmarked/statements.json": ["anywhere", "first", "forms"],
  "shell/tables/addresses.json": ["expressions"],
};

/** The counts of one table. */
export interface TableFigures {
  /** The path relative to the folder that was read, with forward slashes. */
  readonly path: string;
  readonly lines: number;
  readonly expressions: number;
}

/** Returns the counts of the tables below a folder. */
export function tablesOf(folder: string): readonly TableFigures[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.json$/.test(name) && !/tsconfig/.test(name),
  );
  return names
    .sort()
    .map((name) =>
      tableFigures(name.replaceAll("\\", "/"), readFileSync(join(folder, name), "utf8")),
    );
}

/** Returns the counts of one table. */
export function tableFigures(
  path: string,
  text: string,
  named = EXPRESSIONS[path] ?? [],
): TableFigures {
  const texts = (value: unknown): number =>
    typeof value === "string"
      ? 1
      : children(value).reduce((total, [, each]) => total + texts(each), 0);
  const expressions = (value: unknown): number =>
    children(value).reduce(
      (total, [name, each]) => total + (named.includes(name) ? texts(each) : expressions(each)),
      0,
    );
  return {
    path,
    lines: text.replace(/\n$/, "").split("\n").length,
    expressions: expressions(JSON.parse(text)),
  };
}

function children(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
