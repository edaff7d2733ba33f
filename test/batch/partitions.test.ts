import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parquetReadObjects, asyncBufferFromFile } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { shareFrom } from "../../src/cli/batch/partition/share.js";
import { BAD, folderWith, readLines, row, runHere } from "./predictions.js";

const texts = Array.from({ length: 60 }, (_, i) =>
  i % 7 === 0 ? `${BAD} ${i}` : `words "${i}"\n${"x".repeat((i * 37) % 200)}`,
);
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const lines = texts.map((text) => row({ text })).join("");

function inputs(): Record<string, string | Uint8Array> {
  return {
    "a.jsonl": `\n${lines}{broken\n`,
    "b.csv": `n,text\n${texts.map((text, i) => `${i},${quoted(text)}`).join("\n")}`,
    "c.json": JSON.stringify(
      texts.map((text, id) => ({ id, text })),
      null,
      1,
    ),
    "d.parquet": new Uint8Array(
      parquetWriteBuffer({ columnData: [{ name: "text", data: texts }], rowGroupSize: 7 }),
    ),
    "e.jsonl.gz": gzipSync(lines),
    "f/1.md": `\`${BAD}\``,
    "f/2.md": "words",
    "f/3/4.txt": "more words",
    "f/5.md": "",
    "g.jsonl": "",
  };
}
const NAMES = ["a.jsonl", "b.csv", "c.json", "d.parquet", "e.jsonl.gz", "f", "g.jsonl", "gone.csv"];

async function inParts(cwd: string, out: string, count: number, args: string[] = []) {
  const statuses = [];
  for (let index = 0; index < count; index++) {
    const part = ["--partition", `${index}/${count}`, "--out-dir", out, ...args];
    const { status, stdout } = await runHere(["batch", "-q", ...NAMES, ...part], { cwd });
    expect(stdout).toBe("");
    statuses.push(status);
  }
  return statuses;
}

const merge = (cwd: string, ...args: string[]) =>
  runHere(["batch", "--merge", "out", ...args], { cwd });

