/** Runs generated shell snippets in a sandbox and compares: `npm run oracle -- [RUNS] [SEED]`. */
import fc from "fast-check";
import { actableChoices, compare } from "../test/oracle/flow.js";
import { Sandbox } from "../test/oracle/sandbox.js";
import { sharedDetector } from "../test/support/marked.js";

const [runs = "3000", seed = "1"] = process.argv.slice(2);
const detector = await sharedDetector();
const sandbox = new Sandbox();
let snippets = 0;
let unexplained = 0;
const explained = new Map<string, number>();
for (const choice of fc.sample(actableChoices, { numRuns: Number(runs), seed: Number(seed) })) {
  const result = compare(choice, detector, sandbox);
  if (result === "skipped") continue;
  snippets++;
  if (result === null) continue;
  if (result.reason !== null) {
    explained.set(result.reason, (explained.get(result.reason) ?? 0) + 1);
    continue;
  }
  unexplained++;
  console.log(`${result.detected ? "flagged, not executed" : "executed, not flagged"}: ${JSON.stringify(result.snippet)}`);
}
sandbox.remove();
for (const [reason, count] of explained) console.log(`${String(count)} explained by ${reason}`);
console.log(`${String(snippets)} snippets, ${String(unexplained)} unexplained disagreements (seed ${seed})`);
process.exitCode = unexplained > 0 ? 1 : 0;
