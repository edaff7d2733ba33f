import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { parquetReadObjects, asyncBufferFromFile } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { bash } from "../cli/curlew-process.js";
import { CURLEW } from "../support/built.js";
import { curlew as built } from "./curlew-process.js";
import { BAD, flagged, folderWith, predictions, readLines, row, runHere } from "./predictions.js";

const LINES = [
  { id: "a", text: BAD, lang: "en" },
  { id: "b", text: "harmless", lang: "de" },
]
  .map(row)
  .join("");

/** `LINES` compressed by the zstd program, in two frames. */
const ZSTD = Buffer.from(
  readFileSync(new URL("../fixtures/batch/two-frames.jsonl.zst", import.meta.url)),
);

function parquet(rows: readonly Record<string, unknown>[]): Uint8Array {
  const names = Object.keys(rows[0] ?? {});
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: names.map((name) => ({ name, data: rows.map((one) => one[name]) })),
      rowGroupSize: 2,
    }),
  );
}

describe("batch reads", () => {
  it.each([
    ["JSON lines", "in.jsonl", LINES],
    ["JSON lines with gzip", "in.jsonl.gz", gzipSync(LINES)],
    [
      "gzip with two members",
      "in.jsonl.gz",
      Buffer.concat(LINES.match(/.*\n/g)!.map((line) => gzipSync(line))),
    ],
    ["zstd with two frames", "in.jsonl.zst", ZSTD],
    [
      "a JSON array",
      "in.json",
      JSON.stringify(
        LINES.trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
        null,
        2,
      ),
    ],
    [
      "JSON objects over several lines",
      "in.json",
      LINES.trimEnd()
        .split("\n")
        .map((line) => JSON.stringify(JSON.parse(line), null, 2))
        .join("\n"),
    ],
    ["CSV", "in.csv", `id,text,lang\r\na,"${BAD}",en\r\nb,harmless,de\r\n`],
    ["TSV", "in.tsv", `id\ttext\tlang\na\t${BAD}\ten\nb\tharmless\tde\n`],
    ["CSV with gzip", "in.csv.gz", gzipSync(`lang,id,text\nen,a,${BAD}\nde,b,harmless`)],
    [
      "Parquet",
      "in.parquet",
      parquet([
        { id: "a", text: BAD, lang: "en" },
        { id: "b", text: "harmless", lang: "de" },
      ]),
    ],
  ])("%s", async (_name, name, content) => {
    const cwd = folderWith({ [name]: content });
    const rows = await predictions([name, "--columns", "lang"], { cwd });
    expect(flagged(rows)).toEqual(["a !", "b"]);
    expect(rows.map(({ lang }) => lang)).toEqual(["en", "de"]);
  });

  it.each([
    ["gzip", gzipSync(LINES)],
    ["zstd", ZSTD],
    [
      "an array",
      JSON.stringify([
        { id: "a", text: BAD },
        { id: "b", text: "x" },
      ]),
    ],
  ])("%s from standard input", async (_name, stdin) => {
    expect(flagged(await predictions(["-"], { stdin }))).toEqual(["a !", "b"]);
  });

  it("CSV with quotation marks, line ends and commas in cells, with the right line numbers", async () => {
    const cwd = folderWith({
      "in.csv": `text,n\n"two\nlines, and ""quotes""\n${BAD}",1\n\nx,2\nx,3,4\n"${BAD}",5\n`,
    });
    const { stdout, stderr } = await runHere(
      ["batch", "in.csv", "-q", "--predictions", "-", "--columns", "n"],
      { cwd },
    );
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(
      rows.map(({ id, n, labels, outcome }) => [id, n, labels.length, outcome.status]),
    ).toEqual([
      ["in.csv:2", "1", 1, "complete"],
      ["in.csv:6", "2", 0, "complete"],
      ["in.csv:7", undefined, 0, "incomplete"],
      ["in.csv:8", "5", 1, "complete"],
    ]);
    expect(stderr).toBe("curlew: in.csv:7: has 3 cells where the header has 2\n");
  });

  it("folders of texts, with the path of each as its id", async () => {
    const cwd = folderWith({
      "d/b.md": `# Run\n\n\`${BAD}\``,
      "d/a/x.txt": "harmless",
      "d/c.bin": "\0",
      "d/install": `#!/bin/sh\n${BAD}\n`,
    });
    expect(flagged(await predictions(["d"], { cwd }))).toEqual([
      "d/a/x.txt",
      "d/b.md !",
      "d/install !",
    ]);
    expect(flagged(await predictions(["d/b.md"], { cwd }))).toEqual(["d/b.md !"]);
  });

  it("the required columns of Parquet with several row groups", async () => {
    const cwd = folderWith({
      "in.parquet": parquet(
        Array.from({ length: 7 }, (_, i) => ({
          big: BigInt(i),
          body: i === 5 ? BAD : "x",
          other: "y".repeat(100),
        })),
      ),
    });
    const rows = await predictions(
      ["in.parquet", "--text-field", "body", "--id-field", "big", "--columns", "big"],
      { cwd },
    );
    expect(flagged(rows)).toEqual(["0", "1", "2", "3", "4", "5 !", "6"]);
    expect(rows[5].big).toBe(5);
  });
});

