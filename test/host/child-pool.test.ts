import { afterEach, describe, expect, it } from "vitest";
import { AnalysisFailedError } from "../../src/host/analysis-failed-error.js";
import { ChildPool, timeLimitFor } from "../../src/host/child-pool.js";
import { workerEntry } from "../../src/host/worker-entry.js";

const pools: ChildPool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

function poolOf(processes = 1, setup: object = {}): ChildPool {
  const entry = workerEntry(import.meta.url, "", "./support/dying-tasks.ts");
  const pool = new ChildPool({ entry, processes, heapMb: 64, memoryMb: 400, setup });
  pools.push(pool);
  return pool;
}

const LONG = { timeLimitMs: 60_000 };

describe("a pool of child processes", () => {
  it.each([
    [500, 700],
    [10_000, 12_500],
    [60_000, 65_000],
  ])("has for a deadline of %i ms a time limit of %i ms", (deadline, end) => {
    expect(timeLimitFor(deadline)).toBe(end);
  });

  it("transfers large tasks and results unchanged", async () => {
    const pool = poolOf();
    const text = "\u{1F600}".repeat(300_000);
    expect(await pool.run("echo", { text, list: [1, undefined] }, LONG)).toEqual({
      text,
      list: [1, undefined],
    });
  });

  it("of one process runs all tasks in this process, one after another", async () => {
    const pool = poolOf();
    const [one, other] = await Promise.all([pool.run("pid", 0, LONG), pool.run("pid", 0, LONG)]);
    expect(one).toBe(other);
    expect(one).not.toBe(process.pid);
    expect(pool.size).toBe(1);
  });

  it.each([
    ["heap", "memory"],
    ["builtin", "memory"],
    ["buffers", "memory"],
    ["exit", "crash"],
    ["trap", "crash"],
  ])("rejects a task that ends its process (%s), and runs the next one", async (name, reason) => {
    const pool = poolOf();
    const error = await pool.run(name, 0, LONG).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AnalysisFailedError);
    expect(error).toMatchObject({ code: "analysis-failed", reason });
    expect(await pool.run("echo", 1, LONG)).toBe(1);
  });

  it("ends a task that takes too long, and runs waiting tasks", async () => {
    const pool = poolOf();
    const hanging = pool.run("hang", 0, { timeLimitMs: 300 }).catch((error: unknown) => error);
    const waiting = pool.run("echo", 2, LONG);
    expect(await hanging).toMatchObject({
      reason: "time",
      message: "analysis failed: it did not finish within 0.3 s",
    });
    expect(await waiting).toBe(2);
  });

  it("does not start more processes than its limit", async () => {
    const pool = poolOf(2);
    await Promise.all([1, 2, 3, 4, 5].map(() => pool.run("sleep", 5, LONG)));
    expect(pool.size).toBe(2);
  });

  it("ends a running or waiting task that is cancelled", async () => {
    const pool = poolOf();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const tasks = [running, waiting].map(({ signal }) =>
      pool.run("hang", 0, { ...LONG, signal }).catch((error: unknown) => error),
    );
    waiting.abort(new Error("left"));
    running.abort(new Error("gone"));
    expect(await Promise.all(tasks)).toEqual([new Error("gone"), new Error("left")]);
    expect(pool.underWay).toBe(0);
    expect(await pool.run("echo", 3, LONG)).toBe(3);
  });

  it("reports the error of an invalid argument without ending the process", async () => {
    const pool = poolOf();
    const before = await pool.run("pid", 0, LONG);
    await expect(pool.run("refuse", 0, LONG)).rejects.toMatchObject({
      name: "InputError",
      parameter: "format",
    });
    expect(await pool.run("pid", 0, LONG)).toBe(before);
  });

  it("reports why a process cannot start", async () => {
    await expect(poolOf(1, { fails: true }).run("echo", 0, LONG)).rejects.toMatchObject({
      reason: "start",
      message: "analysis failed: its process cannot start: the grammar is damaged",
    });
  });

  it("rejects running tasks when it is closed", async () => {
    const pool = poolOf();
    const tasks = [0, 1].map(() =>
      pool.run("hang", 0, LONG).catch((error: unknown) => (error as Error).message),
    );
    pool.close();
    expect(await Promise.all(tasks)).toEqual([
      "analysis failed: the detector was closed",
      "analysis failed: the detector was closed",
    ]);
  });
});
