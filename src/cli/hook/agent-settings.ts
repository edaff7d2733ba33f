import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Context } from "../context.js";
import { MCP_SHELL, type AgentName } from "./agents.js";
import { CLINE_MARK, clineHook } from "./cline-script.js";
import { OPENCODE_MARK, opencodePlugin } from "./opencode-plugin.js";
import { PI_MARK, piExtension } from "./pi-extension.js";
import type { MakeOptions } from "./make-options.js";

/** The settings files from which an agent reads its hooks, and curlew's entry in them. */
export interface AgentSettings {
  /** Returns the path of the user's settings; null if the agent's documentation describes none. */
  user(home: Home): string | null;
  /** The path of a project's settings, relative to the folder of the project. */
  readonly project: string;
  readonly entry: Entry;
  /**
   * What blocks a command if curlew cannot run: the agent itself or, with `--strict`, the hook's command line, the written file or a
   * setting of the agent.
   */
  readonly onFailure: "blocks" | "strict command" | "strict file" | "vendor setting";
  /** A file that the agent requires next to the settings: its name and content. */
  readonly beside?: { readonly file: string; readonly text: string };
  /** Advice on the next steps for the user. */
  readonly note?: string;
}

/** Curlew's entry: an element of a list in a JSON file, or a separate file. */
export type Entry =
  | {
      readonly kind: "list";
      /** The keys that lead to the list. */
      readonly keys: readonly string[];
      /** Other properties that the file must have. */
      readonly beside?: Readonly<Record<string, unknown>>;
      make(command: string, options: MakeOptions): object;
    }
  | {
      readonly kind: "file";
      /** The line that identifies a file that `hook install` wrote. */
      readonly mark: string;
      /** Whether the agent executes the file. */
      readonly isExecutable?: boolean;
      make(command: string, options: MakeOptions): string;
    };

export interface Home {
  readonly env: Context["env"];
}

/** Time limit for the hook in the agents' settings, in seconds. */
const TIMEOUT_SECONDS = 20;

const inHome =
  (...path: string[]) =>
  ({ env }: Home): string =>
    join(env["HOME"] ?? env["USERPROFILE"] ?? homedir(), ...path);

/** Returns the path of a file in the folder that an environment variable names or, if that is not an absolute path, in the usual folder. */
const inFolderOf =
  (variable: string, usual: string, file: string) =>
  (home: Home): string => {
    const folder = home.env[variable];
    return folder !== undefined && isAbsolute(folder)
      ? join(folder, file)
      : inHome(usual, file)(home);
  };

/** Returns a function that makes a group of hooks for some tools, in the format of Claude Code, Gemini CLI, Qwen Code and Droid. */
const group =
  (tools: string, written: string, handler: (command: string) => object) =>
  (command: string, { files }: MakeOptions): object => ({
    // with the anchors, agents treat the matcher as a regular expression instead of a list of names
    matcher: `^(?:${[tools, MCP_SHELL, ...(files ? [written] : [])].join("|")})$`,
    hooks: [handler(command)],
  });

