/**
 * Analyzes the repository's corpora of the contract as `curlew batch` does, and writes the confusion table between the markers in
 * README.md. `--check` writes nothing and fails if the table is out of date; `--print` only prints the table. `--public FOLDER`
 * analyzes the corpora in that folder instead, prints their table, and writes it between separate markers if README.md has them.
 * `corpora.json` in that folder defines how a file is read:
 * `{"name.csv": {"textField": "body", "labelField": "unsafe", "positive": "yes"}}`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tallyFiles } from "../src/cli/batch/tally-files.js";
import { confusionTable } from "../src/cli/batch/measure/table.js";
import type { Settings } from "../src/cli/batch/settings.js";
import { createNodeDetector } from "../src/host/node.js";
import { withTable } from "./marked-table.js";

const FOLDER = "corpora";
const PAGE = "README.md";
const BEGIN = "<!-- corpora: written by npm run lab -- corpora -->";
const END = "<!-- /corpora -->";
const PUBLIC_BEGIN = "<!-- public corpora: written by npm run lab -- corpora --public FOLDER -->";
const PUBLIC_END = "<!-- /public corpora -->";

const detector = await createNodeDetector({ profile: "contract" });

/** Returns the table of the corpora in a user's folder. */
async function publicTable(folder: string): Promise<string> {
  const configuration = join(folder, "corpora.json");
  const settings = (
    existsSync(configuration) ? JSON.parse(readFileSync(configuration, "utf8")) : {}
  ) as Record<string, Partial<Settings>>;
  const files = readdirSync(folder)
    .filter((name) => /\.(?:jsonl|ndjson|csv|tsv|parquet)(?:\.gz|\.zst)?$/.test(name))
    .sort();
  if (files.length === 0) throw new Error(`${folder} contains no files of records`);
  const tallies = [];
  for (const name of files)
    tallies.push(...(await tallyFiles(detector, [name], { cwd: folder, ...settings[name] })));
  return confusionTable(tallies, "markdown");
}

const publicFolder = process.argv[process.argv.indexOf("--public") + 1];
if (process.argv.includes("--public") && publicFolder !== undefined) {
  const table = await publicTable(publicFolder);
  process.stdout.write(table);
  const page = withTable(readFileSync(PAGE, "utf8"), table, PUBLIC_BEGIN, PUBLIC_END);
  if (page !== null) writeFileSync(PAGE, page);
} else {
  await writeContractTable();
}

async function writeContractTable(): Promise<void> {
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".jsonl") && !file.startsWith("extended."))
    .sort();
  const table = confusionTable(await tallyFiles(detector, names, { cwd: FOLDER }), "markdown");
  if (process.argv.includes("--print")) {
    process.stdout.write(table);
    return;
  }
  const page = readFileSync(PAGE, "utf8");
  const updated = withTable(page, table, BEGIN, END);
  if (updated === null) throw new Error(`${PAGE} has no markers for the table: ${BEGIN} … ${END}`);
  if (updated !== page && process.argv.includes("--check")) {
    console.error(`${PAGE} is out of date: npm run lab -- corpora`);
    process.exitCode = 1;
  } else if (updated !== page) {
    writeFileSync(PAGE, updated);
  }
}