const CHAT = {
  id: "c1",
  messages: [
    { role: "user", content: BAD },
    { role: "assistant", content: [{ type: "text", text: `Run ${BAD}` }, { type: "image" }] },
    { role: "assistant", content: null, tool_calls: [] },
    { role: "assistant", content: "fine" },
  ],
};

describe("the fields of a record", () => {
  it("are found by a path through lists, and --role selects the messages of one role", async () => {
    const stdin = row(CHAT);
    expect(flagged(await predictions(["--text-field", "messages[].content"], { stdin }))).toEqual([
      "c1 messages[0].content !",
      "c1 messages[1].content[0] !",
      "c1 messages[3].content",
    ]);
    expect(
      flagged(
        await predictions(["--text-field", "messages[].content", "--role", "assistant"], { stdin }),
      ),
    ).toEqual(["c1 messages[1].content[0] !", "c1 messages[3].content"]);
    expect(flagged(await predictions(["--text-field", "messages[0].content"], { stdin }))).toEqual([
      "c1 !",
    ]);
  });

  it("are found by a key that contains dots or by nested keys, and a missing key is reported", async () => {
    const stdin =
      row({ id: 1, "a.b": BAD }) + row({ id: 2, a: { b: BAD } }) + row({ id: 3, a: {} });
    const { stdout, stderr } = await runHere(
      ["batch", "-q", "-", "--text-field", "a.b", "--predictions", "-"],
      { stdin },
    );
    expect(
      flagged(
        stdout
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ),
    ).toEqual(["1 !", "2 !", "3"]);
    expect(stderr).toBe('curlew: <stdin>:3: has no "a.b"\n');
  });

  it("are found in ShareGPT data and in ChatGPT's export without options", async () => {
    const share = {
      id: "s",
      conversations: [
        { from: "human", value: BAD },
        { from: "gpt", value: `Use ${BAD}` },
      ],
    };
    const node = (
      id: string,
      parent: string | null,
      children: string[],
      role: string,
      text: string,
    ) => ({
      [id]: {
        id,
        parent,
        children,
        message: { author: { role }, content: { content_type: "text", parts: [text] } },
      },
    });
    const export_ = {
      title: "t",
      conversation_id: "g",
      mapping: {
        root: { id: "root", parent: null, children: ["q"], message: null },
        ...node("ans", "q", [], "assistant", `Do ${BAD}`),
        ...node("q", "root", ["ans"], "user", "How?"),
      },
    };
    const cwd = folderWith({
      "share.json": JSON.stringify([share]),
      "conversations.json": JSON.stringify([export_, export_]),
    });
    expect(flagged(await predictions(["share.json", "--role", "assistant"], { cwd }))).toEqual([
      "s conversations[1].value !",
    ]);
    expect(flagged(await predictions(["conversations.json"], { cwd }))).toEqual([
      "g mapping.q.message.content.parts[0]",
      "g mapping.ans.message.content.parts[0] !",
      "g mapping.q.message.content.parts[0]",
      "g mapping.ans.message.content.parts[0] !",
    ]);
    expect(
      flagged(await predictions(["conversations.json", "--role", "assistant"], { cwd })),
    ).toHaveLength(2);
  });

  it("are copied to the output by --columns, and are renamed if the output already has a column of that name", async () => {
    const stdin = row({ id: "a", text: BAD, labels: ["PS"], meta: { source: "web" } });
    const [one] = await predictions(["--columns", "meta.source,labels,missing"], { stdin });
    expect(Object.keys(one)).toEqual([
      "id",
      "meta.source",
      "input_labels",
      "missing",
      "labels",
      "spans",
      "findings",
      "outcome",
    ]);
    expect([one["meta.source"], one.input_labels, one.missing]).toEqual(["web", ["PS"], null]);
    const [all] = await predictions(["--columns", "*"], { stdin });
    expect(Object.keys(all)).toEqual([
      "id",
      "input_labels",
      "meta",
      "labels",
      "spans",
      "findings",
      "outcome",
    ]);
  });

  it("contain the label that --label-field names, with the positive value of --positive", async () => {
    const stdin = [
      { text: BAD, y: 1 },
      { text: "x", y: 0 },
      { text: "x", y: "unsafe" },
    ]
      .map(row)
      .join("");
    const score = async (...args: string[]) =>
      JSON.parse(
        (await runHere(["batch", "-f", "json", "--label-field", "y", ...args], { stdin })).stdout,
      ).total;
    expect(await score()).toMatchObject({ tp: 1, tn: 2, fn: 0 });
    expect(await score("--positive", "unsafe")).toMatchObject({ fp: 1, fn: 1, tn: 1 });
  });
});

