/**
 * Prints the size of the core by folder: files, lines, regular expressions (literals and calls of `RegExp`; expressions in JSON tables
 * are counted separately), and lines longer than 140 characters. Also prints the largest files and the import cycles.
 * `npm run lab -- size FOLDER` does this for another folder.
 */
import { figuresOf, type FileFigures } from "./core-size/file-figures.js";
import { tablesOf, type TableFigures } from "./core-size/table-figures.js";

const folder = process.argv[2] ?? "src/core";
const { files, cycles, typeCycles } = figuresOf(folder);
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

/** The folders of the first two levels that contain files, directly or indirectly. */
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
  ["", "files", "lines", "expressions", "long lines", "lines of tables", "expressions in tables"],
  ...folders.map((name) => row(`${name}/`, ({ path }) => path.startsWith(`${name}/`))),
  row("files in no folder", ({ path }) => !path.includes("/")),
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
  `import cycles, by number of files: ${sizes(cycles)}; with type imports: ${sizes(typeCycles)}`,
);
for (const cycle of cycles) console.log(`  ${cycle.join(" ")}`);
