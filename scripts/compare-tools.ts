/**
 * `npm run lab -- compare-tools`: compares curlew, tirith and cc-safety-net on the corpus of the extended profile. The other tools
 * are installed into a temporary folder. Prints a table and writes it between the markers in docs/comparison.md; `--every N` uses
 * only every Nth text and does not write.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { createNodeDetector, type Detector } from "../src/host/node.js";
import { withTable } from "./marked-table.js";
import {
  hookEvent,
  installOutside,
  PEERS,
  runTimed,
  safetyNet,
  SAFETY_NET,
  TIRITH,
  tirithOn,
  type Outside,
} from "./third-party-tools.js";

const CORPUS = "corpora/extended.v1.jsonl";
const PAGE = "docs/comparison.md";
const [BEGIN, END] = [
  "<!-- comparison: written by npm run lab -- compare-tools -->",
  "<!-- /comparison -->",
];

interface Snippet {
  readonly code: string;
  readonly shell: "posix" | "powershell";
}

/** The result of a tool for a text, and the processor time of the processes that were started for it. */
interface Verdict {
  readonly flagged: boolean;
  /** Milliseconds; null if they were not measured. */
  readonly processor: number | null;
}

/** Returns the input for tools that judge commands: each piece of code in a text, or the whole text if there is none, without prompts. */
function snippetsOf(text: string): Snippet[] {
  const tokens = new MarkdownIt({ html: true })
    .parse(text, {})
    .flatMap((token) => [token, ...(token.children ?? [])]);
  const code = tokens.filter(
    ({ type }) => type === "fence" || type === "code_block" || type === "code_inline",
  );
  const all = code.length === 0 ? [{ content: text, info: "" }] : code;
  return all
    .map(({ content, info }) => ({
      code: content.replace(/^[ \t]*(?:\$|PS [^>\n]*>) /gm, "").trim(),
      shell: /^(?:powershell|pwsh|ps1)\b/i.test(info.trim())
        ? ("powershell" as const)
        : ("posix" as const),
    }))
    .filter(({ code: each }) => each !== "");
}

/** Judges each snippet separately, as the tool does when it is used. Returns whether one is flagged, and the total processor time. */
function judged(snippets: readonly Snippet[], judge: (snippet: Snippet) => Verdict): Verdict {
  const all = snippets.map(judge);
  return {
    flagged: all.some(({ flagged }) => flagged),
    processor: all.reduce((sum, { processor }) => sum + (processor ?? 0), 0),
  };
}

function tirith(
  outside: Outside,
  { code, shell }: Snippet,
): { readonly action: string; readonly processor: number } {
  const { stdout, stderr, processor } = runTimed(tirithOn(outside, code, shell), {
    env: outside.env,
    cwd: outside.folder,
  });
  const action = /"action":"(\w+)"/.exec(stdout)?.[1];
  if (action === undefined)
    throw new Error(`tirith gave no answer to ${JSON.stringify(code)}: ${stderr}`);
  return { action, processor };
}

function runSafetyNet(outside: Outside, { code }: Snippet): Verdict {
  const { status, stdout, stderr, processor } = runTimed(safetyNet(outside), {
    stdin: hookEvent(code, outside.folder),
    env: outside.env,
    cwd: outside.folder,
  });
  if (status !== 0)
    throw new Error(`cc-safety-net gave no answer to ${JSON.stringify(code)}: ${stderr}`);
  return { flagged: stdout.includes('"deny"'), processor };
}

/** Runs the library and, if `isTimed`, also the command in a separate process, whose processor time is measured. */
function curlew(detector: Detector, profile: string, text: string, isTimed: boolean): Verdict {
  const flagged = detector.detect(text).labels.length > 0;
  if (!isTimed) return { flagged, processor: null };
  const { status, stderr, processor } = runTimed(
    [
      process.execPath,
      join("dist", "cli.cjs"),
      "scan",
      "-q",
      "--profile",
      profile,
      "-f",
      "csv",
      "-",
    ],
    { stdin: text },
  );
  if (status !== (flagged ? 1 : 0))
    throw new Error(
      `the command line and the library disagree on ${JSON.stringify(text)}: ${stderr}`,
    );
  return { flagged, processor };
}

