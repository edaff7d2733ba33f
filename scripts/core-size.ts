/**
 * Prints how large the core is, folder by folder: files, lines, regular expressions (literals and calls of `RegExp`, as
 * TypeScript parses them; and those of the tables separately), lines above 140 characters, and the cycles of files that import
 * each other: `npm run lab -- size`, or `npm run lab -- size FOLDER` for another folder.
 */
import { figuresOf, type FileFigures } from "./core-size/figures.js";
import { tablesOf, type TableFigures } from "./core-size/data.js";

const folder = process.argv[2] ?? "src/core";
const { files, circles, typeCircles } = figuresOf(folder);
const tables = tablesOf(folder);

function sum<File>(of: readonly File[], count: (file: File) => number): number {
  return of.reduce((total, file) => total + count(file), 0);
}

const row = (name: string, isIn: (file: FileFigures | TableFigures) => boolean): string[] => {
  const [code, data] = [files.filter(isIn), tables.filter(isIn)];
  return [
    name,
    code.length,
    sum(code, ({ lines }) => lines),
    sum(code, ({ expressions }) => expressions),
    sum(code, ({ long }) => long),
    sum(data, ({ lines }) => lines),
    sum(data, ({ expressions }) => expressions),
  ].map(String);
};

/** Folders of the first two levels, each with everything below it. */
const folders = [
  ...new Set(
    files.flatMap(({ path }) =>
      path
        .split("/")
        .slice(0, -1)
        .slice(0, 2)
        .map((_, at, parts) => parts.slice(0, at + 1).join("/")),
    ),
  ),
].sort();
const table = [
  ["", "files", "lines", "expressions", "long lines", "lines of tables", "expressions there"],
  ...folders.map((name) => row(`${name}/`, ({ path }) => path.startsWith(`${name}/`))),
  row("files beside them", ({ path }) => !path.includes("/")),
  row(folder, () => true),
];
const widths = (table[0] ?? []).map((_, column) =>
  Math.max(...table.map((cells) => cells[column]?.length ?? 0)),
);
for (const [name = "", ...cells] of table)
  console.log(
    [
      name.padEnd(widths[0] ?? 0),
      ...cells.map((cell, at) => cell.padStart(widths[at + 1] ?? 0)),
    ].join("  "),
  );

console.log(
  `\nmost lines: ${[...files]
    .sort((a, b) => b.lines - a.lines)
    .slice(0, 5)
    .map(({ path, lines }) => `${path} ${String(lines)}`)
    .join(", ")}`,
);
const sizes = (of: readonly (readonly string[])[]): string =>
  of.length === 0 ? "none" : of.map(({ length }) => length).join(", ");
console.log(
  `circles of files, by their number of files: ${sizes(circles)}; where types count as well: ${sizes(typeCircles)}`,
);
for (const circle of circles) console.log(`  ${circle.join(" ")}`);
