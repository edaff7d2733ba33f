/**
 * Removes each pattern, word and setting from the query files in turn, and lists the parts whose removal changes no case:
 * `npm run lab -- query-mutants [PART OF A PATH]`. The exit status is 1 if there are such parts.
 */
import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { loadAssets } from "../src/host/node.js";
import type { Judgement, Verdict } from "./query-mutants/judge.js";
import { mutantsOf, type Mutant } from "./query-mutants/mutants.js";

const PROCESSES = 2;

const [wanted = ""] = process.argv.slice(2);
const { queries } = await loadAssets();
const mutants = queries.filter(({ path }) => path.includes(wanted)).flatMap(mutantsOf);
if (mutants.length === 0) {
  console.error(
    `query-mutants: no query file has ${wanted} in its path; the files are ${queries.map(({ path }) => path).join(", ")}`,
  );
  process.exit(2);
}

const started = Date.now();
const counts: Record<Verdict, number> = { noticed: 0, refused: 0, survivor: 0 };
const survivors: { readonly mutant: Mutant; readonly cases: number }[] = [];
const waiting = [...mutants];

function reply(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => {
      reject(new Error(`a process ended with status ${code}`));
    };
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message);
    });
  });
}

async function work(): Promise<void> {
  const child = fork(join(import.meta.dirname, "query-mutants", "worker.ts"));
  try {
    await reply(child);
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const answer = reply(child);
      child.send(mutant);
      const { judgement, problem } = (await answer) as {
        readonly judgement?: Judgement;
        readonly problem?: string;
      };
      if (judgement === undefined)
        throw new Error(
          `queries/${mutant.path}:${mutant.line}: ${mutant.missing}: ${problem ?? ""}`,
        );
      counts[judgement.verdict]++;
      if (judgement.verdict === "survivor") survivors.push({ mutant, cases: judgement.cases });
      progress();
    }
  } finally {
    child.kill();
  }
}

/** Shows the progress: on a terminal in one line that is rewritten, elsewhere in a line for every 200 mutants. */
function progress(): void {
  const done = mutants.length - waiting.length;
  const line = `${done} of ${mutants.length}, ${survivors.length} survivors`;
  if (process.stderr.isTTY) process.stderr.write(`\r${line}\u001b[K`);
  else if (done % 200 === 0) console.error(line);
}

await Promise.all(Array.from({ length: PROCESSES }, work));
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
const order = new Map(mutants.map((mutant, index) => [mutant, index]));
survivors.sort((a, b) => (order.get(a.mutant) ?? 0) - (order.get(b.mutant) ?? 0));
for (const { mutant, cases } of survivors) {
  const reason = cases === 0 ? "no case contains it" : `none of ${cases} cases changes`;
  console.log(
    `queries/${mutant.path}:${mutant.line}: ${mutant.kind} ${mutant.missing} (${reason})`,
  );
}
const { noticed, refused, survivor } = counts;
const seconds = Math.round((Date.now() - started) / 1000);
console.log(
  `${mutants.length} mutants: ${noticed} noticed, ${refused} refused, ${survivor} survivors (${seconds} seconds)`,
);
process.exitCode = survivors.length > 0 ? 1 : 0;