describe("partitions", () => {
  it.each([1, 2, 3, 8, 40, 320])(
    "are identical to the output of a single process when %i of them are merged",
    async (count) => {
      const cwd = folderWith(inputs());
      const small = ["--shard-size", "1K"];
      const one = await runHere(["batch", "-q", ...NAMES, "-o", "one.jsonl", "-f", "json"], {
        cwd,
      });
      await inParts(cwd, "out", count, small);
      const merged = await merge(cwd, "-o", "merged.jsonl", "-f", "json");
      expect(readFileSync(join(cwd, "merged.jsonl"), "utf8")).toBe(
        readFileSync(join(cwd, "one.jsonl"), "utf8"),
      );
      const counts = (stdout: string): unknown => {
        const { total, files } = JSON.parse(stdout);
        // the bytes of a row or an item are an estimate
        for (const one of [total, ...files]) {
          delete one.bytes;
          delete one.exhibited; // only a run with a report sets this field
        }
        return { total, files };
      };
      expect(counts(merged.stdout)).toEqual(counts(one.stdout));
      expect([merged.status, one.status]).toEqual([2, 2]);
      const ids = readLines(cwd, "merged.jsonl").map(({ id }) => id);
      expect([ids[0], ids[61], ids[121], ids[181]]).toEqual([
        "a.jsonl:2",
        "b.csv:2",
        0,
        "d.parquet:1",
      ]);
    },
  );

  it("do not depend on the shard size, and a finished partition is written again only with --force", async () => {
    const cwd = folderWith(inputs());
    await inParts(cwd, "out", 3);
    await inParts(cwd, "again", 3, ["--shard-size", "2K"]);
    const names = readdirSync(join(cwd, "out")).sort();
    expect(names).toEqual([
      "part-00000.json",
      "part-00000.jsonl",
      "part-00001.json",
      "part-00001.jsonl",
      "part-00002.json",
      "part-00002.jsonl",
      "plan.json",
    ]);
    for (const name of names)
      expect(
        readFileSync(join(cwd, "again", name)).equals(readFileSync(join(cwd, "out", name))),
      ).toBe(true);
    const part = join(cwd, "out", "part-00001.jsonl");
    writeFileSync(part, readFileSync(part, "utf8").toUpperCase());
    await inParts(cwd, "out", 3);
    expect(readFileSync(part, "utf8")).toMatch(/^\{"ID":/);
    await inParts(cwd, "out", 3, ["--force"]);
    expect(readFileSync(part, "utf8")).toMatch(/^\{"id":/);
  });

  it("are listed by the merge if they are missing or truncated", async () => {
    const cwd = folderWith(inputs());
    await inParts(cwd, "out", 4);
    rmSync(join(cwd, "out", "part-00001.json"));
    truncateSync(join(cwd, "out", "part-00003.jsonl"), 10);
    expect(await merge(cwd)).toMatchObject({
      status: 2,
      stderr: "curlew: out: 2 of 4 partitions are missing: run again with --partition 1/4, 3/4\n",
    });
    await inParts(cwd, "out", 4);
    const report = await merge(cwd, "--report", "r.html");
    expect(report.stdout).toMatch(/^texts +\d+ in 7 inputs/m);
    expect(readFileSync(join(cwd, "r.html"), "utf8")).toContain("gone.csv");
    expect(JSON.parse(readFileSync(join(cwd, "out", "summary.json"), "utf8")).rate).toBeNull();
  });

  it("of another run in the same folder are rejected, and --force removes them", async () => {
    const cwd = folderWith(inputs());
    await inParts(cwd, "out", 2);
    const other = async (...args: string[]) =>
      (await runHere(["batch", "-q", "a.jsonl", "--out-dir", "out", ...args], { cwd })).stderr;
    expect(await other("--partition", "0/3")).toBe(
      "curlew: out contains partitions of a run with different number of partitions, files, inputs: choose another folder, or remove them with --force\n",
    );
    expect(await other("--partition", "0/3", "--force")).toBe("");
    expect(readdirSync(join(cwd, "out")).sort()).toEqual([
      "part-00000.json",
      "part-00000.jsonl",
      "plan.json",
    ]);
    writeFileSync(join(cwd, "a.jsonl"), lines);
    expect(await other("--partition", "1/3")).toMatch(/a run with different inputs/);
  });

  it("can be written as Parquet, which is not merged", async () => {
    const cwd = folderWith(inputs());
    await inParts(cwd, "out", 2, ["--output-format", "parquet"]);
    const rows = [];
    for (const name of ["part-00000.parquet", "part-00001.parquet"])
      rows.push(
        ...(await parquetReadObjects({ file: await asyncBufferFromFile(join(cwd, "out", name)) })),
      );
    expect([rows.length, rows[1]?.["id"]]).toEqual([305, "a.jsonl:3"]);
    expect((await merge(cwd, "-o", "all.jsonl")).stderr).toBe(
      "curlew: cannot write all.jsonl: Parquet partitions are not merged; read them as one table (out/*.parquet)\n",
    );
  });

  it.each([
    [["-"], "--out-dir needs files as input: standard input cannot be read again"],
    [["a.jsonl", "-o", "x.jsonl"], "--out-dir cannot be used with --predictions"],
    [["a.jsonl", "--output-format", "csv"], "--out-dir writes JSON Lines or Parquet"],
    [["a.jsonl", "--partition", "3/3"], "--partition 3/3: there is no partition 3 of 3"],
    [["a.jsonl", "--partition", "1"], "--partition 1 is not valid"],
  ])("are rejected with %j", async (args, message) => {
    const cwd = folderWith({ "a.jsonl": lines });
    const { status, stderr } = await runHere(["batch", "-q", ...args, "--out-dir", "out"], { cwd });
    expect([status, stderr.startsWith(`curlew: ${message}`)]).toEqual([2, true]);
  });
});

describe("--partition auto", () => {
  const JOB_AD = 'Cmd = "curlew"\nProcId = 3\nTotalSubmitProcs = 12\n';

  it.each([
    [
      "Slurm",
      {
        SLURM_ARRAY_TASK_ID: "7",
        SLURM_ARRAY_TASK_MIN: "1",
        SLURM_ARRAY_TASK_MAX: "9",
        SLURM_ARRAY_TASK_STEP: "2",
      },
      "auto",
      3,
      5,
    ],
    ["Slurm without an array", { SLURM_PROCID: "2", SLURM_NTASKS: "4" }, "auto", 2, 4],
    ["Kubernetes", { JOB_COMPLETION_INDEX: "0", CURLEW_PARTITIONS: "6" }, "auto", 0, 6],
    [
      "AWS Batch",
      { AWS_BATCH_JOB_ARRAY_INDEX: "9", AWS_BATCH_JOB_ARRAY_SIZE: "10" },
      "auto",
      9,
      10,
    ],
    ["HTCondor", { _CONDOR_JOB_AD: "ad" }, "auto", 3, 12],
    ["GNU parallel", { PARALLEL_SEQ: "8" }, "auto/8", 7, 8],
    ["Cloud Run", { CLOUD_RUN_TASK_INDEX: "1", CLOUD_RUN_TASK_COUNT: "2" }, "auto", 1, 2],
    [
      "Grid Engine",
      { SGE_TASK_ID: "4", SGE_TASK_FIRST: "2", SGE_TASK_LAST: "8", SGE_TASK_STEPSIZE: "2" },
      "auto",
      1,
      4,
    ],
    [
      "Grid Engine outside an array",
      { SGE_TASK_ID: "undefined", SGE_TASK_LAST: "undefined", PARALLEL_SEQ: "1" },
      "auto/2",
      0,
      2,
    ],
    ["LSF", { LSB_JOBINDEX: "3", LSB_JOBINDEX_END: "4" }, "auto", 2, 4],
    [
      "a list of tasks that are run again",
      { SLURM_ARRAY_TASK_ID: "7", SLURM_ARRAY_TASK_MIN: "3", SLURM_ARRAY_TASK_MAX: "7" },
      "auto/20",
      7,
      20,
    ],
  ])("reads the variables of %s", (_name, env, text, index, count) => {
    expect(shareFrom(text, env, () => JOB_AD)).toEqual({ index, count });
  });

  it.each([
    [{}, "auto", /no variable of Slurm/],
    [{ JOB_COMPLETION_INDEX: "1" }, "auto", /Kubernetes does not provide the number/],
    [{ PARALLEL_SEQ: "9" }, "auto/8", /there is no partition 8 of 8/],
    [
      { JOB_COMPLETION_INDEX: "1", CURLEW_PARTITIONS: "many" },
      "auto",
      /CURLEW_PARTITIONS is not a whole number/,
    ],
  ])("rejects %j %s with %s", (env, text, message) => {
    expect(() => shareFrom(text, env, () => null)).toThrow(message);
  });
});
