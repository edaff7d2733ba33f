import type { Register } from "./register.js";

/**
 * The functions that load the commands, in the order in which `--help` shows them. A command is loaded only when it is called,
 * because most commands load libraries.
 */
const commands = {
  scan: async () => (await import("./scan.js")).registerScan,
  fix: async () => (await import("./fix.js")).registerFix,
  explain: async () => (await import("./explain.js")).registerExplain,
  "explain-text": async () => (await import("./explain-text.js")).registerExplainText,
  reduce: async () => (await import("./reduce.js")).registerReduce,
  skill: async () => (await import("./skill.js")).registerSkill,
  inspect: async () => (await import("./inspect.js")).registerInspect,
  rules: async () => (await import("./rules.js")).registerRules,
  hook: async () => (await import("./hook.js")).registerHook,
  hookd: async () => (await import("./hookd.js")).registerHookd,
  "shell-init": async () => (await import("./shell.js")).registerShell,
  batch: async () => (await import("./batch.js")).registerBatch,
  worker: async () => (await import("./worker.js")).registerWorker,
  mcp: async () => (await import("./mcp.js")).registerMcp,
  lsp: async () => (await import("./lsp.js")).registerLsp,
  serve: async () => (await import("./services.js")).serviceCommand("serve"),
  evaluator: async () => (await import("./services.js")).serviceCommand("evaluator"),
  token: async () => (await import("./services.js")).serviceCommand("token"),
  assets: async () => (await import("./assets.js")).registerAssets,
  completion: async () => (await import("./completion.js")).registerCompletion,
} satisfies Readonly<Record<string, () => Promise<Register>>>;

/** The names of commands that another command registers, each with the name of that command. */
const registeredWith: Readonly<Record<string, keyof typeof commands>> = {
  "shell-check": "shell-init",
  trust: "shell-init",
};

/** Returns the command that a command line names; all commands if it names none, for help and error messages. */
export function commandsFor([first = ""]: readonly string[]): Promise<readonly Register[]> {
  // `completion` needs all commands, because its script completes them
  const named = Object.entries(commands).filter(
    ([name]) => name === (registeredWith[first] ?? first) && name !== "completion",
  );
  return Promise.all(
    (named.length > 0 ? named : Object.entries(commands)).map(([, load]) => load()),
  );
}