describe("predictions", () => {
  const stdin =
    row({ id: "a,b", text: BAD, n: 3 }) + row({ id: 'q"', text: "x", n: null }) + "{broken\n";

  it("are written as CSV", async () => {
    const cwd = folderWith({ "in.jsonl": stdin });
    await runHere(["batch", "-q", "in.jsonl", "--columns", "n", "-o", "out.csv"], { cwd });
    const lines = readFileSync(join(cwd, "out.csv"), "utf8").split("\n");
    expect(lines[0]).toBe("id,field,n,labels,spans,findings,outcome");
    expect(lines[1]).toMatch(/^"a,b",,3,"\[""PS""\]","\[\[0,32\]\]","\[\{""rule"":/);
    expect(lines[2]).toBe('"q""",,,[],[],[],"{""status"":""complete""}"');
    expect(lines[3]).toMatch(/^in\.jsonl:3,,,\[\],\[\],\[\],"\{""status"":""incomplete""/);
  });

  it("are written as Parquet", async () => {
    const cwd = folderWith({ "in.jsonl": stdin });
    await runHere(["batch", "-q", "in.jsonl", "--columns", "n", "-o", "out.parquet"], { cwd });
    const rows = await parquetReadObjects({
      file: await asyncBufferFromFile(join(cwd, "out.parquet")),
    });
    expect(rows).toMatchObject([
      {
        id: "a,b",
        field: null,
        n: "3",
        labels: ["PS"],
        spans: [[0, 32]],
        outcome: { status: "complete" },
      },
      { id: 'q"', labels: [], findings: [] },
      { id: "in.jsonl:3", outcome: { status: "incomplete" } },
    ]);
  });

  it("include texts that were not analyzed completely if --only-flagged is given", async () => {
    const lines = stdin + row({ id: "long", text: "TOO LONG" });
    expect(flagged(await predictions(["--only-flagged"], { stdin: lines }))).toEqual([
      "a,b !",
      "3",
      "long",
    ]);
  });

  it("overwrite a file only with --force", async () => {
    const cwd = folderWith({ "in.jsonl": LINES, "out.jsonl": "precious\n" });
    expect((await runHere(["batch", "in.jsonl", "-o", "out.jsonl"], { cwd })).stderr).toBe(
      "curlew: out.jsonl already exists: choose another file, or overwrite it with --force\n",
    );
    expect(readFileSync(join(cwd, "out.jsonl"), "utf8")).toBe("precious\n");
    expect(
      (await runHere(["batch", "-q", "in.jsonl", "-o", "out.jsonl", "--force"], { cwd })).status,
    ).toBe(0);
    expect(readLines(cwd, "out.jsonl")).toHaveLength(2);
  });
});

describe("a sample", () => {
  const records = Array.from({ length: 500 }, (_, id) => row({ id, text: "x" })).join("\n");
  const ids = async (seed: string, given: object): Promise<number[]> =>
    (await predictions(["--sample", "20", "--seed", seed, "-"], given)).map(({ id }) => id);

  it("has the requested size, is in order, and depends only on the seed", async () => {
    const first = await ids("1", { stdin: records });
    expect(first).toHaveLength(20);
    expect([...first].sort((a, b) => a - b)).toEqual(first);
    expect(await ids("1", { stdin: records })).toEqual(first);
    expect(await ids("2", { stdin: records })).not.toEqual(first);
  });

  it("is drawn from the records of CSV and the rows of Parquet", async () => {
    const csv = `id,text\n${Array.from({ length: 50 }, (_, id) => `${id},"a\nb"\n`).join("")}`;
    const rows = parquet(Array.from({ length: 50 }, (_, id) => ({ id, text: "x" })));
    const cwd = folderWith({ "in.csv": csv, "in.parquet": rows });
    expect(await predictions(["in.csv", "--sample", "7"], { cwd })).toHaveLength(7);
    expect(await predictions(["in.parquet", "--sample", "7"], { cwd })).toHaveLength(7);
    expect(await predictions(["in.parquet", "--sample", "70"], { cwd })).toHaveLength(50);
  });
});

describe("a damaged or unsuitable input", () => {
  const many = Array.from({ length: 3000 }, (_, id) =>
    row({ id, text: `${id} ${Math.sin(id)}` }),
  ).join("");
  const parts = {
    "cut.jsonl.gz": gzipSync(many).subarray(0, 20_000),
    "cut.jsonl.zst": ZSTD.subarray(0, ZSTD.length - 9),
    "cut.json": `[${row({ id: 1, text: BAD })},{"id":2,"te`,
  };

  it.each([
    [
      "cut.jsonl.gz",
      /^curlew: cut\.jsonl\.gz: the gzip data ends unexpectedly: the file is truncated\n$/,
    ],
    [
      "cut.jsonl.zst",
      /^curlew: cut\.jsonl\.zst: the zstd data ends unexpectedly: the file is truncated\n$/,
    ],
    ["cut.json", /^curlew: cut\.json: the JSON ends within item 2: the file is truncated\n$/],
  ])("%s is predicted up to the damaged part, which is reported", async (name, message) => {
    const cwd = folderWith(parts);
    const { stdout, stderr, status } = await runHere(["batch", name, "-q", "--predictions", "-"], {
      cwd,
    });
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(stdout.trimEnd().split("\n").length).toBeGreaterThan(0);
    expect(stdout).toMatch(/^\{"id":/);
  });

  it.each([
    [
      "a truncated Parquet file",
      { "in.parquet": parquet([{ text: "x" }]).subarray(0, 40) },
      "in.parquet",
      /in\.parquet: is not a complete Parquet file \(.+\)/,
    ],
    [
      "a file that is not Parquet",
      { "in.parquet": "garbage that is no table" },
      "in.parquet",
      /in\.parquet: is not a complete Parquet file \(.+\)/,
    ],
    [
      "CSV without the column",
      { "in.csv": "id,body\n1,x\n" },
      "in.csv",
      /in\.csv: has no column "text" \(--text-field names another\); its columns: "id", "body"/,
    ],
    [
      "Parquet without the column",
      { "in.parquet": parquet([{ body: "x" }]) },
      "in.parquet",
      /in\.parquet: has no column "text" \(--text-field names another\); its columns: "body"/,
    ],
    [
      "damaged gzip",
      {
        "in.gz": Buffer.concat([
          gzipSync("x").subarray(0, 12),
          Buffer.from("garbage"),
          gzipSync("y"),
        ]),
      },
      "in.gz",
      /in\.gz: the gzip data (?:is damaged \(.+\)|ends unexpectedly: the file is truncated)/,
    ],
    ["a folder without texts", { "d/x.bin": "\0" }, "d", /d: contains no text files/],
    ["a missing file", {}, "missing.jsonl", /missing\.jsonl: no such file or folder/],
  ])("%s is reported, and other inputs are predicted", async (_name, files, input, message) => {
    const cwd = folderWith({ ...files, "fine.jsonl": LINES });
    const { stdout, stderr, status } = await runHere(
      ["batch", input, "fine.jsonl", "-q", "--predictions", "-"],
      { cwd },
    );
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect([status, stdout.split("\n").length]).toEqual([2, 3]); // the other input is predicted
  });

  it.each([
    ["empty.jsonl", ""],
    ["empty.csv", ""],
    ["empty.json", "[]"],
    ["empty.jsonl.gz", gzipSync("")],
  ])("%s, which has no records, is not an error", async (name, content) => {
    const cwd = folderWith({ [name]: content });
    expect(await runHere(["batch", name, "-q", "--predictions", "-"], { cwd })).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
  });

  it("a binary file in a folder is reported", async () => {
    const cwd = folderWith({ "d/a.md": BAD });
    writeFileSync(join(cwd, "d", "b.md"), Buffer.from([0, 1, 2]));
    chmodSync(join(cwd, "d", "b.md"), 0o600);
    const { stdout, stderr } = await runHere(["batch", "d", "-q", "--predictions", "-"], { cwd });
    expect(stderr).toBe("curlew: d: file 2: is binary\n");
    expect(stdout).toContain(
      '"outcome":{"status":"incomplete","limits":[{"limit":"input","message":"is binary"',
    );
  });
});

describe("`batch -` as a filter", () => {
  it("writes one line for each input line, and nothing to standard error", async () => {
    const { stdout, stderr, status } = await runHere(["batch", "-"], { stdin: LINES });
    expect([stdout.split("\n").length, stderr, status]).toEqual([3, "", 0]);
  });

  // the tests run the commands that docs/batch.md shows for other tools
  const docs = readFileSync("docs/batch.md", "utf8");

  it("keeps the order of records under GNU parallel", async () => {
    const cwd = folderWith({
      "records.jsonl": Array.from({ length: 200 }, (_, id) =>
        row({ id, text: id % 50 === 0 ? BAD : "x" }),
      ).join(""),
    });
    const line = /^parallel .*$/m.exec(docs)?.[0] ?? "";
    const run = line
      .replace("--block 64M", "--block 3K")
      .replace("npx curlew batch -", `'${process.execPath}' '${CURLEW}' batch -`);
    expect(await bash(run, { cwd })).toMatchObject({ status: 0, stderr: "" });
    expect(readLines(cwd, "predictions.jsonl").map(({ id }) => id)).toEqual(
      Array.from({ length: 200 }, (_, id) => id),
    );
  });

  it("writes as many lines as it reads, as Spark's pipe requires", async () => {
    expect(docs).toContain('.pipe("curlew batch -")');
    const { stdout, stderr } = await built(["batch", "-"], {
      cwd: folderWith({}),
      stdin: `${LINES}{broken\n`,
    });
    expect(stdout.trimEnd().split("\n")).toHaveLength(3);
    expect(stderr).toMatch(/^curlew: <stdin>:3: not valid JSON/);
  });

  it("reads the output of DuckDB, and DuckDB reads its predictions", async () => {
    const cwd = folderWith({
      "crawl/1.parquet": parquet([
        { id: "a", body: BAD },
        { id: "b", body: "x" },
      ]),
    });
    const [give = "", take = ""] = Array.from(
      docs.matchAll(/^duckdb -c "([^"]*)"/gm),
      ([, sql]) => sql ?? "",
    );
    const duck = await (await DuckDBInstance.create()).connect();
    await duck.run(`SET file_search_path = '${cwd}'`);
    await duck.run(give.replace("/dev/stdout", join(cwd, "records.jsonl")));
    const { stdout } = await runHere(["batch", "-"], {
      stdin: readFileSync(join(cwd, "records.jsonl"), "utf8"),
    });
    writeFileSync(join(cwd, "predictions.jsonl"), stdout);
    expect((await duck.runAndReadAll(take)).getRowsJson()).toEqual([["a", "bash/fetch-pipe"]]);
    duck.closeSync();
  });
});
