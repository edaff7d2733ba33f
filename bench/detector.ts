/** How fast a detection of the built library is, as ratios to peers measured in the same run: `npm run bench`. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parse, registerDynamicLanguage } from "@ast-grep/napi";
import bash from "@ast-grep/lang-bash";
import { Language, Parser } from "web-tree-sitter";
import type * as Library from "../src/host/node.js";
import { families } from "./hostile.js";
import { largeFiles } from "./large-files.js";
import { library } from "./library.js";
import { duration, sideBySide, type Measured } from "./measure.js";
import { peakMemory } from "./peak.js";
import { answer, assessed, innocent, longAnswer, oneLiner, snippet } from "./texts.js";

registerDynamicLanguage({ bash });
const { createNodeDetector } = (await import(library)) as typeof Library;
const detector = await createNodeDetector({});
await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(readFileSync("wasm/tree-sitter-bash.wasm")));

const words = /curl|wget|b64decode|atob|fromhex/;
const bareParse = (text: string) => () => parser.parse(text)?.delete();

/** The forms of the contract as patterns of a structural search. */
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

function row(what: string, peer: string, { ours, theirs, ratio }: Measured): void {
  console.log(
    `| ${what} | ${duration(ours)} | ${peer} | ${duration(theirs)} | ${ratio.toFixed(2)} |`,
  );
}

const detect =
  (text: string, by = detector) =>
  () =>
    by.detect(text);
console.log("| text | detection | peer | peer's time | ratio |\n|---|---|---|---|---|");
row(
  `${String(innocent.length >> 10)} KB without trigger words`,
  "one scan for the words",
  sideBySide(detect(innocent), () => words.test(innocent), 40),
);
row(
  "a flagged one-liner in a fence",
  "bare parse of the line",
  sideBySide(detect(`\`\`\`sh\n${oneLiner}\n\`\`\``), bareParse(oneLiner), 20_000),
);
row(
  "an answer of 2 KB, one flagged command",
  "bare parse of its block",
  sideBySide(detect(answer), bareParse(snippet), 400),
);
row(
  "an answer of 2 KB, one flagged command",
  "native structural search",
  sideBySide(detect(answer), structuralSearch(answer), 100),
);
row(
  `an answer of ${String(longAnswer.length >> 10)} KB`,
  "native structural search",
  sideBySide(detect(longAnswer), structuralSearch(longAnswer), 20),
);

const extended = await createNodeDetector({ profile: "extended" });
const readMes = readdirSync("node_modules")
  .map((name) => `node_modules/${name}/README.md`)
  .filter((path) => existsSync(path));
const ordinary: Readonly<Record<string, readonly string[]>> = {
  "a flagged one-liner": [oneLiner],
  "an answer of 2 KB": [answer],
  "a text of 2 KB": [assessed],
  "an answer of 18 KB": [longAnswer],
  "text without trigger words": [innocent],
  "READMEs below node_modules": readMes.map((path) => readFileSync(path, "utf8").slice(0, 30_000)),
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

console.log(
  "\n| hostile family | 100 KB | 1 MB | time per byte, 1 MB to 100 KB | peak memory, MB |\n|---|---|---|---|---|",
);
for (const [name, family] of Object.entries(families)) {
  // a command in front opens the gate: without one, most of these cost a scan and no more
  const text = (size: number): string => `\`\`\`sh\n${oneLiner}\n\`\`\`\n\n${family(size)}`;
  // the contract reads neither PowerShell nor batch files by themselves
  const profile = /PowerShell|batch/.test(name) ? "extended" : "contract";
  const by = profile === "extended" ? extended : detector;
  const { ours, theirs } = sideBySide(detect(text(1_000_000), by), detect(text(100_000), by), 1, 3);
  console.log(
    `| ${name} | ${duration(theirs)} | ${duration(ours)} | ${(ours / theirs / 10).toFixed(2)} | ${String(peakMemory(text(1_000_000), profile))} |`,
  );
}
