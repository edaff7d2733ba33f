import type { AgentName } from "../../../src/cli/hook/agents.js";

/** How a coding agent is started so that it uses the fake model server. */
export interface Recipe {
  /** The npm package of the agent. */
  readonly package: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Returns environment variables that make the agent use the model server at a URL. */
  env(url: string): Readonly<Record<string, string>>;
  /** Returns files for the home folder by path. */
  files?(url: string): Readonly<Record<string, string>>;
  /** Returns the arguments of an earlier run of the program, which prepares the test. */
  before?(url: string): readonly string[];
  /** Whether the agent supports hooks only in projects. */
  readonly isProject?: boolean;
  /** Whether the agent blocks commands if the hook fails, even if the hook is not strict. */
  readonly blocksBroken?: boolean;
  /** How the agent is started if the user has not trusted the hook or the folder. Absent if the agent has no such check. */
  readonly untrusted?: {
    readonly args?: readonly string[];
    readonly env?: Record<string, string>;
    readonly files?: Readonly<Record<string, string>>;
    /** What the agent then does: it ignores the hook, blocks commands, or calls the hook. */
    readonly outcome: "ignores" | "blocks" | "calls";
  };
}

const provider = (url: string): object => ({ baseURL: `${url}/v1`, apiKey: "dummy" });

export const recipes: Partial<Readonly<Record<AgentName, Recipe>>> = {
  "claude-code": {
    package: "@anthropic-ai/claude-code",
    program: "claude",
    args: ["-p", "run it", "--allowedTools", "Bash", "--model", "sonnet"],
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "dummy",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    }),
  },
  codex: {
    package: "@openai/codex@0.171.0",
    program: "codex",
    args: [
      ...["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"],
      ...["--dangerously-bypass-hook-trust", "run it"],
    ],
    env: () => ({ DUMMY_KEY: "dummy" }),
    files: (url) => ({
      ".codex/config.toml": [
        'model = "fake"\nmodel_provider = "fake"\ncheck_for_update_on_startup = false',
        "[analytics]\nenabled = false",
        `[model_providers.fake]\nname = "fake"\nbase_url = "${url}/v1"\nwire_api = "responses"`,
        'env_key = "DUMMY_KEY"\nrequest_max_retries = 0\nstream_max_retries = 0\n',
      ].join("\n"),
    }),
    untrusted: {
      args: [
        "exec",
        "--skip-git-repo-check",
        "--dangerously-bypass-approvals-and-sandbox",
        "run it",
      ],
      outcome: "ignores",
    },
  },
  "gemini-cli": {
    package: "@google/gemini-cli@0.61.0",
    program: "gemini",
    args: ["-p", "run it", "--yolo", "--skip-trust", "-m", "gemini-2.5-flash"],
    env: (url) => ({ GEMINI_API_KEY: "dummy", GOOGLE_GEMINI_BASE_URL: url }),
    files: () => ({
      ".gemini/settings.json": JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
    untrusted: { args: ["-p", "run it", "--yolo", "-m", "gemini-2.5-flash"], outcome: "blocks" },
  },
  opencode: {
    package: "opencode-ai@1.18.33",
    program: "opencode",
    args: ["run", "run it"],
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_AUTOUPDATE: "1" }),
    files: (url) => ({
      ".config/opencode/opencode.json": JSON.stringify({
        model: "fake/fake",
        small_model: "fake/fake",
        autoupdate: false,
        share: "disabled",
        permission: { "*": "allow" },
        provider: {
          fake: {
            npm: "@ai-sdk/openai-compatible",
            name: "fake",
            options: provider(url),
            models: {
              fake: { name: "fake", tool_call: true, limit: { context: 100000, output: 4096 } },
            },
          },
        },
      }),
    }),
  },
  "copilot-cli": {
    package: "@github/copilot@1.0.102",
    program: "copilot",
    args: ["-p", "run it", "--allow-all-tools", "--model", "fake"],
    isProject: true,
    blocksBroken: true,
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: "openai",
      COPILOT_PROVIDER_API_KEY: "dummy",
      COPILOT_MODEL: "fake",
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_ALLOW_ALL: "true",
    }),
    untrusted: { env: { COPILOT_ALLOW_ALL: "1" }, outcome: "ignores" },
  },
  "qwen-code": {
    package: "@qwen-code/qwen-code",
    program: "qwen",
    args: ["-p", "run it", "--yolo", "--auth-type", "openai", "-m", "fake"],
    env: (url) => ({ OPENAI_API_KEY: "dummy", OPENAI_BASE_URL: `${url}/v1` }),
    files: () => ({
      ".qwen/settings.json": JSON.stringify({
        general: { disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        security: { auth: { selectedType: "openai" } },
      }),
    }),
    untrusted: {
      files: {
        ".qwen/settings.json": JSON.stringify({
          general: { disableAutoUpdate: true },
          privacy: { usageStatisticsEnabled: false },
          security: { auth: { selectedType: "openai" }, folderTrust: { enabled: true } },
        }),
        ".qwen/trustedFolders.json": "{}",
      },
      outcome: "calls",
    },
  },
  cline: {
    package: "cline@3.0.65",
    program: "cline",
    args: [
      ...["-P", "openai-compatible", "-k", "dummy", "-m", "fake"],
      ...["--retries", "1", "-t", "85", "-v", "run it"],
    ],
    env: () => ({}),
    before: (url) => [
      ...["auth", "-p", "openai-compatible", "-k", "dummy", "-m", "fake", "-b", `${url}/v1`],
    ],
  },
  pi: {
    package: "@mariozechner/pi-coding-agent@0.73.1",
    program: "pi",
    args: ["-p", "--provider", "fake", "--model", "fake", "run it"],
    env: () => ({ PI_OFFLINE: "1" }),
    files: (url) => ({
      ".pi/agent/models.json": JSON.stringify({
        providers: {
          fake: {
            baseUrl: `${url}/v1`,
            api: "openai-completions",
            apiKey: "dummy",
            models: [
              {
                id: "fake",
                name: "fake",
                reasoning: false,
                input: ["text"],
                contextWindow: 100000,
                maxTokens: 4096,
                cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              },
            ],
          },
        },
      }),
    }),
  },
  droid: {
    package: "droid@0.215.0",
    program: "droid",
    args: ["exec", "--skip-permissions-unsafe", "-m", "custom:fake-0", "run it"],
    env: () => ({ FACTORY_API_KEY: "fk-dummy", FACTORY_DROID_AUTO_UPDATE_ENABLED: "false" }),
    files: (url) => ({
      ".factory/settings.json": JSON.stringify({
        customModels: [
          {
            model: "fake",
            id: "custom:fake-0",
            index: 0,
            displayName: "fake",
            baseUrl: `${url}/v1`,
            apiKey: "dummy",
            provider: "generic-chat-completion-api",
            maxOutputTokens: 4096,
          },
        ],
      }),
    }),
  },
};
