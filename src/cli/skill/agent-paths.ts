import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Context } from "../context.js";

/** Documented folders and files below the home folder from which coding agents load skills, rules, hooks and MCP servers. */
const IN_HOME = [
  ".agents",
  ".amp/settings.json",
  ".claude.json",
  ".claude/CLAUDE.md",
  ".claude/agents",
  ".claude/commands",
  ".claude/plugins",
  ".claude/rules",
  ".claude/settings.json",
  ".claude/skills",
  ".codeium/windsurf/mcp_config.json",
  ".codex/AGENTS.md",
  ".codex/config.toml",
  ".codex/hooks.json",
  ".codex/prompts",
  ".codex/skills",
  ".config/Claude/claude_desktop_config.json",
  ".config/goose/.goosehints",
  ".config/goose/config.yaml",
  ".config/opencode",
  ".config/zed/settings.json",
  ".continue/config.json",
  ".continue/config.yaml",
  ".continue/mcpServers",
  ".continue/rules",
  ".copilot/mcp-config.json",
  ".copilot/skills",
  ".cursor/commands",
  ".cursor/hooks.json",
  ".cursor/mcp.json",
  ".cursor/rules",
  ".cursor/skills",
  ".factory",
  ".gemini/GEMINI.md",
  ".gemini/commands",
  ".gemini/extensions",
  ".gemini/settings.json",
  ".kiro/hooks",
  ".kiro/settings/mcp.json",
  ".kiro/steering",
  ".qwen/QWEN.md",
  ".qwen/commands",
  ".qwen/settings.json",
  ".roo",
  "Library/Application Support/Claude/claude_desktop_config.json",
];

/** Documented folders and files below the folder of a project from which coding agents load skills, rules, hooks and MCP servers. */
const IN_PROJECT = [
  ".agents",
  ".amazonq",
  ".claude",
  ".clinerules",
  ".codex",
  ".continue",
  ".cursor",
  ".cursorrules",
  ".factory",
  ".gemini",
  ".github/agents",
  ".github/chatmodes",
  ".github/copilot-instructions.md",
  ".github/hooks",
  ".github/instructions",
  ".github/prompts",
  ".goosehints",
  ".junie",
  ".kiro",
  ".mcp.json",
  ".opencode",
  ".qwen",
  ".roo",
  ".roorules",
  ".rules",
  ".vscode/mcp.json",
  ".windsurf",
  ".windsurfrules",
  "AGENTS.md",
  "CLAUDE.md",
  "GEMINI.md",
  "QWEN.md",
  "opencode.json",
  "opencode.jsonc",
];

/**
 * Returns the existing files and folders that agents load: those in the home folder as absolute paths, and those in the current folder
 * as relative paths.
 */
export function agentPaths({ cwd, env }: Pick<Context, "cwd" | "env">): string[] {
  const home = env["HOME"] ?? env["USERPROFILE"] ?? homedir();
  const project = IN_PROJECT.filter((path) => existsSync(join(cwd, path)));
  return [
    ...IN_HOME.map((path) => join(home, path)).filter((path) => existsSync(path)),
    ...(cwd === home ? [] : project),
  ];
}
