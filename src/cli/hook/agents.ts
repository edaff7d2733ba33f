/** A decision of the hook that stops a command. The hook never decides that a command is allowed. */
export type Decision = "deny" | "ask";

/** The coding agents for which there is a hook. */
export const AGENTS = [
  "claude-code",
  "codex",
  "gemini-cli",
  "cursor",
  "copilot-cli",
  "opencode",
  "qwen-code",
  "cline",
  "pi",
  "windsurf",
  "goose",
  "kiro",
  "droid",
] as const;
export type AgentName = (typeof AGENTS)[number];

/** The protocol between an agent and its hooks. */
export interface Agent {
  /** The product's name. */
  readonly title: string;
  /** URL of the vendor's documentation of hooks. */
  readonly documentation: string;
  /** The language of the commands that each tool runs, by the tool's name in lower case. */
  readonly shells: Readonly<Record<string, "bash" | "powershell">>;
  /** Whether the agent has a documented response that asks the user. If not, the hook denies a command instead of asking. */
  readonly canAsk: boolean;
  /** Whether the agent shows the user the field `systemMessage` of a response without a decision. */
  readonly showsNotes: boolean;
  /** How a denial is reported: as an object on standard output with status 0, or as status 2 with the reason on standard error. */
  readonly denies: "output" | "status";
  /** The response without a decision. */
  readonly silence: string;
  /** Returns the response with a decision. */
  answer(decision: Decision, reason: string): object;
}

/** Names that several agents use for tools that run commands. */
const COMMON_SHELLS = {
  bash: "bash",
  shell: "bash",
  monitor: "bash",
  powershell: "powershell",
  pwsh: "powershell",
} as const;

/** A regular expression for tools of MCP servers, `mcp__SERVER__TOOL`, whose names suggest that they run commands. */
export const MCP_SHELL = "mcp__.*(?:shell|bash|terminal|exec|command|powershell|pwsh).*";
const MCP_SHELL_NAME = new RegExp(`^${MCP_SHELL}$`, "i");

/** Returns the language of the commands that a tool runs; undefined if it runs no commands. */
export function languageOf(agent: Agent, tool: string): "bash" | "powershell" | undefined {
  const listed = agent.shells[tool.toLowerCase()];
  if (listed !== undefined || !MCP_SHELL_NAME.test(tool)) return listed;
  return /powershell|pwsh/i.test(tool) ? "powershell" : "bash";
}

export const agents: Readonly<Record<AgentName, Agent>> = {
  "claude-code": {
    title: "Claude Code",
    documentation: "https://code.claude.com/docs/en/hooks",
    shells: COMMON_SHELLS,
    denies: "output",
    canAsk: true,
    showsNotes: true,
    silence: "",
    answer: preToolUse,
  },
  codex: {
    title: "Codex",
    documentation: "https://developers.openai.com/codex/hooks",
    // the internal names of the tool, which older versions report
    shells: { ...COMMON_SHELLS, exec_command: "bash", local_shell: "bash" },
    denies: "output",
    // Codex rejects a response with `ask` and runs the command
    canAsk: false,
    showsNotes: true,
    silence: "",
    answer: preToolUse,
  },
  "gemini-cli": {
    title: "Gemini CLI",
    documentation: "https://geminicli.com/docs/hooks/reference",
    shells: { ...COMMON_SHELLS, run_shell_command: "bash" },
    denies: "output",
    canAsk: false,
    showsNotes: true,
    silence: "{}\n",
    answer: (_decision, reason) => ({ decision: "deny", reason }),
  },
  cursor: {
    title: "Cursor",
    documentation: "https://cursor.com/docs/hooks",
    shells: COMMON_SHELLS,
    denies: "output",
    canAsk: true,
    showsNotes: false,
    silence: "{}\n",
    answer: (decision, reason) => ({
      permission: decision,
      user_message: reason,
      agent_message: reason,
    }),
  },
  "copilot-cli": {
    title: "GitHub Copilot CLI",
    documentation:
      "https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference",
    shells: COMMON_SHELLS,
    denies: "output",
    canAsk: true,
    showsNotes: false,
    silence: "",
    answer: (decision, reason) => ({
      permissionDecision: decision,
      permissionDecisionReason: reason,
    }),
  },
  opencode: {
    title: "opencode",
    documentation: "https://opencode.ai/docs/plugins",
    shells: COMMON_SHELLS,
    // the plugin that `hook install` writes turns this response into an error, which stops the tool
    denies: "output",
    canAsk: false,
    showsNotes: false,
    silence: "",
    answer: (decision, reason) => ({ decision, reason }),
  },
  "qwen-code": {
    title: "Qwen Code",
    documentation: "https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks",
    shells: { ...COMMON_SHELLS, run_shell_command: "bash" },
    denies: "output",
    canAsk: false,
    showsNotes: true,
    silence: "",
    answer: (_decision, reason) => ({ decision: "deny", reason }),
  },
  cline: {
    title: "Cline",
    documentation: "https://docs.cline.bot/customization/hooks",
    shells: { ...COMMON_SHELLS, run_commands: "bash", execute_command: "bash" },
    denies: "output",
    canAsk: false,
    showsNotes: false,
    silence: "{}\n",
    answer: (_decision, reason) => ({ cancel: true, errorMessage: reason }),
  },
  pi: {
    title: "pi",
    documentation: "https://github.com/badlogic/pi-mono/tree/main/packages/coding-agent",
    shells: COMMON_SHELLS,
    // the extension that `hook install` writes turns this response into one that blocks the tool
    denies: "output",
    canAsk: false,
    showsNotes: false,
    silence: "",
    answer: (decision, reason) => ({ decision, reason }),
  },
  windsurf: {
    title: "Windsurf",
    documentation: "https://docs.windsurf.com/windsurf/cascade/hooks",
    shells: { ...COMMON_SHELLS, pre_run_command: "bash", run_command: "bash" },
    denies: "status",
    canAsk: false,
    showsNotes: false,
    silence: "",
    answer: denial,
  },
  goose: {
    title: "goose",
    documentation:
      "https://github.com/block/goose/blob/main/documentation/docs/guides/context-engineering/hooks.md",
    shells: { ...COMMON_SHELLS, developer__shell: "bash" },
    denies: "output",
    canAsk: false,
    showsNotes: false,
    silence: "",
    answer: (_decision, reason) => ({ decision: "block", reason }),
  },
  kiro: {
    title: "Kiro CLI",
    documentation: "https://kiro.dev/docs/cli/v3/hooks/",
    shells: {
      ...COMMON_SHELLS,
      execute_bash: "bash",
      execute_cmd: "powershell",
      execute_pwsh: "powershell",
    },
    denies: "status",
    canAsk: false,
    showsNotes: false,
    silence: "",
    answer: denial,
  },
  droid: {
    title: "Factory Droid",
    documentation: "https://docs.factory.ai/reference/hooks-reference",
    shells: { ...COMMON_SHELLS, execute: "bash" },
    denies: "output",
    // `droid exec` runs a command for which the response is `ask`
    canAsk: false,
    showsNotes: true,
    silence: "",
    answer: preToolUse,
  },
};

function denial(_decision: Decision, reason: string): object {
  return { reason };
}

function preToolUse(decision: Decision, reason: string): object {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: decision,
      permissionDecisionReason: reason,
    },
  };
}
