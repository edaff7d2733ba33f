/**
 * Analyzes many generated documents and prints every failure: `npm run lab -- generated [RUNS] [SEED]`. The failures of the contract
 * profile are shrunk; those of the extended profile are not.
 */
import fc from "fast-check";
import { choices, documentCase, type DocumentChoice } from "../test/generated/document-case.js";
import { extendedChoices } from "../test/generated/extended-texts.js";
import { markedBy, sharedDetector, unmarked } from "../test/support/marked.js";
import { searchArguments } from "./search-arguments.js";

const { amount: runs, seed } = searchArguments("RUNS", 30_000);

async function main(): Promise<void> {
  const detector = await sharedDetector();
  const fails = (choice: DocumentChoice): boolean => {
    const marked = documentCase(choice);
    return marked !== null && markedBy(detector, unmarked(marked)) !== marked;
  };
  let cases = 0;
  const failures = new Map<string, DocumentChoice>();
  for (const choice of fc.sample(choices, { numRuns: Math.ceil(runs), seed })) {
    if (documentCase(choice) === null) continue;
    cases++;
    if (!fails(choice)) continue;
    const smallest = shrunk(choice, fails);
    failures.set(JSON.stringify(smallest), smallest);
  }
  for (const choice of failures.values()) {
    const marked = documentCase(choice) ?? "";
    console.log(
      `expected ${JSON.stringify(marked)}\n     got ${JSON.stringify(markedBy(detector, unmarked(marked)))}\n`,
    );
  }
  const wrong = await failuresInExtended();
  console.log(
    `${String(cases)} cases, ${String(failures.size)} distinct failures (seed ${String(seed)})`,
  );
  process.exitCode = failures.size + wrong > 0 ? 1 : 0;
}

/** Analyzes generated texts for the extended profile, prints every failure, and returns their number. */
async function failuresInExtended(): Promise<number> {
  const detector = await sharedDetector("extended");
  const texts = new Set(fc.sample(extendedChoices, { numRuns: Math.ceil(runs), seed }));
  let wrong = 0;
  for (const marked of texts) {
    const found = markedBy(detector, unmarked(marked));
    if (found === marked) continue;
    wrong++;
    console.log(
      `extended, expected ${JSON.stringify(marked)}\n               got ${JSON.stringify(found)}\n`,
    );
  }
  console.log(`${String(texts.size)} cases of the extended profile, ${String(wrong)} failures`);
  return wrong;
}

/** Returns a choice that still fails and in which as many parts as possible are replaced by the first, plainest option. */
function shrunk(
  choice: DocumentChoice,
  fails: (choice: DocumentChoice) => boolean,
): DocumentChoice {
  let current = choice;
  for (const key of Object.keys(choice) as (keyof DocumentChoice)[]) {
    const plainer = { ...current, [key]: 0 };
    if (fails(plainer)) current = plainer;
  }
  return current;
}

await main();
