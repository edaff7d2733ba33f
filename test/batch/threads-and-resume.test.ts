import {
  appendFileSync,
  existsSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { corpus, curlew, start } from "./curlew-process.js";
import { folderWith } from "./predictions.js";

const SMALL = ["--shard-size", "3K"];
let cwd: string;
let whole: string;
const read = (name: string): string => readFileSync(join(cwd, name), "utf8");

beforeAll(async () => {
  const lines = `${corpus(250)}{broken\n${corpus(50)}`;
  cwd = folderWith({
    "in.jsonl": lines,
    "in.jsonl.gz": gzipSync(lines),
    "few.jsonl": corpus(6),
    "broken.jsonl": `${corpus(6)}{broken\n`,
  });
  expect(
    (await curlew(["batch", "-q", "in.jsonl", "--jobs", "1", "-o", "whole.jsonl"], { cwd })).status,
  ).toBe(2); // one line is not valid JSON
  whole = read("whole.jsonl");
  expect(whole.match(/\n/g)).toHaveLength(301);
});

describe("threads", () => {
  it.each([
    ["two", ["in.jsonl", "--jobs", "2"]],
    ["five that read a compressed file", ["in.jsonl.gz", "--jobs", "5"]],
  ])("%s write the same bytes as a run without threads", async (name, args) => {
    const out = `${name}.jsonl`;
    const { status, stderr } = await curlew(["batch", "-q", ...args, ...SMALL, "-o", out], { cwd });
    expect(stderr).toMatch(/^curlew: in\.jsonl(?:\.gz)?:251: not valid JSON \(.*\)\n$/);
    expect(status).toBe(2);
    // the broken record has no id, so its prediction contains the file name
    expect(read(out).replaceAll("in.jsonl.gz", "in.jsonl") === whole).toBe(true);
  });

  it("stop at the first broken record with --strict", async () => {
    const { status } = await curlew(
      ["batch", "-q", "in.jsonl", "--strict", "--jobs", "3", ...SMALL, "-o", "strict.jsonl"],
      { cwd },
    );
    expect(status).toBe(2);
    expect(read("strict.jsonl")).toBe(
      whole
        .split("\n")
        .slice(0, 250)
        .map((line) => `${line}\n`)
        .join(""),
    );
  });

  it("report a missing query folder once", async () => {
    const { status, stderr } = await curlew(
      ["batch", "in.jsonl", "--jobs", "2", "--queries", "missing"],
      { cwd },
    );
    expect([status, stderr.split("\n").length]).toEqual([2, 2]);
    expect(stderr).toMatch(/^curlew: .*missing/);
  });
});

describe("an earlier run", () => {
  it("can be resumed after it was killed, and then has the same output as an uninterrupted run", async () => {
    // long enough that some processes are killed before the end
    writeFileSync(join(cwd, "long.jsonl"), corpus(1200));
    await curlew(["batch", "-q", "long.jsonl", "-o", "long-whole.jsonl"], { cwd });
    const small = ["--shard-size", "4K"];
    const args = ["batch", "-q", "long.jsonl", "-o", "killed.jsonl", "--resume", ...small];
    const finished = (): number =>
      existsSync(join(cwd, "killed.jsonl.manifest"))
        ? read("killed.jsonl.manifest").split("\n").length
        : 0;
    const isWhole = (): boolean => read("killed.jsonl") === read("long-whole.jsonl");
    let kills = 0;
    for (let moment = 0; moment < 40 && kills < 4; moment++) {
      const { child, ended } = start([...args, "--jobs", moment % 4 === 0 ? "2" : "1"], { cwd });
      let over = false;
      void ended.then(() => (over = true));
      const until = finished() + Math.floor(Math.random() * 8);
      while (!over && finished() <= until) await sleep(2);
      child.kill("SIGKILL");
      const { signal, status } = await ended;
      if (signal === "SIGKILL") kills++;
      else {
        // on a busy machine, the run may finish before it is killed; then the next iteration starts a new run
        expect([status, isWhole()]).toEqual([0, true]);
        for (const name of ["killed.jsonl", "killed.jsonl.manifest"])
          rmSync(join(cwd, name), { force: true });
      }
    }
    expect(kills).toBeGreaterThan(3);
    const { status } = await curlew(args, { cwd });
    expect([status, isWhole()]).toEqual([0, true]);
  });

  it("is neither overwritten without --force nor resumed with different settings", async () => {
    await curlew(["batch", "-q", "in.jsonl", "-o", "other.jsonl", ...SMALL], { cwd });
    const lines = read("other.jsonl.manifest").split("\n");
    writeFileSync(join(cwd, "other.jsonl.manifest"), `${lines.slice(0, 4).join("\n")}\n`);
    expect((await curlew(["batch", "in.jsonl", "-o", "other.jsonl"], { cwd })).stderr).toMatch(
      /^curlew: other\.jsonl belongs to a run that is not finished: continue with --resume, or start over with --force\n$/,
    );
    const changed = await curlew(
      ["batch", "in.jsonl", "-o", "other.jsonl", "--resume", "--columns", "lang"],
      { cwd },
    );
    expect(changed.stderr).toMatch(
      /^curlew: cannot resume: .*other\.jsonl\.manifest belongs to a run with different settings; repeat the same command, or start over with --force\n$/,
    );
  });

  it("can be resumed if the last line of the output or manifest is incomplete, but not with different inputs", async () => {
    await curlew(["batch", "-q", "in.jsonl", "-o", "torn.jsonl", ...SMALL], { cwd });
    const manifest = read("torn.jsonl.manifest").split("\n").slice(0, 4);
    const bytes = JSON.parse(manifest[3]!).finished.bytes;
    truncateSync(join(cwd, "torn.jsonl"), bytes + 300);
    writeFileSync(join(cwd, "torn.jsonl.manifest"), `${manifest.join("\n")}\n{"finished":{"inp`);
    const { status } = await curlew(
      ["batch", "-q", "in.jsonl", "-o", "torn.jsonl", ...SMALL, "--resume"],
      { cwd },
    );
    expect([status, read("torn.jsonl") === whole]).toEqual([2, true]);
    appendFileSync(join(cwd, "in.jsonl"), "\n");
    const grown = await curlew(["batch", "-q", "in.jsonl", "-o", "torn.jsonl", "--resume"], {
      cwd,
    });
    expect(grown.stderr).toContain("belongs to a run with different inputs");
    truncateSync(join(cwd, "in.jsonl"), read("in.jsonl").length - 1);
  });

  it("has the same totals in the summary if it is resumed although it is finished", async () => {
    const { stdout } = await curlew(["batch", "in.jsonl", "-o", "done.parquet", ...SMALL], { cwd });
    expect(stdout).toMatch(/^texts +300\n/);
    const again = await curlew(["batch", "in.jsonl", "-o", "done.parquet", ...SMALL, "--resume"], {
      cwd,
    });
    expect(again.stdout).toMatch(/^texts +300\n/);
  });
});

describe("exit status", () => {
  it.each([
    ["few.jsonl", ["--fail-on", "finding"], 1],
    ["few.jsonl", ["--fail-on", "incomplete"], 0],
    ["few.jsonl", [], 0],
    ["broken.jsonl", ["--fail-on", "finding"], 2],
    ["broken.jsonl", [], 2],
  ])("of %s %j is %i", async (name, args, expected) => {
    expect((await curlew(["batch", "-q", name, ...args], { cwd })).status).toBe(expected);
  });
});
