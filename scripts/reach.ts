/**
 * Counts the texts for which each function of the core runs: `npm run lab -- reach PATH…`, for files and folders. Prints the
 * functions that run for fewer than 1 of 500 texts, including those that never run, and their number by folder.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { createNodeDetector } from "../src/host/node.js";
import { FunctionCoverage } from "./stages/function-coverage.js";
import { functionsOf } from "./stages/functions.js";

/** A function is listed if it runs for a smaller share of the texts than this. */
const RARE = 1 / 500;
/** Files with more bytes are skipped. */
const MAX_BYTES = 1 << 20;

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error("usage: npm run lab -- reach PATH…");
  process.exit(2);
}

function* textsIn(path: string): Generator<string> {
  const stat = statSync(path);
  if (stat.isDirectory())
    for (const name of readdirSync(path).sort()) yield* textsIn(join(path, name));
  else if (stat.size <= MAX_BYTES) {
    const text = readFileSync(path, "utf8");
    if (!text.includes("\0")) yield text;
  }
}

const detector = await createNodeDetector({ profile: "extended" });
const coverage = new FunctionCoverage();
await coverage.start();
const counts = new Map<string, number>();
let texts = 0;
for (const path of paths)
  for (const text of textsIn(path)) {
    texts++;
    const entered = await coverage.during(() => detector.detect(text));
    for (const [file, names] of entered)
      for (const name of new Set(names)) {
        const key = `${file}: ${name}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
  }
coverage.stop();

const rare = functionsOf("src/core")
  .map((key) => ({ key, count: counts.get(key) ?? 0 }))
  .filter(({ count }) => count < texts * RARE)
  .sort((a, b) => a.count - b.count || a.key.localeCompare(b.key));
for (const { key, count } of rare) console.log(`${String(count).padStart(6)}  ${key}`);

const folders = new Map<string, number>();
for (const { key } of rare) {
  const folder = dirname(key.slice(0, key.indexOf(":")));
  folders.set(folder, (folders.get(folder) ?? 0) + 1);
}
console.log(
  `\n${String(rare.length)} functions ran in fewer than 1 of 500 of ${String(texts)} texts:`,
);
for (const [folder, count] of [...folders].sort((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(6)}  ${folder}`);
