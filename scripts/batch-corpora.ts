/**
 * Runs `curlew batch` over the repository's own corpora and writes its table between the marks in README.md.
 * `--check` writes nothing and fails where the table is out of date; `--print` shows the table only.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tallyFiles } from "../src/cli/batch/corpora.js";
import { confusionTable } from "../src/cli/batch/measure/table.js";
import { createNodeDetector } from "../src/host/node.js";

const FOLDER = "corpora";
const PAGE = "README.md";
const BEGIN = "<!-- corpora: written by npm run corpora -->";
const END = "<!-- /corpora -->";

/** The page with the table in its place; null where the marks are missing. */
function withTable(page: string, table: string): string | null {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  return begin < 0 || end < 0 ? null : `${page.slice(0, begin + BEGIN.length)}\n${table}${page.slice(end)}`;
}

const names = readdirSync(FOLDER).filter((file) => file.endsWith(".jsonl")).sort();
const tallies = await tallyFiles(await createNodeDetector({ profile: "contract" }), names, { cwd: FOLDER });
const table = confusionTable(tallies, "markdown");
if (process.argv.includes("--print")) {
  process.stdout.write(table);
} else {
  const page = readFileSync(PAGE, "utf8");
  const updated = withTable(page, table);
  if (updated === null) throw new Error(`${PAGE} has no place for the table: ${BEGIN} … ${END}`);
  if (updated !== page && process.argv.includes("--check")) {
    console.error(`${PAGE} is out of date: npm run corpora`);
    process.exitCode = 1;
  } else if (updated !== page) {
    writeFileSync(PAGE, updated);
  }
}
