import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentName } from "../../../src/cli/hook/agents.js";
import { version } from "../../../scripts/release/version.js";
import { CURLEW } from "../../support/built.js";
import { folderWith } from "../folder-with.js";
import { curlew } from "../curlew-process.js";
import { runHere, type Ran } from "../fake-detector.js";

const COMMAND = `${process.execPath} ${CURLEW}`;

function run(home: string, ...args: string[]): Promise<Ran> {
  const env = { HOME: home, PATH: process.env["PATH"] ?? "" };
  return runHere(["hook", ...args], { cwd: home, env, stdin: "" });
}

/** Creates a home folder with a hook of Claude Code that runs a program, by default the built command. */
async function homeWithHook(program = COMMAND): Promise<string> {
  const home = folderWith({});
  // a missing program makes the check at the end of the installation fast; the settings are changed afterwards
  const { status } = await run(home, "install", "claude-code", "--yes", "--command", "/no/curlew");
  expect(status).toBe(1);
  changeSettings(home, "/no/curlew", JSON.stringify(program).slice(1, -1));
  return home;
}

/** Creates the user's configuration folder in a home folder, and returns its path. */
function configurationFolder(home: string): string {
  const folder = join(home, ".config", "curlew");
  mkdirSync(folder, { recursive: true });
  return folder;
}

const settingsIn = (home: string): string => join(home, ".claude", "settings.json");

/** Replaces a part of the settings of Claude Code. */
function changeSettings(home: string, from: string | RegExp, to: string): void {
  const path = settingsIn(home);
  const before = readFileSync(path, "utf8");
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}

/** Creates a shell script with the name `curlew`, and returns its path. */
function scriptNamedCurlew(script: string): string {
  const path = join(folderWith({ curlew: `#!/bin/sh\n${script}\n` }), "curlew");
  chmodSync(path, 0o755);
  return path;
}

