/**
 * Measures the built library in comparison with other programs: `npm run bench`. With `--write`, writes the ratios into README.md.
 * The exit status is 1 if the time per character of a hostile family grows too much with the length of its texts.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parse, registerDynamicLanguage } from "@ast-grep/napi";
import bash from "@ast-grep/lang-bash";
import MarkdownIt from "markdown-it";
import { Language, Parser } from "web-tree-sitter";
import type * as Library from "../src/host/node.js";
import { families } from "./hostile-families.js";
import { largeFiles } from "./large-files.js";
import { library } from "./library.js";
import { duration, sideBySide, time, type Measured } from "./measure.js";
import { peakMemory } from "./peak-memory.js";
import { withTable } from "../scripts/marked-table.js";
import { answer, assessed, withoutTriggers, longAnswer, oneLiner, snippet } from "./texts.js";

registerDynamicLanguage({ bash });
const { createNodeDetector } = (await import(library)) as typeof Library;
const detector = await createNodeDetector({});
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(readFileSync("wasm/tree-sitter-bash.wasm")));

const words = /curl|wget|b64decode|atob|fromhex/;
const bareParse = (text: string) => () => parser.parse(text)?.delete();

/** Commands that the contract profile finds, as patterns for a structural search. */
const patterns = ["sh", "bash", "zsh", "python3", "node"].flatMap((shell) =>
  ["curl", "wget"].flatMap((fetcher) => [
    `${fetcher} $$$A | ${shell} $$$B`,
    `${fetcher} $$$A | sudo $$$B ${shell} $$$C`,
    `${shell} -c "$(${fetcher} $$$A)"`,
    `${shell} <(${fetcher} $$$A)`,
  ]),
);
const rule = {
  rule: {
    any: [...patterns, 'eval "$(curl $$$A)"', "source <(curl $$$A)"].map((pattern) => ({
      pattern,
    })),
  },
};
const structuralSearch = (text: string) => () => parse("bash", text).root().findAll(rule).length;

/** Returns the display name of a program with the version of its npm package. */
function withVersion(program: string, name: string): string {
  const path = `node_modules/${name}/package.json`;
  const { version } = JSON.parse(readFileSync(path, "utf8")) as { version: string };
  return `${program} ${version}`;
}
const astGrep = `${withVersion("ast-grep", "@ast-grep/napi")}, a search for the same commands`;
const treeSitter = withVersion("tree-sitter", "web-tree-sitter");

const detect =
  (text: string, by = detector) =>
  () =>
    by.detect(text);

const extended = await createNodeDetector({ profile: "extended" });
const readMes = readdirSync("node_modules")
  .map((name) => `node_modules/${name}/README.md`)
  .filter((path) => existsSync(path))
  .map((path) => readFileSync(path, "utf8").slice(0, 30_000));
const markdown = new MarkdownIt();

const compared: readonly (readonly [text: string, peer: string, times: Measured])[] = [
  [
    `${String(withoutTriggers.length >> 10)} KB without trigger words`,
    "one scan for the words",
    sideBySide(detect(withoutTriggers), () => words.test(withoutTriggers), 40),
  ],
  [
    "a flagged one-liner in a fence",
    `${treeSitter}, a parse of the line`,
    sideBySide(detect(`\`\`\`sh\n${oneLiner}\n\`\`\``), bareParse(oneLiner), 20_000),
  ],
  [
    "an answer of 2 KB, one flagged command",
    `${treeSitter}, a parse of its block`,
    sideBySide(detect(answer), bareParse(snippet), 400),
  ],
  [
    "an answer of 2 KB, one flagged command",
    astGrep,
    sideBySide(detect(answer), structuralSearch(answer), 100),
  ],
  [
    `an answer of ${String(longAnswer.length >> 10)} KB`,
    astGrep,
    sideBySide(detect(longAnswer), structuralSearch(longAnswer), 20),
  ],
  [
    `${String(readMes.length)} READMEs of packages, extended profile`,
    `${withVersion("markdown-it", "markdown-it")}, a parse of them`,
    sideBySide(
      () => readMes.map((text) => extended.detect(text).labels.length),
      () => readMes.map((text) => markdown.parse(text, {}).length),
      1,
      5,
    ),
  ],
];
console.log("| text | detection | peer | peer's time | ratio |\n|---|---|---|---|---|");
for (const [text, peer, { ours, theirs, ratio }] of compared)
  console.log(
    `| ${text} | ${duration(ours)} | ${peer} | ${duration(theirs)} | ${ratio.toFixed(2)} |`,
  );
