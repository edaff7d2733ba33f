/** Mutates the contract cases and checks the invariants of every answer: `npm run fuzz -- [SECONDS] [SEED]`. */
import { assertInvariants, assertParagraphKeepsFindings } from "../test/hostile/invariants.js";
import { mutated, seeds } from "../test/hostile/mutations.js";
import { sharedDetector } from "../test/support/marked.js";
import { searchArguments } from "./search-arguments.js";

const { amount: seconds, seed } = searchArguments("SECONDS", 60);

async function main(): Promise<void> {
  const detector = await sharedDetector();
  const corpus = seeds();
  const end = Date.now() + seconds * 1000;
  let failures = 0;
  let texts = 0;
  const checkText = (text: string, check: typeof assertInvariants): void => {
    try {
      check(detector, text);
    } catch (error) {
      failures++;
      console.log(
        `${JSON.stringify(text)}\n  ${String(error instanceof Error ? error.message : error).slice(0, 600)}\n`,
      );
    }
  };
  // This check is only for texts that are not mutated, because a mutated text may end inside a fence or quote.
  for (const text of corpus) checkText(text, assertParagraphKeepsFindings);
  for (const text of mutated(corpus, seed)) {
    if (Date.now() > end) break;
    texts++;
    checkText(text, assertInvariants);
  }
  console.log(`${String(texts)} texts, ${String(failures)} failures (seed ${String(seed)})`);
  process.exitCode = failures > 0 ? 1 : 0;
}

await main();
