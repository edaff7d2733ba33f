/** Kinds of units, each of which is installed, loaded or trusted as a whole. */
export type UnitKind =
  | "skill"
  | "plugin"
  | "command"
  | "agent"
  | "rules"
  | "settings"
  | "mcp-config"
  | "package"
  | "tools"
  | "file";

/**
 * The kinds of units that are single files with a documented path. Each pattern is tested on the absolute path, with forward slashes.
 * The first match decides.
 */
const KINDS: readonly (readonly [UnitKind, RegExp])[] = [
  // Claude Code, Gemini CLI, Qwen Code, Factory, Amp: hooks, status lines and servers in one file
  ["settings", /\/\.(?:claude|gemini|qwen|factory|amp)\/settings(?:\.local)?\.json$/],
  ["settings", /\/(?:\.codex\/config\.toml|\.(?:codex|cursor|windsurf|codeium)\/hooks\.json)$/],
  ["settings", /\/\.github\/hooks\/[^/]+\.json$/],
  ["settings", /\/\.kiro\/hooks\/[^/]+\.(?:hook|json)$/],
  ["settings", /\/hooks\/hooks\.json$/],
  ["mcp-config", /\/\.?mcp\.json$/],
  ["mcp-config", /\/\.(?:cursor|vscode|roo|kiro\/settings|amazonq|junie\/mcp)\/mcp\.json$/],
  ["mcp-config", /\/(?:claude_desktop_config|mcp_config|cline_mcp_settings|mcp_settings)\.json$/],
  ["mcp-config", /\/\.continue\/(?:mcpServers\/[^/]+\.(?:json|ya?ml)|config\.(?:json|ya?ml))$/],
  ["mcp-config", /\/goose\/config\.ya?ml$/],
  [
    "mcp-config",
    /\/(?:opencode\.jsonc?|\.zed\/settings\.json|zed\/settings\.json|\.claude\.json)$/,
  ],
  ["mcp-config", /\/\.vscode\/settings\.json$/],
  ["package", /\/package\.json$/],
  ["rules", /\/(?:AGENTS|CLAUDE|GEMINI|QWEN|AGENT)(?:\.local|\.override)?\.md$/i],
  ["rules", /\/\.(?:cursorrules|windsurfrules|clinerules|roorules|goosehints|rules)$/],
  ["rules", /\.mdc$/],
  ["rules", /\/\.github\/(?:copilot-instructions\.md|instructions\/.*\.instructions\.md)$/],
  [
    "rules",
    /\/\.(?:claude|cursor|windsurf|clinerules|roo|kiro|augment|amazonq|trae|continue|junie|agents?)\/(?:[^/]*rules[^/]*\/|steering\/|guidelines)[^\n]*\.(?:md|txt)$/,
  ],
  ["rules", /\/\.clinerules\/.*\.(?:md|txt)$/],
  [
    "agent",
    /\/\.(?:claude|cursor|gemini|opencode|factory|qwen|kiro)\/(?:agents?|droids)\/.*\.(?:md|json)$/,
  ],
  ["agent", /\/\.github\/(?:agents|chatmodes)\/[^/]+\.md$/],
  ["command", /\/\.(?:claude|cursor|opencode|factory|qwen)\/commands?\/.*\.md$/],
  ["command", /\/\.(?:gemini|qwen)\/commands\/.*\.toml$/],
  ["command", /\/(?:\.codex\/prompts\/[^/]+|\.github\/prompts\/[^/]+\.prompt)\.md$/],
  ["command", /\/\.windsurf\/workflows\/[^/]+\.md$/],
];

/** Manifests that make a folder a plugin. */
const MANIFEST =
  /\/(?:\.(?:claude|codex|cursor|factory)-plugin\/(?:plugin|marketplace)\.json|gemini-extension\.json)$/;

/** Markdown files that define an agent or a command if their front matter has a description. */
const DESCRIBED = /\/(agents|commands)\/.*\.md$/;

const SKILL = /\/skill\.md$/i;

/**
 * Returns the kind of a file that is a unit by its path alone; null for any other file.
 * @param path the absolute path, with forward slashes
 */
export function kindOfUnit(path: string): UnitKind | null {
  return KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

/** Whether a file is the SKILL.md that makes its folder a skill. */
export function isSkillFile(path: string): boolean {
  return SKILL.test(path);
}

/** Returns the folder that a manifest makes a plugin; null if the file is not a manifest. */
export function pluginFolder(path: string): string | null {
  if (!MANIFEST.test(path)) return null;
  return path.replace(/\/(?:\.[a-z]+-plugin\/)?[^/]+$/, "");
}

/** Returns the kind that a Markdown file has if its front matter contains a description; null for any other file. */
export function describedKind(path: string): "agent" | "command" | null {
  const folder = DESCRIBED.exec(path)?.[1];
  return folder === undefined ? null : folder === "agents" ? "agent" : "command";
}