describe("curlew hook doctor", () => {
  it("accepts a working hook", async () => {
    const { status, stdout } = await run(await homeWithHook(), "doctor");
    expect(stdout).not.toContain("PROBLEM");
    expect(stdout).toContain("ok       finding");
    expect(status).toBe(0);
  });

  it.each<AgentName>(["gemini-cli", "cursor", "opencode", "cline", "pi", "windsurf", "goose"])(
    "accepts a working hook of %s, with and without --strict",
    async (agent) => {
      for (const strict of [[], ["--strict"]]) {
        const home = folderWith({});
        await run(home, "install", agent, "--yes", "--command", COMMAND, ...strict);
        const { status, stdout } = await run(home, "doctor", agent);
        expect(stdout).not.toContain("PROBLEM");
        expect(stdout).toContain("ok       finding");
        expect(status).toBe(0);
      }
    },
  );

  it("checks a hook at the end of its installation", async () => {
    const home = folderWith({});
    const sound = await run(home, "install", "gemini-cli", "--yes", "--command", COMMAND);
    expect(sound).toEqual({
      status: 0,
      stdout: expect.stringMatching(
        /Installed\.[^]*Gemini CLI \(.*settings\.json\)\n {2}ok {7}configuration/,
      ),
      stderr: "",
    });
    const broken = await run(home, "install", "codex", "--yes", "--command", "/no/curlew");
    expect(broken).toEqual({
      status: 1,
      stdout: expect.stringContaining("PROBLEM  start: the program is missing"),
      stderr:
        "curlew: the hook is installed, but has the problems above; solve them, then check it with `curlew hook doctor codex`\n",
    });
  });

  it("reports a hook that Codex does not trust", async () => {
    const home = folderWith({});
    await run(home, "install", "codex", "--yes", "--command", COMMAND);
    const untrusted = await run(home, "doctor", "codex");
    expect([untrusted.status, untrusted.stdout]).toEqual([
      1,
      expect.stringMatching(/PROBLEM {2}trust: Codex skips a hook/),
    ]);
    const file = join(home, ".codex", "hooks.json");
    writeFileSync(
      join(home, ".codex", "config.toml"),
      `[hooks.state."${file}:pre_tool_use:0:0"]\ntrusted_hash = "sha256:x"\n`,
    );
    expect((await run(home, "doctor", "codex")).status).toBe(0);
  });

  it("reports a folder that Copilot CLI does not trust", async () => {
    const home = folderWith({});
    await run(home, "install", "copilot-cli", "--project", "--yes", "--command", COMMAND);
    expect((await run(home, "doctor", "copilot-cli")).stdout).toMatch(/PROBLEM {2}trust: Copilot/);
    mkdirSync(join(home, ".copilot"));
    writeFileSync(
      join(home, ".copilot", "config.json"),
      JSON.stringify({ trusted_folders: [home] }),
    );
    expect((await run(home, "doctor", "copilot-cli")).status).toBe(0);
  });

  it("reports that no hook is installed", async () => {
    expect(await run(folderWith({}), "doctor", "codex")).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("curlew hook install codex"),
    });
  });

  it("reports invalid settings without an entry for curlew only if the agent is named", async () => {
    const home = folderWith({ ".claude/settings.json": '{ "hooks": ' });
    expect(await run(home, "doctor")).toMatchObject({ status: 2 });
    expect(await run(home, "doctor", "claude-code")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("the file is not valid JSON"),
    });
    const other = folderWith({ ".claude/settings.json": "{}" });
    expect(await run(other, "doctor", "claude-code")).toMatchObject({ status: 2 });
  });

  it.each<[string, RegExp, (home: string) => void]>([
    [
      "a narrow matcher",
      /matcher: does not match PowerShell, Monitor/,
      (home) => changeSettings(home, /"matcher": ".*"/, '"matcher": "Bash"'),
    ],
    [
      "settings that are not JSON",
      /settings: the file is not valid JSON/,
      (home) => changeSettings(home, "{", "{,"),
    ],
    [
      "hooks that are switched off",
      /switched off: disableAllHooks/,
      (home) => changeSettings(home, "{", '{"disableAllHooks": true,'),
    ],
    [
      "an entry for another event",
      /no entry for curlew in hooks\.PreToolUse; install the hook again/,
      (home) => changeSettings(home, "PreToolUse", "PostToolUse"),
    ],
    [
      "two entries",
      /settings: 2 entries for curlew/,
      (home) => {
        const settings = JSON.parse(readFileSync(settingsIn(home), "utf8")) as {
          hooks: { PreToolUse: unknown[] };
        };
        settings.hooks.PreToolUse.push(settings.hooks.PreToolUse[0]);
        writeFileSync(settingsIn(home), JSON.stringify(settings));
      },
    ],
    [
      "hooks that a project's local settings switch off",
      /switched off: disableAllHooks is true in .*settings\.local\.json/,
      (home) => {
        writeFileSync(join(home, ".claude", "settings.local.json"), '{"disableAllHooks": true}');
      },
    ],
    [
      "settings that the agent does not read",
      /hooks\.json\)[^]*settings: the agent does not read hooks here but in .*settings\.json/,
      (home) => renameSync(settingsIn(home), join(home, ".claude", "hooks.json")),
    ],
    [
      "a hook that only watches",
      /finding: was not denied: the entry has --watch/,
      (home) => changeSettings(home, "hook claude-code", "hook claude-code --watch"),
    ],
    [
      "a broken curlew.json",
      /configuration: .*curlew\.json/,
      (home) => {
        writeFileSync(join(configurationFolder(home), "curlew.json"), '{"trust": 1}');
      },
    ],
  ])("reports %s", async (_, message, breakSettings) => {
    const home = await homeWithHook();
    breakSettings(home);
    const { status, stdout } = await run(home, "doctor", "claude-code");
    expect(stdout).toMatch(message);
    expect(status).toBe(1);
  });

  it.each<[string, string, RegExp]>([
    ["a missing binary", "/nonexistent/curlew", /start: the program is missing/],
    [
      "a hook that fails",
      scriptNamedCurlew("echo broken >&2; exit 1"),
      /start: ends with status 1.*broken/,
    ],
    [
      "an answer that is not in the agent's format",
      scriptNamedCurlew("echo garbage"),
      /harmless command: unexpected answer: garbage/,
    ],
    [
      "a strict hook whose program is missing",
      "/nonexistent/curlew hook claude-code || { echo missing >&2; exit 2; } #",
      /start: ends with status 2, so the agent blocks every command/,
    ],
    [
      "a slow hook",
      scriptNamedCurlew(
        `event=$(cat); case $event in *"echo ok"*) sleep 5.1;; esac; echo "$event" | ${COMMAND} "$@"`,
      ),
      /speed: takes \d+ ms; an agent may run the command before the hook answers/,
    ],
    [
      "a version of Node.js that is too old",
      scriptNamedCurlew("echo 'curlew: needs Node 20.19 or newer, but this is 18.0.0' >&2; exit 2"),
      /start: ends with status 2.*needs Node 20\.19/,
    ],
    [
      "a relative path of the program",
      "./node_modules/.bin/curlew",
      /start: the program is missing/,
    ],
    [
      "a hook that prints nothing",
      scriptNamedCurlew("cat > /dev/null"),
      /finding: was not denied: the hook printed nothing/,
    ],
  ])("reports %s", async (_, command, message) => {
    const { status, stdout } = await run(await homeWithHook(command), "doctor", "claude-code");
    expect(stdout).toMatch(message);
    expect(status).toBe(1);
  });

  it("reports an old version of curlew", async () => {
    const home = await homeWithHook(
      scriptNamedCurlew(`[ "$1" = --version ] && echo 0.0.9 && exit; exec ${COMMAND} "$@"`),
    );
    const env = { HOME: home, PATH: process.env["PATH"] ?? "" };
    expect(await curlew(["hook", "doctor", "claude-code"], { cwd: home, env })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`version: runs curlew 0.0.9, but this is ${version};`),
    });
  });

  it("reports options that the administrator does not permit", async () => {
    const home = await homeWithHook();
    writeFileSync(join(configurationFolder(home), "curlew.json"), '{"hook": {"decision": "ask"}}');
    const machineFolder = folderWith({ "curlew/curlew.json": '{"hook": {"decision": "deny"}}' });
    const env = { HOME: home, PATH: process.env["PATH"] ?? "" };
    const { stdout } = await runHere(["hook", "doctor"], { cwd: home, env, machineFolder });
    expect(stdout).toMatch(/administrator: .*curlew\.json:1:\d+: hook\.decision is ignored/);
  });

  it("writes JSON with --format json", async () => {
    const { stdout } = await run(await homeWithHook(), "doctor", "--format", "json");
    const [report] = JSON.parse(stdout) as { agent: string; stages: { isOk: boolean }[] }[];
    expect(report?.agent).toBe("claude-code");
    expect(report?.stages.every(({ isOk }) => isOk)).toBe(true);
  });
});
