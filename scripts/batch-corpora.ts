/**
 * Runs `curlew batch` over the repository's own corpora of the contract and writes its table between the marks in README.md.
 * `--check` writes nothing and fails where the table is out of date; `--print` shows the table only.
 */
import { createReadStream, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runBatch } from "../src/cli/batch/run.js";
import { markdownTable } from "../src/cli/batch/table.js";
import type { Tally } from "../src/cli/batch/tally.js";
import { DEFAULT_MAX_SIZE } from "../src/cli/options.js";
import { createNodeDetector } from "../src/host/node.js";

const FOLDER = "corpora";
const PAGE = "README.md";
const BEGIN = "<!-- corpora: written by npm run corpora -->";
const END = "<!-- /corpora -->";

async function tallyCorpora(): Promise<Tally[]> {
  const detector = await createNodeDetector({ profile: "contract" });
  const tallies: Tally[] = [];
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith(".jsonl") && !file.startsWith("extended.")).sort()) {
    const stream = createReadStream(join(FOLDER, name));
    const onProblem = (place: string, problem: string): boolean => {
      throw new Error(`${place}: ${problem}`);
    };
    tallies.push(await runBatch(detector, name, stream, { offsetEncoding: "utf-16", maxSize: DEFAULT_MAX_SIZE, onProblem, onPrediction: async () => undefined }));
  }
  return tallies;
}

/** The page with the table in its place; null where the marks are missing. */
function withTable(page: string, table: string): string | null {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  return begin < 0 || end < 0 ? null : `${page.slice(0, begin + BEGIN.length)}\n${table}${page.slice(end)}`;
}

const table = markdownTable(await tallyCorpora());
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
