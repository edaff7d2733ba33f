/**
 * Runs generated shell snippets in a sandbox and compares what they do with the detector's answers:
 * `npm run lab -- oracle [RUNS] [SEED]`. Half of the snippets are sequences of random lines.
 */
import fc from "fast-check";
import { runnableChoices, compare, type Disagreement } from "../test/oracle/generated-snippets.js";
import { compareSnippet, randomSnippets } from "../test/oracle/random-snippets.js";
import { Sandbox } from "../test/oracle/sandbox.js";
import { sharedDetector } from "../test/support/marked.js";
import { searchArguments } from "./search-arguments.js";

const { amount: runs, seed } = searchArguments("RUNS", 3000);
const detector = await sharedDetector();
const sandbox = new Sandbox();
const half = { numRuns: Math.ceil(runs / 2), seed };
let snippets = 0;
let unexplained = 0;
const explained = new Map<string, number>();

function record(result: Disagreement | null | "skipped"): void {
  if (result === "skipped") return;
  snippets++;
  if (result === null) return;
  if (result.reason !== null) {
    explained.set(result.reason, (explained.get(result.reason) ?? 0) + 1);
    return;
  }
  unexplained++;
  console.log(
    `${result.detected ? "flagged, not executed" : "executed, not flagged"}: ${JSON.stringify(result.snippet)}`,
  );
}

for (const choice of fc.sample(runnableChoices, half)) record(compare(choice, detector, sandbox));
for (const snippet of new Set(fc.sample(randomSnippets, half)))
  record(compareSnippet(snippet, detector, sandbox));
sandbox.remove();
for (const [reason, count] of explained) console.log(`${String(count)} explained by ${reason}`);
console.log(
  `${String(snippets)} snippets, ${String(unexplained)} unexplained disagreements (seed ${String(seed)})`,
);
process.exitCode = unexplained > 0 ? 1 : 0;
