import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CURLEW } from "../../support/built.js";
import { folderWith } from "../folder.js";
import { runHere, type Ran } from "../stand-in.js";

const COMMAND = `${process.execPath} ${CURLEW}`;

function run(home: string, ...args: string[]): Promise<Ran> {
  const env = { HOME: home, PATH: process.env["PATH"] ?? "", CURLEW_NO_CACHE: "1" };
  return runHere(["hook", ...args], { cwd: home, env, stdin: "" });
}

/** A home with a sound hook of Claude Code. */
async function installed(command = COMMAND): Promise<string> {
  const home = folderWith({});
  expect((await run(home, "install", "claude-code", "--yes", "--command", command)).status).toBe(0);
  return home;
}

/** The folder of the user's configuration, which is made. */
function folderIn(home: string): string {
  const folder = join(home, ".config", "curlew");
  mkdirSync(folder, { recursive: true });
  return folder;
}

const settingsIn = (home: string): string => join(home, ".claude", "settings.json");

function change(home: string, from: string | RegExp, to: string): void {
  const path = settingsIn(home);
  const before = readFileSync(path, "utf8");
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}

/** A program that does something else in the place of curlew. */
function program(script: string): string {
  const path = join(folderWith({ curlew: `#!/bin/sh\n${script}\n` }), "curlew");
  chmodSync(path, 0o755);
  return path;
}

describe("curlew hook doctor", () => {
  it("finds a sound hook sound", async () => {
    const { status, stdout } = await run(await installed(), "doctor");
    expect(stdout).not.toContain("PROBLEM");
    expect(stdout).toContain("ok       finding");
    expect(status).toBe(0);
  });

  it("says that none is installed", async () => {
    expect(await run(folderWith({}), "doctor", "codex")).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("curlew hook install codex"),
    });
  });

  it.each<[string, RegExp, (home: string) => void]>([
    [
      "a narrow matcher",
      /matcher: does not match PowerShell, Monitor/,
      (home) => change(home, /"matcher": ".*"/, '"matcher": "Bash"'),
    ],
    [
      "settings that are not JSON",
      /settings: the file is not valid JSON/,
      (home) => change(home, "{", "{,"),
    ],
    [
      "hooks that are switched off",
      /switched off: disableAllHooks/,
      (home) => change(home, "{", '{"disableAllHooks": true,'),
    ],
    [
      "an entry elsewhere",
      /no entry for curlew in hooks\.PreToolUse/,
      (home) => change(home, "PreToolUse", "PostToolUse"),
    ],
    [
      "a broken curlew.json",
      /configuration: .*curlew\.json/,
      (home) => {
        writeFileSync(join(folderIn(home), "curlew.json"), '{"trust": 1}');
      },
    ],
  ])("finds %s", async (_, message, breakIt) => {
    const home = await installed();
    breakIt(home);
    const { status, stdout } = await run(home, "doctor", "claude-code");
    expect(stdout).toMatch(message);
    expect(status).toBe(1);
  });

  it.each<[string, string, RegExp]>([
    ["a missing binary", "/nonexistent/curlew", /start: the program is missing/],
    ["a hook that fails", program("echo broken >&2; exit 1"), /start: ends with status 1.*broken/],
    [
      "an answer that is garbage",
      program("echo garbage"),
      /harmless command: unexpected answer: garbage/,
    ],
    ["a hook that says nothing", program("cat > /dev/null"), /finding: was not denied/],
  ])("finds %s", async (_, command, message) => {
    const { status, stdout } = await run(await installed(command), "doctor", "claude-code");
    expect(stdout).toMatch(message);
    expect(status).toBe(1);
  });

  it("answers in JSON", async () => {
    const { stdout } = await run(await installed(), "doctor", "--format", "json");
    const [report] = JSON.parse(stdout) as { agent: string; stages: { isOk: boolean }[] }[];
    expect(report?.agent).toBe("claude-code");
    expect(report?.stages.every(({ isOk }) => isOk)).toBe(true);
  });
});
