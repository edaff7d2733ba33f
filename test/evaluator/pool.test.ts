import type { Worker } from "node:worker_threads";
import { afterAll, describe, expect, it } from "vitest";
import { Cleanup, createTestEvaluator } from "../service/support/services.js";

const cleanup = new Cleanup();
afterAll(() => cleanup.run());

const FINE = "nothing here";

describe("a pool of workers", () => {
  it("replaces a worker that exits during an evaluation, and only this evaluation gets an error", async () => {
    const evaluator = createTestEvaluator(cleanup);
    await expect(evaluator.evaluate({ text: "WORKER-EXITS" })).rejects.toMatchObject({
      code: "evaluation-interrupted",
    });
    const answers = await Promise.all(
      [FINE, FINE, FINE, FINE].map((text) => evaluator.evaluate({ text })),
    );
    expect(answers.map(({ code }) => code)).toEqual(["NONE", "NONE", "NONE", "NONE"]);
    expect(evaluator.options.pool.threads).toBe(2);
  });

  it("replaces workers that are killed before they start, so that no text waits forever", async () => {
    const started: Worker[] = [];
    process.on("worker", (worker) => started.push(worker));
    const evaluator = createTestEvaluator(cleanup, { timeoutMs: 60_000 });
    const { pool } = evaluator.options;
    await pool.ready();
    const killAll = () => Promise.all(started.splice(0).map((worker) => worker.terminate()));
    await killAll();
    const answer = evaluator.evaluate({ text: FINE });
    await killAll();
    expect((await answer).code).toBe("NONE");
    expect((await evaluator.evaluate({ text: FINE })).code).toBe("NONE");
  });

  it("reports when the evaluation of a text throws", async () => {
    const evaluator = createTestEvaluator(cleanup);
    await expect(evaluator.evaluate({ text: "WORKER-THROWS" })).rejects.toMatchObject({
      code: "evaluation-interrupted",
    });
    expect((await evaluator.evaluate({ text: FINE })).code).toBe("NONE");
  });

  it("ends an evaluation that takes too long, and continues", async () => {
    const evaluator = createTestEvaluator(cleanup, { timeoutMs: 5000 });
    await evaluator.options.pool.ready();
    await expect(evaluator.evaluate({ text: "WORKER-HANGS" })).rejects.toMatchObject({
      code: "evaluation-timeout",
    });
    expect((await evaluator.evaluate({ text: FINE })).code).toBe("NONE");
  });

  it("reserves one worker for short texts", async () => {
    const evaluator = createTestEvaluator(cleanup, { timeoutMs: 6000 });
    await evaluator.options.pool.ready();
    const long = `WORKER-HANGS${" ".repeat(70_000)}`;
    const heavy = [1, 2, 3].map(() =>
      evaluator.evaluate({ text: long }).catch((error: unknown) => error),
    );
    expect((await evaluator.evaluate({ text: FINE })).code).toBe("NONE");
    expect((await evaluator.evaluate({ text: FINE })).code).toBe("NONE");
    for (const outcome of await Promise.all(heavy))
      expect(outcome).toMatchObject({ code: "evaluation-timeout" });
  });

  it("rejects more evaluations than its limit", async () => {
    const evaluator = createTestEvaluator(cleanup, { maxConcurrent: 2, timeoutMs: 5000 });
    await evaluator.options.pool.ready();
    const hanging = [1, 2].map(() =>
      evaluator.evaluate({ text: "WORKER-HANGS" }).catch((error: unknown) => error),
    );
    await expect(evaluator.evaluate({ text: FINE })).rejects.toMatchObject({
      code: "overloaded",
      details: { retryAfter: 1 },
    });
    await Promise.all(hanging);
    expect((await evaluator.evaluate({ text: FINE })).code).toBe("NONE");
  });
});
