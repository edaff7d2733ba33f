import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execFileSync } from "node:child_process";
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
  startWorker,
  whole,
  withoutTimingMessages,
} from "./fixture.js";
import { freePort, RedisServer } from "./redis.js";

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
});

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
      const worker = startOn(locked.url, [], env);
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
      startOn(url, [], env);
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
