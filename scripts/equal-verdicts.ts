/**
 * Compares a gateway with an embedded evaluator to a gateway with a remote evaluator: analyzes many texts with personal data in
 * random positions, and prints every difference: `npm run lab -- equal-verdicts [RUNS] [SEED]`.
 */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { createTwoGateways } from "../test/redactor/two-gateways.js";
import { wovenTexts } from "../test/redactor/texts-with-personal-data.js";
import { Cleanup } from "../test/service/support/services.js";
import { searchArguments } from "./search-arguments.js";

const { amount, seed } = searchArguments("RUNS", 20_000);
const BATCH_SIZE = 200;
const PROFILES = ["contract", "extended"] as const;
const ENCODINGS = ["utf-16", "codepoint", "utf-8"] as const;

async function main(cleanup: Cleanup): Promise<void> {
  const gateways = await createTwoGateways(cleanup);
  const texts = fc.sample(wovenTexts, { numRuns: amount, seed });
  const verdicts = new Map<string, number>();
  let differences = 0;
  for (let start = 0; start < texts.length; start += BATCH_SIZE) {
    const requests = texts.slice(start, start + BATCH_SIZE).map((text, index) => ({
      text,
      profile: PROFILES[index % 2] ?? "contract",
      offsetEncoding: ENCODINGS[index % 3] ?? "utf-16",
    }));
    const answers = await gateways.assess(requests);
    for (const [index, request] of requests.entries()) {
      const [embedded, remote] = [answers.embedded[index], answers.remote[index]];
      const verdict =
        embedded !== undefined && "assessment" in embedded
          ? embedded.assessment.verdict
          : `status ${embedded?.status}`;
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      if (isDeepStrictEqual(embedded, remote)) continue;
      differences++;
      console.log(
        `${JSON.stringify(request)}\n  embedded ${JSON.stringify(embedded)}\n  remote   ${JSON.stringify(remote)}\n`,
      );
    }
    gateways.sent.length = 0;
  }
  const { compared, notSent } = gateways.counts;
  console.log(
    `${texts.length} texts (${[...verdicts].map(([verdict, count]) => `${count} ${verdict}`).join(", ")}), ${new Set(texts).size} of them different`,
  );
  console.log(
    `${compared} with something replaced, of which ${notSent} were read by the gateway alone; ${differences} differences (seed ${seed})`,
  );
  process.exitCode = differences > 0 ? 1 : 0;
}

const cleanup = new Cleanup();
try {
  await main(cleanup);
} finally {
  await cleanup.run();
}