export const agentSettings: Readonly<Record<AgentName, AgentSettings>> = {
  "claude-code": {
    user: inFolderOf("CLAUDE_CONFIG_DIR", ".claude", "settings.json"),
    project: ".claude/settings.json",
    onFailure: "strict command",
    entry: {
      kind: "list",
      keys: ["hooks", "PreToolUse"],
      make: group("Bash|PowerShell|Monitor", "Write|Edit|MultiEdit", (command) => ({
        type: "command",
        command,
        timeout: TIMEOUT_SECONDS,
      })),
    },
  },
  codex: {
    user: inFolderOf("CODEX_HOME", ".codex", "hooks.json"),
    project: ".codex/hooks.json",
    onFailure: "strict command",
    entry: {
      kind: "list",
      keys: ["hooks", "PreToolUse"],
      make: (command) => ({
        matcher: `^(?:Bash|PowerShell|${MCP_SHELL})$`,
        hooks: [{ type: "command", command, timeout: TIMEOUT_SECONDS }],
      }),
    },
    note: "Codex runs a new hook only after you have trusted it: open /hooks in Codex.",
  },
  "gemini-cli": {
    user: inHome(".gemini", "settings.json"),
    project: ".gemini/settings.json",
    onFailure: "strict command",
    entry: {
      kind: "list",
      keys: ["hooks", "BeforeTool"],
      make: group("run_shell_command", "write_file|replace", (command) => ({
        name: "curlew",
        type: "command",
        command,
        timeout: TIMEOUT_SECONDS * 1000,
      })),
    },
  },
  cursor: {
    user: inHome(".cursor", "hooks.json"),
    project: ".cursor/hooks.json",
    onFailure: "strict command",
    entry: {
      kind: "list",
      keys: ["hooks", "beforeShellExecution"],
      beside: { version: 1 },
      make: (command) => ({ command, timeout: TIMEOUT_SECONDS }),
    },
  },
  "copilot-cli": {
    user: () => null,
    project: ".github/hooks/curlew.json",
    onFailure: "blocks",
    entry: {
      kind: "list",
      keys: ["hooks", "preToolUse"],
      beside: { version: 1 },
      make: (command) => ({
        type: "command",
        bash: command,
        powershell: command,
        timeoutSec: TIMEOUT_SECONDS,
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
    onFailure: "strict file",
    entry: { kind: "file", mark: OPENCODE_MARK, make: opencodePlugin },
  },
  "qwen-code": {
    user: inHome(".qwen", "settings.json"),
    project: ".qwen/settings.json",
    onFailure: "strict command",
    entry: {
      kind: "list",
      keys: ["hooks", "PreToolUse"],
      make: group("run_shell_command", "write_file|edit", (command) => ({
        name: "curlew",
        type: "command",
        command,
        timeout: TIMEOUT_SECONDS * 1000,
      })),
    },
  },
  cline: {
    user: inHome(".cline", "hooks", "PreToolUse"),
    project: ".clinerules/hooks/PreToolUse",
    onFailure: "strict file",
    entry: { kind: "file", mark: CLINE_MARK, isExecutable: true, make: clineHook },
  },
  pi: {
    user: inHome(".pi", "agent", "extensions", "curlew.ts"),
    project: ".pi/extensions/curlew.ts",
    onFailure: "strict file",
    entry: { kind: "file", mark: PI_MARK, make: piExtension },
  },
  windsurf: {
    user: inHome(".codeium", "windsurf", "hooks.json"),
    project: ".windsurf/hooks.json",
    onFailure: "strict command",
    entry: {
      kind: "list",
      keys: ["hooks", "pre_run_command"],
      make: (command) => ({ command, show_output: true }),
    },
  },
  goose: {
    user: inHome(".agents", "plugins", "curlew", "hooks", "hooks.json"),
    project: ".agents/plugins/curlew/hooks/hooks.json",
    onFailure: "vendor setting",
    beside: {
      file: join("..", "plugin.json"),
      text: `${JSON.stringify({ name: "curlew", version: "1.0.0", description: "Checks the commands that goose is about to run." }, null, 2)}\n`,
    },
    entry: {
      kind: "list",
      keys: ["hooks", "PreToolUse"],
      make: (command, { files, strict }) => ({
        matcher: `^(?:developer__shell${files ? "|developer__write" : ""}|.*__.*(?:shell|exec|command).*)$`,
        hooks: [
          {
            type: "command",
            command,
            timeout: TIMEOUT_SECONDS,
            ...(strict && { on_failure: "block" }),
          },
        ],
      }),
    },
  },
  kiro: {
    user: () => null,
    project: ".kiro/hooks/curlew.json",
    onFailure: "strict command",
    entry: {
      kind: "list",
      keys: ["hooks"],
      beside: { version: "v1" },
      make: (command, { files }) => ({
        name: "curlew",
        trigger: "PreToolUse",
        matcher: `^(?:shell|execute_bash|execute_cmd|execute_pwsh${files ? "|write|fs_write" : ""})$`,
        action: { type: "command", command },
        timeout: TIMEOUT_SECONDS,
        enabled: true,
      }),
    },
  },
  droid: {
    user: inHome(".factory", "settings.json"),
    project: ".factory/settings.json",
    onFailure: "strict command",
    entry: {
      kind: "list",
      keys: ["hooks", "PreToolUse"],
      make: group("Execute", "Create|Write|Edit", (command) => ({
        type: "command",
        command,
        timeout: TIMEOUT_SECONDS,
      })),
    },
    note: "Droid ignores hooks in settings.json if there is a hooks.json beside it; move the entry there in that case.",
  },
};