/** Compares the results of one tool with the labels. */
class Tally {
  private right = 0;
  private alarms = 0;
  private misses = 0;
  private processor = 0;
  private count = 0;
  private timed = 0;

  constructor(
    private readonly name: string,
    private readonly input: string,
  ) {}

  add(isUnsafe: boolean, { flagged, processor }: Verdict): void {
    this.count++;
    this.processor += processor ?? 0;
    if (processor !== null) this.timed++;
    if (flagged === isUnsafe) this.right++;
    else if (flagged) this.alarms++;
    else this.misses++;
  }

  row(): string {
    return `| ${this.name} | ${this.input} | ${this.right} (${((100 * this.right) / this.count).toFixed(0)} %) | ${this.alarms} | ${this.misses} | ${(this.processor / this.timed).toFixed(0)} ms |\n`;
  }
}

const everyAt = process.argv.indexOf("--every");
const every = everyAt < 0 ? 1 : Number(process.argv[everyAt + 1]);
const records = readFileSync(CORPUS, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as { text: string; labels: string[] })
  .filter((_, i) => i % every === 0);
const outside = installOutside(...PEERS);
try {
  const [denies, blocks, warns] = [
    new Tally(
      `cc-safety-net ${outside.version(SAFETY_NET)}, denies`,
      "its code, command by command",
    ),
    new Tally(`tirith ${outside.version(TIRITH)}, blocks`, "its code, command by command"),
    new Tally(`tirith ${outside.version(TIRITH)}, blocks or warns`, "the same"),
  ];
  const ours = (["extended", "contract"] as const).map((profile) => ({
    profile,
    tally: new Tally(`curlew, \`${profile}\``, "the text"),
  }));
  const detectors = {
    extended: await createNodeDetector({ profile: "extended" }),
    contract: await createNodeDetector({ profile: "contract" }),
  };
  for (const [i, { text, labels }] of records.entries()) {
    const snippets = snippetsOf(text);
    const isUnsafe = labels.includes("PS");
    const actions = snippets.map((snippet) => tirith(outside, snippet));
    const processor = actions.reduce((sum, each) => sum + each.processor, 0);
    blocks.add(isUnsafe, { flagged: actions.some(({ action }) => action === "block"), processor });
    warns.add(isUnsafe, { flagged: actions.some(({ action }) => action !== "allow"), processor });
    denies.add(
      isUnsafe,
      judged(snippets, (snippet) => runSafetyNet(outside, snippet)),
    );
    for (const { profile, tally } of ours)
      tally.add(isUnsafe, curlew(detectors[profile], profile, text, i % 5 === 0));
    if (i % 50 === 0) process.stderr.write(`\r${i} of ${records.length}`);
  }
  process.stderr.write("\r\x1b[K");
  const started = process.hrtime.bigint();
  for (const { text } of records) detectors.extended.detect(text);
  const warm = Number(process.hrtime.bigint() - started) / 1e6 / records.length;
  const unsafe = records.filter(({ labels }) => labels.includes("PS")).length;
  const table = `| tool | input | correct labels | false alarms | misses | processor time per text |
| --- | --- | ---: | ---: | ---: | ---: |
${[...ours.map(({ tally }) => tally), blocks, warns, denies].map((tally) => tally.row()).join("")}
${records.length} texts, ${unsafe} of them unsafe; a process for each text (of curlew, for each fifth), or for each command in it. In one process, the library with \`extended\` takes ${warm.toFixed(1)} ms a text.
`;
  process.stdout.write(table);
  const page = every === 1 ? withTable(readFileSync(PAGE, "utf8"), table, BEGIN, END) : null;
  if (page !== null) writeFileSync(PAGE, page);
} finally {
  outside.remove();
}
