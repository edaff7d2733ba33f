import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Admission, callWithin, Lane, Lanes, Usages } from "../../src/service/index.js";

const MIB = 1024 * 1024;
const call = (ms = 1000) => callWithin(ms);
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code ?? "error",
  );

describe("a lane", () => {
  it("rejects at once work that would not finish before its timeout, and runs the rest", async () => {
    const lane = new Lane(1, { msPerUnit: 100 / MIB, minMs: 1 });
    const started = performance.now();
    const late: number[] = [];
    const work = Array.from({ length: 16 }, async () => {
      const result = await outcome(
        lane.run({ length: MIB, client: "a", call: call(600) }, () => pause(100)),
      );
      if (result === "overloaded") late.push(performance.now() - started);
      return result;
    });
    const results = await Promise.all(work);
    expect(results.filter((result) => result === "done").length).toBeGreaterThanOrEqual(3);
    expect(results.filter((result) => result === "overloaded").length).toBeGreaterThanOrEqual(10);
    expect(results).not.toContain("evaluation-timeout");
    // rejected work did not wait for its timeout
    expect(Math.max(...late)).toBeLessThan(600);
  });

  it("rejects waiting work if earlier work is slower than expected", async () => {
    const lane = new Lane(1, { msPerUnit: 0, minMs: 1 });
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        outcome(lane.run({ length: MIB, client: "a", call: call(900) }, () => pause(400))),
      ),
    );
    expect(results[0]).toBe("done");
    expect(results.filter((result) => result === "overloaded").length).toBeGreaterThanOrEqual(5);
  });

  it("rejects work with the seconds after which the client may try again", async () => {
    const lane = new Lane(1, { msPerUnit: 5000 / MIB, minMs: 1 });
    const first = lane.run({ length: MIB, client: "a", call: call() }, () => pause(20));
    await expect(
      lane.run({ length: MIB, client: "a", call: call(6000) }, () => pause(1)),
    ).rejects.toMatchObject({ details: { retryAfter: 5 } });
    await first;
  });

  it("runs work of different clients in turn", async () => {
    const lane = new Lane(2, { msPerUnit: 0, minMs: 1 });
    const order: string[] = [];
    const run = (client: string) =>
      lane.run({ length: 1, client, call: call() }, async () => {
        order.push(client);
        await pause(10);
      });
    await Promise.all([run("a"), run("a"), run("a"), run("a"), run("b"), run("b")]);
    expect(order.slice(0, 3)).toEqual(["a", "a", "b"]);
  });

  it("removes work whose call was aborted", async () => {
    const lane = new Lane(1, { msPerUnit: 0, minMs: 1 });
    const first = lane.run({ length: 1, client: "a", call: call() }, () => pause(50));
    const left = call();
    const second = outcome(lane.run({ length: 1, client: "a", call: left }, () => pause(1)));
    left.leave();
    expect(await second).toBe("client-closed");
    expect(lane.waiting).toBe(0);
    await first;
  });
});

describe("lanes", () => {
  it("run short texts without waiting for texts from 16 KiB", async () => {
    const lanes = new Lanes(2);
    const long = Array.from({ length: 4 }, () =>
      lanes.run({ length: 60_000, client: "a", call: call(5000) }, () => pause(300)),
    );
    const started = performance.now();
    await lanes.run({ length: 2000, client: "a", call: call() }, () => pause(1));
    expect(performance.now() - started).toBeLessThan(250);
    expect(lanes.long.running).toBe(1);
    await Promise.all(long);
  });
});

describe("admission", () => {
  const limits = { maxConcurrent: 3, maxConcurrentPerToken: 2, maxBufferedBytes: 1000 };

  it("limits concurrent requests in total and for each token", () => {
    const admission = new Admission(limits);
    const reservations = [admission.admit("a"), admission.admit("a")];
    expect(() => admission.admit("a")).toThrow("overloaded");
    admission.admit("b");
    expect(() => admission.admit("c")).toThrow("overloaded");
    reservations[0]?.release();
    reservations[0]?.release();
    admission.admit("c");
    expect(admission.requests).toBe(3);
  });

  it("limits the bytes of bodies in total and to half of that for each token, but always accepts a single body", () => {
    const admission = new Admission(limits);
    const big = admission.admit("a");
    big.reserve(5000);
    big.release();
    const first = admission.admit("a");
    first.reserve(400);
    const second = admission.admit("a");
    expect(() => second.reserve(200)).toThrow("overloaded");
    admission.admit("b").reserve(450);
    expect(admission.bytes).toBe(850);
  });

  it("applies changed limits", () => {
    const changing = { ...limits };
    const admission = new Admission(changing);
    changing.maxConcurrent = 0;
    expect(() => admission.admit("a")).toThrow("overloaded");
  });
});

describe("the usages of a rate limit", () => {
  it("are counted per client and minute with the given clock", () => {
    let now = 1000;
    const usages = new Usages(() => now);
    expect(usages.add("a", 1)).toEqual({ current: 1, ttl: 60_000 });
    now += 59_000;
    expect(usages.add("a", 5)).toEqual({ current: 6, ttl: 1000 });
    expect(usages.add("b", 1).current).toBe(1);
    now += 1000;
    expect(usages.add("a", 1)).toEqual({ current: 1, ttl: 60_000 });
  });
});
