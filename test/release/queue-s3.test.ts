/** Tests a run on a queue whose inputs and output are in a bucket, so that the run and its workers share no folder. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { corpus, curlew, start } from "../batch/curlew-process.js";
import { S3Server } from "../batch/s3-server.js";
import { folderWith } from "../cli/folder-with.js";
import { RedisServer } from "../queue/redis.js";

let redis: RedisServer;
let s3: S3Server;
const lines = corpus(240);

beforeAll(async () => {
  redis = await RedisServer.start();
  s3 = await S3Server.start();
  await s3.put("in/a.jsonl", lines);
});
afterAll(async () => {
  await redis.remove();
  await s3.close();
});

it("a run on a queue and S3 has the output of a single process on local files", async () => {
  const cwd = folderWith({ "a.jsonl": lines });
  const env = { ...s3.env };
  // the working directories of the workers contain no inputs
  const workers = [1, 2].map(() =>
    start(["worker", "--queue", redis.url, "--jobs", "1"], { cwd: folderWith({}), env }),
  );
  try {
    const place = ["--queue", redis.url, "--out-dir", "s3://data/out", "--partitions", "6"];
    const run = ["batch", "-q", "s3://data/in/a.jsonl", ...place, "-o", "all.jsonl"];
    expect((await curlew(run, { cwd, env })).status).toBe(0);
  } finally {
    for (const { child } of workers) child.kill("SIGTERM");
  }
  expect((await Promise.all(workers.map(({ ended }) => ended))).map((end) => end.status)).toEqual([
    0, 0,
  ]);
  await curlew(["batch", "-q", "a.jsonl", "-o", "one.jsonl"], { cwd });
  const read = (name: string): string => readFileSync(join(cwd, name), "utf8");
  expect(read("all.jsonl").replaceAll("s3://data/in/", "")).toBe(read("one.jsonl"));
  expect(JSON.parse(await s3.text("out/summary.json")).total.records).toBe(240);
}, 120_000);

it("a worker updates the modification time of its --alive-file while the queue responds", async () => {
  const cwd = folderWith({});
  const file = join(cwd, "alive");
  const worker = start(["worker", "--queue", redis.url, "--jobs", "1", "--alive-file", file], {
    cwd,
  });
  const touched = (): number => (existsSync(file) ? statSync(file).mtimeMs : 0);
  try {
    while (touched() === 0) await sleep(50);
    for (const first = touched(); touched() === first; ) await sleep(50);
  } finally {
    worker.child.kill("SIGKILL");
    await worker.ended;
  }
}, 120_000);
