import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  type Node,
  type ParseError,
} from "jsonc-parser";
import type { Context } from "../context.js";
import { isBelow } from "../is-below.js";
import type { AgentName } from "./agents.js";
import { probeStages, TOOLS } from "./doctor-probes.js";
import { commandsOf } from "./handler-commands.js";
import { agentSettings } from "./agent-settings.js";
import { ok, problem, type Stage } from "./doctor-stage.js";

/** The entry of curlew in an agent's settings. */
interface InstalledEntry {
  readonly command: string;
  readonly matcher: string | null;
  readonly isEnabled: boolean;
}

/** A settings file that names curlew. */
export interface SettingsFile {
  readonly file: string;
  readonly text: string;
  /** Whether the file contains the settings of the user instead of those of a project. */
  readonly isUsers: boolean;
  /** The version of this curlew. */
  readonly version: string;
}

/** Settings that disable all hooks of an agent, each with the value that disables them. */
const DISABLING_SETTINGS: Partial<
  Readonly<Record<AgentName, readonly (readonly [string, unknown])[]>>
> = {
  "claude-code": [["disableAllHooks", true]],
  "gemini-cli": [
    ["hooksConfig.enabled", false],
    ["tools.enableHooks", false],
    ["disableAllHooks", true],
  ],
  "qwen-code": [["disableAllHooks", true]],
  codex: [["disableAllHooks", true]],
  droid: [["hooksDisabled", true]],
};

/** Other files, in the folder of the settings or of the project, that can also disable an agent's hooks. */
const OTHER_FILES: Partial<Readonly<Record<AgentName, readonly string[]>>> = {
  "claude-code": ["settings.local.json", "settings.json"],
  "gemini-cli": ["settings.json"],
  "qwen-code": ["settings.json"],
  droid: ["settings.local.json", "settings.json"],
};

/** Files below the home folder in which users put hooks by mistake: the agent does not read hooks from them. */
const UNREAD: Partial<Readonly<Record<AgentName, readonly string[]>>> = {
  "claude-code": [".claude.json", ".claude/hooks.json", ".claude/settings.local.json"],
  codex: [".codex/config.json", ".codex/settings.json"],
  "gemini-cli": [".gemini/hooks.json", ".gemini/config.json"],
  cursor: [".cursor/settings.json", ".cursor/mcp.json"],
  "copilot-cli": [".copilot/hooks.json"],
  "qwen-code": [".qwen/hooks.json"],
  windsurf: [".windsurf/hooks.json", ".codeium/hooks.json"],
  goose: [".config/goose/hooks.json"],
  droid: [".factory/config.json"],
};

/** Checks the settings in one file and the command line in them. */
export function settingsStages(agent: AgentName, given: SettingsFile, context: Context): Stage[] {
  const { text, file } = given;
  const { entry, note } = agentSettings[agent];
  if (entry.kind === "file") return fileStages(agent, given, context);
  const root = rootOf(text);
  if (root === null)
    return [problem("settings", "the file is not valid JSON, so the agent ignores all of it")];
  const list = findNodeAtLocation(root, [...entry.keys]);
  const found = installedIn(list === undefined ? [] : getNodeValue(list), agent);
  const [first] = found;
  if (first === undefined)
    return [
      problem("settings", `no entry for curlew in ${entry.keys.join(".")}; install the hook again`),
    ];
  return [
    found.length > 1
      ? problem(
          "settings",
          `${found.length} entries for curlew; install the hook again to keep one`,
        )
      : ok("settings", "one entry"),
    ...(first.isEnabled ? [] : [problem("switched off", "the entry has enabled: false")]),
    ...disabledStages(agent, file, root, context),
    ...shadowStages(agent, file),
    ...matcherStages(agent, first),
    ...probeStages(agent, first.command, given, context),
    ...trustStages(agent, file, context),
    ...(note === undefined ? [] : [ok("note", note)]),
  ];
}

/** Whether settings that should be JSON cannot be parsed. */
export function isBroken(agent: AgentName, text: string): boolean {
  return agentSettings[agent].entry.kind === "list" && text.trim() !== "" && rootOf(text) === null;
}

function rootOf(text: string): Node | null {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  return root === undefined || errors.length > 0 ? null : root;
}

function fileStages(agent: AgentName, given: SettingsFile, context: Context): Stage[] {
  const { entry } = agentSettings[agent];
  const line = /^(?!\/\/|#)(?:exec |const COMMAND = )?(.*? hook .*?)(?: \|\| echo '.*)?;?$/m.exec(
    given.text,
  )?.[1];
  if (entry.kind !== "file" || !given.text.includes(entry.mark) || line === undefined)
    return [problem("settings", "the file was modified; install the hook again")];
  const mayRun = entry.isExecutable !== true || (statSync(given.file).mode & 0o100) !== 0;
  return [
    ok("settings", "the file is unmodified"),
    ...(mayRun
      ? []
      : [problem("settings", "the file is not executable, so the agent skips it; run chmod +x")]),
    ...probeStages(
      agent,
      line.startsWith('"') ? (JSON.parse(line) as string) : line,
      given,
      context,
    ),
  ];
}

