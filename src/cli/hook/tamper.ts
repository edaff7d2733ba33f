import { existsSync, readFileSync } from "node:fs";
import type { Action } from "./event.js";
import { executedCommands } from "./executed-commands.js";

/** Files that decide whether and how the hook runs: settings of agents, and curlew's configuration, log and exceptions. */
const GUARDED =
  /(?:^|\/)(?:\.claude\/settings(?:\.local)?\.json|\.(?:codex|cursor)\/hooks\.json|\.(?:gemini|qwen)\/settings\.json|\.github\/hooks\/curlew\.json|plugins\/curlew\.js|extensions\/curlew\.ts|hooks\/PreToolUse|curlew\/(?:curlew|allow-once)\.json|curlew\/hook\.(?:jsonl(?:\.1)?|key))$/;

/** Folders that hold such files, and the program itself. */
const GUARDED_WHOLE =
  /(?:^|\/)(?:\.(?:claude|codex|cursor|gemini|qwen|cline|pi|clinerules)|\.(?:config|local\/state|cache)\/curlew|etc\/curlew|(?:\.bin|bin|node_modules)\/curlew(?:\.cmd)?|\.(?:cline|clinerules)\/hooks|opencode\/plugins)\/?$/;

/** Programs that change, move or remove the files they are given. */
const CHANGES = new Set(
  "rm unlink shred mv cp install ln dd tee truncate chmod chown touch rmdir ed ex patch sponge".split(
    " ",
  ),
);
/** The words of package managers that remove a package. */
const REMOVES = /^(?:uninstall|un|unlink|remove|rm|r|global)$/;
/** Programs that do so with one of these options. */
const CHANGES_WITH: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-\w*i|--in-place)/,
  perl: /^-\w*i/,
  ruby: /^-\w*i/,
  awk: /^inplace$/,
  git: /^(?:checkout|restore|rm|mv|clean|stash)$/,
};

/**
 * Returns why an action changes the guard itself, or null: a command that removes the hook, grants an exception or trusts an address,
 * and a command or edit that changes a file of the hook.
 */
export function tampering(action: Action): string | null {
  if (action.kind === "file")
    return GUARDED.test(slashes(action.path)) && removesHook(action) ? changing(action.path) : null;
  if (action.kind !== "command") return null;
  for (const { command, program } of executedCommands(action.text)) {
    const words = program.kind === "words" ? program.words : command.words;
    const reason = ofCurlew(words) ?? ofFiles(words, command.writes);
    if (reason !== null) return reason;
  }
  return null;
}

function ofCurlew(words: readonly string[]): string | null {
  const at = words.findIndex((word) => /(?:^|[\\/])(?:curlew(?:\.cmd)?|cli\.js)$/.test(word));
  const runner = /(?:^|[\\/])(?:curlew(?:\.cmd)?|npx|node|bunx|bun|deno|pnpm|yarn|npm)$/;
  if (at < 0 || !runner.test(words[0] ?? "")) return null;
  const [command, sub] = words.slice(at + 1);
  const asked =
    command === "trust" ||
    (command === "hook" && (sub === "allow-once" || sub === "uninstall" || sub === "install"));
  return asked ? `it changes what curlew lets through (curlew ${command})` : null;
}

function ofFiles(
  [name = "", ...args]: readonly string[],
  writes: readonly string[],
): string | null {
  const program = name.replace(/^.*\//, "");
  const changes =
    CHANGES.has(program) || args.some((arg) => CHANGES_WITH[program]?.test(arg) === true);
  const touched =
    [...writes, ...(changes ? args : [])].find((arg) => GUARDED.test(slashes(arg))) ??
    (changes ? args.find((arg) => GUARDED_WHOLE.test(slashes(arg))) : undefined);
  if (touched !== undefined) return changing(touched);
  return /^(?:npm|pnpm|yarn|bun)$/.test(program) &&
    REMOVES.test(args.find((arg) => !arg.startsWith("-")) ?? "") &&
    args.includes("curlew")
    ? "it removes curlew"
    : null;
}

/** Whether a file edit leaves out the hook's entry that the file holds, or replaces text that names it. */
function removesHook({ path, text, replaced }: Extract<Action, { kind: "file" }>): boolean {
  if (replaced !== null) return replaced.includes("curlew") && !text.includes("curlew");
  return (
    existsSync(path) && readFileSync(path, "utf8").includes("curlew") && !text.includes("curlew")
  );
}

const changing = (path: string): string => `it changes a file of the guard (${path})`;

const slashes = (path: string): string => path.replaceAll("\\", "/");