if (process.argv.includes("--write")) {
  const rows = compared.map(
    ([text, peer, { ratio }]) => `| ${text} | ${peer} | ${ratio.toFixed(2)} |\n`,
  );
  const table = `| text | compared with | detection time / its time |\n| --- | --- | ---: |\n${rows.join("")}`;
  const page = withTable(
    readFileSync("README.md", "utf8"),
    table,
    "<!-- bench -->",
    "<!-- /bench -->",
  );
  if (page === null) throw new Error("README.md has no markers for the table");
  writeFileSync("README.md", page);
}

const ordinary: Readonly<Record<string, readonly string[]>> = {
  "a flagged one-liner": [oneLiner],
  "an answer of 2 KB": [answer],
  "a text of 2 KB": [assessed],
  "an answer of 18 KB": [longAnswer],
  "text without trigger words": [withoutTriggers],
  "READMEs below node_modules": readMes,
};
console.log("\n| ordinary texts | extended | contract | ratio |\n|---|---|---|---|");
for (const [name, texts] of Object.entries(ordinary)) {
  const all = (by: typeof detector) => () => texts.map((text) => by.detect(text).labels.length);
  const { ours, theirs, ratio } = sideBySide(
    all(extended),
    all(detector),
    texts.length === 1 ? 100 : 1,
  );
  console.log(`| ${name} | ${duration(ours)} | ${duration(theirs)} | ${ratio.toFixed(2)} |`);
}

console.log(
  "\n| large file | extended | bare parse | ratio | contract | ratio | peak memory, MB | outcome |\n|---|---|---|---|---|---|---|---|",
);
for (const { name, format, grammar, text } of largeFiles) {
  const parsed = new Parser();
  parsed.setLanguage(await Language.load(readFileSync(`wasm/tree-sitter-${grammar}.wasm`)));
  const bare = (): void => parsed.parse(text)?.delete();
  const read = (by: typeof detector) => () => by.detect(text, { format });
  const wide = sideBySide(read(extended), bare, 1, 3);
  const narrow = sideBySide(read(detector), bare, 1, 3);
  console.log(
    `| ${name} | ${duration(wide.ours)} | ${duration(wide.theirs)} | ${wide.ratio.toFixed(1)} | ${duration(narrow.ours)} | ${narrow.ratio.toFixed(1)} | ${String(peakMemory(text, "extended"))} | ${extended.detect(text, { format }).outcome.status} |`,
  );
  parsed.delete();
}

/** The maximum ratio of the time per character in a text of 1 MB to that in a text of 100 KB. */
const MAX_GROWTH = 1.5;
const growing: string[] = [];
console.log(
  "\n| hostile family | 10 KB | 100 KB | 1 MB | time per character, 1 MB / 100 KB | peak memory, MB |\n|---|---|---|---|---|---|",
);
for (const [name, family] of Object.entries(families)) {
  // The command before the text makes the detector analyze it; most of these texts alone would only be searched for words.
  const text = (size: number): string => `\`\`\`sh\n${oneLiner}\n\`\`\`\n\n${family(size)}`;
  // Only the extended profile analyzes PowerShell and batch files.
  const profile = /PowerShell|batch/.test(name) ? "extended" : "contract";
  const by = profile === "extended" ? extended : detector;
  const { ours, theirs, ratio } = sideBySide(
    detect(text(1_000_000), by),
    detect(text(100_000), by),
    1,
    3,
  );
  const short = time(detect(text(10_000), by), 10);
  if (ratio / 10 > MAX_GROWTH) growing.push(name);
  console.log(
    `| ${name} | ${duration(short)} | ${duration(theirs)} | ${duration(ours)} | ${(ratio / 10).toFixed(2)} | ${String(peakMemory(text(1_000_000), profile))} |`,
  );
}
if (growing.length > 0) {
  console.error(
    `bench: the time per character grows with the length of the text: ${growing.join(", ")}`,
  );
  process.exitCode = 1;
}
