import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The keys of tables whose values are expressions, by the table's path in the core: tables are data that people maintain, so
 * their expressions are reported separately from the code's.
 */
const EXPRESSIONS: Readonly<Record<string, readonly string[]>> = {
  "languages/table.json": ["opening", "lines"],
  "languages/syntaxes.json": ["word", "holes", "open", "patterns"],
  "lex/prompts.json": ["pattern"],
  "segment/unmarked/statements.json": ["anywhere", "first", "forms"],
  "shell/tables/addresses.json": ["expressions"],
};

/** The counts of one table. */
export interface TableFigures {
  /** From the root of the folder that was read, with slashes. */
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
