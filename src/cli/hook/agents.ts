/** Decisions of the hook on a command. There is none without a finding. */
export type Decision = "deny" | "ask";

/** The coding agents whose hooks are documented. */
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
  /** The page of the documentation. */
  readonly documentation: string;
  /** Tools that run a shell command, with the language they run. */
  readonly shells: Readonly<Record<string, "bash" | "powershell">>;
  /** Whether its documentation has a response that asks the user. Otherwise such commands are denied, with the reason. */
  readonly canAsk: boolean;
  /** Whether it shows the user the field `systemMessage` of a response without a decision. */
  readonly showsNotes: boolean;
  /**
   * How a denial is reported: `output` as an object on standard output with status 0, `status` as status 2 with the reason on
   * standard error.
   */
  readonly denies: "output" | "status";
  /** The response without a decision. */
  readonly silence: string;
  answer(decision: Decision, reason: string): object;
}

const BASH = {
  bash: "bash",
  shell: "bash",
  monitor: "bash",
  powershell: "powershell",
  pwsh: "powershell",
} as const;

/** A tool of an MCP server, `mcp__SERVER__TOOL`, whose name says that it runs commands. */
export const MCP_SHELL = "mcp__.*(?:shell|bash|terminal|exec|command|powershell|pwsh).*";
const MCP_SHELL_NAME = new RegExp(`^${MCP_SHELL}$`, "i");

/** Returns the language that a tool of an agent runs, or undefined for a tool that runs no commands. */
export function languageOf(agent: Agent, tool: string): "bash" | "powershell" | undefined {
  const listed = agent.shells[tool.toLowerCase()];
  if (listed !== undefined || !MCP_SHELL_NAME.test(tool)) return listed;
  return /powershell|pwsh/i.test(tool) ? "powershell" : "bash";
}

export const agents: Readonly<Record<AgentName, Agent>> = {
  "claude-code": {
    title: "Claude Code",
    documentation: "https://code.claude.com/docs/en/hooks",
    shells: BASH,
    denies: "output",
    canAsk: true,
    showsNotes: true,
    silence: "",
    answer: preToolUse,
  },
  codex: {
    title: "Codex",
    documentation: "https://developers.openai.com/codex/hooks",
    // older versions name the tool as it is called inside
    shells: { ...BASH, exec_command: "bash", local_shell: "bash" },
    // `ask` is rejected, and the command runs then
    denies: "output",
    canAsk: false,
    showsNotes: true,
    silence: "",
    answer: preToolUse,
  },
  "gemini-cli": {
    title: "Gemini CLI",
    documentation: "https://geminicli.com/docs/hooks/reference",
    shells: { ...BASH, run_shell_command: "bash" },
    denies: "output",
    canAsk: false,
    showsNotes: true,
    silence: "{}\n",
    answer: (_decision, reason) => ({ decision: "deny", reason }),
  },
  cursor: {
    title: "Cursor",
    documentation: "https://cursor.com/docs/hooks",
    shells: BASH,
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
    shells: BASH,
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
    shells: BASH,
    // its plugins stop a tool with an error; the plugin that `hook install` writes makes one of this
    denies: "output",
    canAsk: false,
    showsNotes: false,
    silence: "",
    answer: (decision, reason) => ({ decision, reason }),
  },
  "qwen-code": {
    title: "Qwen Code",
    documentation: "https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks",
    shells: { ...BASH, run_shell_command: "bash" },
    denies: "output",
    canAsk: false,
    showsNotes: true,
    silence: "",
    answer: (_decision, reason) => ({ decision: "deny", reason }),
  },
  cline: {
    title: "Cline",
    documentation: "https://docs.cline.bot/customization/hooks",
    shells: { ...BASH, run_commands: "bash", execute_command: "bash" },
    denies: "output",
    canAsk: false,
    showsNotes: false,
    silence: "{}\n",
    answer: (_decision, reason) => ({ cancel: true, errorMessage: reason }),
  },
  pi: {
    title: "pi",
    documentation: "https://github.com/badlogic/pi-mono/tree/main/packages/coding-agent",
    shells: BASH,
    // its extensions block a tool; the extension that `hook install` writes makes a block of this
    denies: "output",
    canAsk: false,
    showsNotes: false,
    silence: "",
    answer: (decision, reason) => ({ decision, reason }),
  },
  windsurf: {
    title: "Windsurf",
    documentation: "https://docs.windsurf.com/windsurf/cascade/hooks",
    shells: { ...BASH, pre_run_command: "bash", run_command: "bash" },
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
    shells: { ...BASH, developer__shell: "bash" },
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
      ...BASH,
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
    shells: { ...BASH, execute: "bash" },
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