/** Reports entries in files that the agent does not read; empty if there is also a correct entry. */
export function misplacedStages(
  agent: AgentName,
  isInstalled: boolean,
  context: Context,
): { agent: AgentName; file: string; stages: Stage[] }[] {
  const home = context.env["HOME"] ?? context.env["USERPROFILE"] ?? homedir();
  const usual = agentSettings[agent].user({ env: { HOME: home } });
  const used = agentSettings[agent].user(context);
  // a folder that is named by an environment variable replaces the usual one
  const shadowed = usual !== null && usual !== used ? [usual] : [];
  const files = [...(UNREAD[agent] ?? []).map((path) => join(home, path)), ...shadowed];
  return files
    .filter((file) => !isInstalled && file !== used && existsSync(file))
    .filter((file) => readFileSync(file, "utf8").includes(` hook ${agent}`))
    .map((file) => ({
      agent,
      file,
      stages: [
        problem("settings", `the agent does not read hooks here but in ${used ?? "the project"}`),
      ],
    }));
}

function installedIn(list: unknown, agent: AgentName): InstalledEntry[] {
  if (!Array.isArray(list)) return [];
  const isOurs = (command: unknown): command is string =>
    typeof command === "string" && command.includes(` hook ${agent}`);
  return (list as Record<string, unknown>[]).flatMap((group) => {
    const matcher = typeof group["matcher"] === "string" ? group["matcher"] : null;
    const handlers = Array.isArray(group["hooks"])
      ? (group["hooks"] as Record<string, unknown>[])
      : [group];
    return handlers
      .flatMap((handler) => commandsOf(handler)[0])
      .filter(isOurs)
      .map((command) => ({ command, matcher, isEnabled: group["enabled"] !== false }));
  });
}

/** Reports settings, in this file and in others that the agent reads, that disable all hooks. */
function disabledStages(agent: AgentName, file: string, settings: Node, context: Context): Stage[] {
  const folders = [dirname(file), join(context.cwd, dirname(agentSettings[agent].project))];
  const others = folders
    .flatMap((folder) => (OTHER_FILES[agent] ?? []).map((name) => join(folder, name)))
    .filter((path, at, all) => path !== file && all.indexOf(path) === at && existsSync(path));
  return [
    { path: null, root: settings },
    ...others.map((path) => ({ path, root: parseTree(readFileSync(path, "utf8"), []) })),
  ].flatMap(({ path, root }) => {
    const setting = (DISABLING_SETTINGS[agent] ?? []).find(
      ([name, disabling]) =>
        root !== undefined && findNodeAtLocation(root, name.split("."))?.value === disabling,
    );
    return setting === undefined
      ? []
      : [
          problem(
            "switched off",
            `${setting[0]} is ${String(setting[1])}${path === null ? "" : ` in ${path}`}: the agent runs no hooks`,
          ),
        ];
  });
}

/** Reports another file whose hooks replace those in this file. */
function shadowStages(agent: AgentName, file: string): Stage[] {
  const shadow = join(dirname(file), "hooks.json");
  return agent === "droid" && existsSync(shadow)
    ? [problem("settings", `${shadow} replaces the hooks in this file; move the entry there`)]
    : [];
}

/** Reports whether the user trusts the hook: Codex skips an untrusted hook, and Copilot CLI the hooks of an untrusted folder. */
function trustStages(agent: AgentName, file: string, { env, cwd }: Context): Stage[] {
  const home = env["HOME"] ?? env["USERPROFILE"] ?? homedir();
  if (agent === "codex") {
    const path = join(env["CODEX_HOME"] ?? join(home, ".codex"), "config.toml");
    const config = existsSync(path) ? readFileSync(path, "utf8") : "";
    return config.includes("trusted_hash") && config.includes(file)
      ? [ok("trust", "the hook is trusted")]
      : [problem("trust", "Codex skips a hook that you have not trusted: open /hooks in Codex")];
  }
  if (agent === "copilot-cli") {
    const path = join(env["COPILOT_HOME"] ?? join(home, ".copilot"), "config.json");
    const config = existsSync(path) ? readFileSync(path, "utf8") : "";
    const folders = trustedFolders(config);
    return folders.some((folder) => isBelow(cwd, folder))
      ? [ok("trust", "the folder is trusted")]
      : [
          problem(
            "trust",
            `Copilot CLI runs no hooks of a folder that is not trusted; start copilot in ${cwd} and trust it`,
          ),
        ];
  }
  return [];
}

function trustedFolders(config: string): string[] {
  const root = parseTree(config, []);
  const folders: unknown = root === undefined ? undefined : getNodeValue(root);
  const { trusted_folders: snake, trustedFolders: camel } = Object(folders) as Record<
    string,
    unknown
  >;
  return [snake, camel]
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .filter((each) => typeof each === "string");
}

function matcherStages(agent: AgentName, { matcher }: InstalledEntry): Stage[] {
  const tools = TOOLS[agent];
  if (tools === undefined || matcher === null || matcher === "" || matcher === "*") return [];
  const missing = tools.filter((tool) => !matches(matcher, tool));
  return [
    missing.length === 0
      ? ok("matcher", "matches every tool that runs commands")
      : problem("matcher", `does not match ${missing.join(", ")}; install the hook again`),
  ];
}

/** Whether a matcher, which is a list of names or a regular expression, matches a tool. */
function matches(matcher: string, tool: string): boolean {
  if (/^[\w\s,|-]+$/.test(matcher))
    return matcher.split(/[|,]/).some((each) => each.trim() === tool);
  try {
    return new RegExp(matcher).test(tool);
  } catch {
    return false;
  }
}
