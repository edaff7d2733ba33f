/**
 * Removes each phrase from the English words in turn, and lists the phrases without which every case has the same result:
 * `npm run lab -- prose-mutants [GROUP [I/N]]`; with `I/N`, only every Nth phrase from the Ith (counted from 0). A phrase is tried on the
 * cases that contain it and in which the contract profile finds a command or a warning against one. The exit status is 1 if there are
 * such phrases.
 */
import { detect } from "../src/core/detect.js";
import { createEngine, type DetectorEngine } from "../src/core/create-engine.js";
import { readProse, type Entry } from "../src/core/context/language/prose-file.js";
import { filesOf, Language } from "../src/core/context/language/prose-language.js";
import { COMMAND, NAME, PAD } from "../src/core/context/sentence/mask-characters.js";
import { loadAssets } from "../src/host/node.js";
import { allCases } from "./query-mutants/cases.js";

const [wanted = "", shard = "0/1"] = process.argv.slice(2);
const [part = 0, parts = 1] = shard.split("/").map(Number);

const assets = await loadAssets();
const engine = await createEngine(assets, "contract", {
  queries: [],
  replaceQueries: false,
  disabledRules: [],
  languages: [],
});
const entries = readProse(filesOf("en", assets.prose));

/** Returns the spans of a text with the words of a mutant: a phrase is needed if its removal changes them. */
function answerOf(text: string, { languages }: Pick<DetectorEngine, "languages">): string {
  return JSON.stringify(detect(text, { ...engine, languages }, {}).spans);
}

interface Known {
  readonly text: string;
  readonly words: string;
  readonly answer: string;
}

const known = new Set<string>();
const cases: Known[] = [];
for (const { text } of allCases()) {
  if (known.has(text) || text.length > 20_000) continue;
  known.add(text);
  const { spans, notes } = detect(text, engine, {});
  if (spans.length === 0 && !notes.some(({ reason }) => reason === "warned-against")) continue;
  cases.push({
    text,
    words: text
      .toLowerCase()
      .replace(/[’‘ʼ´]/g, "'")
      .replace(/\s+/g, " "),
    answer: JSON.stringify(spans),
  });
}
// The words of warnings are most likely to change cases without findings, so these cases are checked first.
cases.sort((a, b) => a.answer.length - b.answer.length);

interface Mutant {
  readonly name: string;
  readonly phrase: string;
  readonly entry: Entry;
}

const mutants: Mutant[] = [];
for (const [name, entry] of entries) {
  if (!name.includes(wanted) || entry.kind === "shape") continue;
  if (entry.kind === "words")
    for (const phrase of entry.words)
      mutants.push({
        name,
        phrase,
        entry: { ...entry, words: entry.words.filter((each) => each !== phrase) },
      });
  else
    for (const verb of entry.verbs)
      mutants.push({
        name,
        phrase: verb.forms[0] ?? "",
        entry: { ...entry, verbs: entry.verbs.filter((each) => each !== verb) },
      });
}

let survivors = 0;
for (const [at, { name, phrase, entry }] of mutants.entries()) {
  if (at % parts !== part) continue;
  const expression = new RegExp(
    phrase
      .replace(/\{(?:command|name|pad)\}/g, ".")
      .replace(new RegExp(`[${COMMAND}${NAME}${PAD}]\\*?`, "g"), ".?")
      .replace(/\\s(?:[+*]|\{\d+,?\d*\})?/g, " ?"),
  );
  const relevant = cases.filter(({ words }) => expression.test(words));
  const mutant = new Language("en", new Map(entries).set(name, entry));
  const isNeeded = relevant.some(
    ({ text, answer }) => answerOf(text, { languages: () => [mutant] }) !== answer,
  );
  if (isNeeded) continue;
  survivors++;
  console.log(
    `${name}: ${phrase} (${relevant.length === 0 ? "no case contains it" : `none of ${relevant.length} cases changes`})`,
  );
}
console.log(`${mutants.length} phrases, ${survivors} decide no case`);
process.exitCode = survivors > 0 ? 1 : 0;
