/**
 * Mutates the cases and checks the invariants of every answer in both profiles: `npm run fuzz -- [SECONDS] [SEED]`. Also prints texts
 * whose analysis takes long.
 */
import { series } from "../bench/random-series.js";
import type { Detector } from "../src/core/index.js";
import { profiles } from "../src/core/model.js";
import { assertInvariants, assertParagraphKeepsFindings } from "../test/hostile/invariants.js";
import { mutated, seeds } from "../test/hostile/mutations.js";
import { sharedDetector } from "../test/support/marked.js";
import { searchArguments } from "./search-arguments.js";

const { amount: seconds, seed } = searchArguments("SECONDS", 60);

/** The processor time, in milliseconds, that the analysis of a text may take. */
const MAX_MILLISECONDS = 1500;
/** The formats that a caller may name, and `undefined` for a text without one. */
const formats = [
  ...[undefined, undefined, undefined, "markdown", "yaml", "json", "ipynb", "dockerfile"],
  ...["makefile", "sh", "bat", "powershell", "html", "xml", "diff", "rst", "asciidoc", "systemd"],
  ...["toml", "skill", "mcp", "python", "js", "tsx", "ruby", "go", "java", "csharp", "lua", "php"],
  ...["perl", "r", "vbs", "crontab", "text"],
];

/** Throws an error if the analysis of a text takes too long, also when it is repeated. */
function assertFast(detector: Detector, text: string, format: string | undefined): void {
  let milliseconds = Infinity;
  for (let tries = 2; tries > 0 && milliseconds > MAX_MILLISECONDS; tries--) {
    const start = process.cpuUsage();
    detector.detect(text, format === undefined ? {} : { format });
    const { user, system } = process.cpuUsage(start);
    milliseconds = Math.min(milliseconds, (user + system) / 1000);
  }
  if (milliseconds > MAX_MILLISECONDS)
    throw new Error(`takes ${milliseconds.toFixed(0)} ms as ${format ?? "no format"}`);
}

async function main(): Promise<void> {
  const detectors = await Promise.all(profiles.map((profile) => sharedDetector(profile)));
  const corpus = seeds();
  const next = series(seed + 1);
  const end = Date.now() + seconds * 1000;
  let failures = 0;
  let texts = 0;
  const checkText = (text: string, check: (detector: Detector, text: string) => void): void => {
    for (const detector of detectors)
      try {
        check(detector, text);
      } catch (error) {
        failures++;
        console.log(
          `${detector.revision.profile}: ${JSON.stringify(text)}\n  ${String(error instanceof Error ? error.message : error).slice(0, 600)}\n`,
        );
      }
  };
  for (const text of mutated(corpus, seed)) {
    if (Date.now() > end) break;
    texts++;
    // This check is only for a text that is not mutated, because a mutated text may end inside a fence or quote.
    checkText(corpus[next(corpus.length)] ?? "", assertParagraphKeepsFindings);
    const format = formats[next(formats.length)];
    checkText(text, (detector, mutant) => {
      assertFast(detector, mutant, format);
      assertInvariants(detector, mutant, format);
    });
  }
  console.log(`${String(texts)} texts, ${String(failures)} failures (seed ${String(seed)})`);
  process.exitCode = failures > 0 ? 1 : 0;
}

await main();
