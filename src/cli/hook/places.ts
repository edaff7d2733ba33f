import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Context } from "../context.js";
import type { AgentName } from "./agents.js";
import { opencodePlugin } from "./opencode.js";

/** Where an agent keeps its hooks, and what ours looks like there. */
export interface Place {
  /** The settings of the user; null where the documentation knows none. */
  user(home: Home): string | null;
  /** Those of a project, from its folder. */
  readonly project: string;
  readonly entry: Entry;
  /** What the user has to do besides. */
  readonly note?: string;
}

/** An entry in a list of a JSON file, or a file of its own. */
export type Entry =
  | {
      readonly kind: "list";
      /** The keys that lead to the list. */
      readonly keys: readonly string[];
      /** What else the file has to hold. */
      readonly beside?: Readonly<Record<string, unknown>>;
      make(command: string, files: boolean): object;
    }
  | { readonly kind: "file"; make(command: string, files: boolean): string };

export interface Home {
  readonly env: Context["env"];
}

const SECONDS = 20;

const inHome =
  (...path: string[]) =>
  ({ env }: Home): string =>
    join(env["HOME"] ?? env["USERPROFILE"] ?? homedir(), ...path);

/** The folder that a variable names, or the usual one. */
const inFolderOf =
  (variable: string, usual: string, file: string) =>
  (home: Home): string => {
    const folder = home.env[variable];
    return folder !== undefined && isAbsolute(folder)
      ? join(folder, file)
      : inHome(usual, file)(home);
  };

/** A group of hooks for some tools, as Claude Code, Codex and Gemini CLI write it. */
const group =
  (tools: string, written: string, handler: (command: string) => object) =>
  (command: string, files: boolean): object => ({
    matcher: files ? `${tools}|${written}` : tools,
    hooks: [handler(command)],
  });

export const places: Readonly<Record<AgentName, Place>> = {
  "claude-code": {
    user: inFolderOf("CLAUDE_CONFIG_DIR", ".claude", "settings.json"),
    project: ".claude/settings.json",
    entry: {
      kind: "list",
      keys: ["hooks", "PreToolUse"],
      make: group("Bash", "Write|Edit|MultiEdit", (command) => ({
        type: "command",
        command,
        timeout: SECONDS,
      })),
    },
  },
  codex: {
    user: inFolderOf("CODEX_HOME", ".codex", "hooks.json"),
    project: ".codex/hooks.json",
    entry: {
      kind: "list",
      keys: ["hooks", "PreToolUse"],
      make: (command) => ({
        matcher: "^Bash$",
        hooks: [{ type: "command", command, timeout: SECONDS }],
      }),
    },
    note: "Codex runs a new hook only when you have trusted it: open /hooks in Codex.",
  },
  "gemini-cli": {
    user: inHome(".gemini", "settings.json"),
    project: ".gemini/settings.json",
    entry: {
      kind: "list",
      keys: ["hooks", "BeforeTool"],
      make: group("run_shell_command", "write_file|replace", (command) => ({
        name: "curlew",
        type: "command",
        command,
        timeout: SECONDS * 1000,
      })),
    },
  },
  cursor: {
    user: inHome(".cursor", "hooks.json"),
    project: ".cursor/hooks.json",
    entry: {
      kind: "list",
      keys: ["hooks", "beforeShellExecution"],
      beside: { version: 1 },
      make: (command) => ({ command, timeout: SECONDS }),
    },
  },
  "copilot-cli": {
    user: () => null,
    project: ".github/hooks/curlew.json",
    entry: {
      kind: "list",
      keys: ["hooks", "preToolUse"],
      beside: { version: 1 },
      make: (command) => ({
        type: "command",
        bash: command,
        powershell: command,
        timeoutSec: SECONDS,
      }),
    },
  },
  opencode: {
    user: inFolderOf(
      "OPENCODE_CONFIG_DIR",
      join(".config", "opencode"),
      join("plugins", "curlew.js"),
    ),
    project: ".opencode/plugins/curlew.js",
    entry: { kind: "file", make: (command, files) => opencodePlugin(command, files) },
  },
};
