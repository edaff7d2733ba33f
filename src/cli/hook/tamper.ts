import { existsSync, readFileSync } from "node:fs";
import type { Action } from "./read-event.js";
import { executedCommands, type ExecutedCode } from "./executed-commands.js";

/** Files that determine whether and how the hook runs: settings of some agents, and curlew's configuration, log and exceptions. */
const GUARDED_FILE =
  /(?:^|\/)(?:\.claude\/settings(?:\.local)?\.json|\.(?:codex|cursor|windsurf|codeium\/windsurf)\/hooks\.json|\.(?:gemini|qwen|factory)\/settings\.json|\.(?:github|kiro)\/hooks\/curlew\.json|plugins\/curlew\/(?:plugin\.json|hooks\/hooks\.json)|plugins\/curlew\.js|extensions\/curlew\.ts|hooks\/PreToolUse|curlew\/(?:curlew|allow-once)\.json|curlew\/hook\.(?:jsonl(?:\.1)?|key)|(?:curlew-hookd|curlew\/hookd)\/socket)$/;

/** Folders that contain these files, and the program itself. */
const GUARDED_FOLDER =
  /(?:^|\/)(?:\.(?:claude|codex|cursor|gemini|qwen|cline|pi|clinerules|windsurf|codeium|kiro|factory)|\.(?:config|local\/state|cache)\/curlew|etc\/curlew|curlew-hookd|curlew\/hookd|(?:\.bin|bin|node_modules)\/curlew(?:\.cmd)?|\.(?:cline|clinerules)\/hooks|opencode\/plugins|\.agents\/plugins(?:\/curlew(?:\/hooks)?)?)\/?$/;

/** Programs that change, move or remove the files that are their operands. */
const CHANGES = new Set(
  "rm unlink shred mv dd tee truncate chmod chown touch rmdir ed ex patch sponge".split(" "),
);
/** Programs that change only the last operand, or files in the folder that an option names. */
const CHANGES_LAST = new Set("cp install ln rsync scp".split(" "));
/** Subcommands of git that change files of the working tree. */
const GIT_CHANGES = /^(?:checkout|restore|rm|mv|clean|stash)$/;
/** Subcommands of package managers that remove a package. */
const REMOVES = /^(?:uninstall|un|unlink|remove|rm|r|global)$/;
/** Programs that change their operands if they have a matching option. */
const CHANGES_WITH: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-\w*i|--in-place)/,
  perl: /^-\w*i/,
  ruby: /^-\w*i/,
  awk: /^inplace$/,
};

/**
 * Returns a reason if an action changes what the hook does, else null. These actions are commands that install or remove the hook, grant an
 * exception, call `curlew trust` or `curlew hookd`, remove the package or change a file of the hook, and edits that remove curlew from such
 * a file.
 */
export function tampering(action: Action): string | null {
  if (action.kind === "file")
    return GUARDED_FILE.test(slashed(action.path)) && removesHook(action)
      ? changeOf(action.path)
      : null;
  if (action.kind !== "command") return null;
  for (const { command, program, code } of executedCommands(action.text)) {
    const words = program.kind === "words" ? program.words : command.words;
    const reason = curlewCall(words) ?? fileChange(words, command.writes) ?? changeByCode(code);
    if (reason !== null) return reason;
  }
  return null;
}

/** Returns a reason if a command calls curlew to change the hook or what it allows, else null. */
function curlewCall(words: readonly string[]): string | null {
  const at = words.findIndex((word) => /(?:^|[\\/])(?:curlew(?:\.cmd)?|cli\.c?js)$/.test(word));
  const runner = /(?:^|[\\/])(?:curlew(?:\.cmd)?|npx|node|bunx|bun|deno|pnpm|yarn|npm)$/;
  if (at < 0 || !runner.test(words[0] ?? "")) return null;
  const [command, sub] = words.slice(at + 1);
  const requested =
    command === "trust" ||
    command === "hookd" ||
    (command === "hook" && (sub === "allow-once" || sub === "uninstall" || sub === "install"));
  return requested ? `it changes what curlew allows (curlew ${command})` : null;
}

/** Returns a reason if a command changes a guarded file or folder, or removes the package, else null. */
function fileChange(
  [name = "", ...args]: readonly string[],
  writes: readonly string[],
): string | null {
  const program = name.replace(/^.*\//, "");
  const changed = changedBy(program, args).map(located);
  const touched =
    [...writes, ...changed].find((arg) => GUARDED_FILE.test(slashed(arg))) ??
    changed.find((arg) => GUARDED_FOLDER.test(slashed(arg)));
  if (touched !== undefined) return changeOf(touched);
  return /^(?:npm|pnpm|yarn|bun)$/.test(program) &&
    REMOVES.test(args.find((arg) => !arg.startsWith("-")) ?? "") &&
    args.includes("curlew")
    ? "it removes curlew"
    : null;
}

/** Returns an argument; for `$(command -v NAME)`, which names a program, returns `bin/NAME`. */
function located(arg: string): string {
  const name = /^(?:\$\(|`)\s*(?:command\s+-v|which|type\s+-[pP])\s+([\w.-]+)\s*[)`]$/.exec(
    arg,
  )?.[1];
  return name === undefined ? arg : `bin/${name}`;
}

/** A string literal in any language. */
const STRING = /(["'`])((?:\\[^]|(?!\1)[^\\\n])*)\1/g;
/** Calls that change, move or remove files, in the languages that an interpreter reads. */
const CHANGING_CALL =
  /\b(?:(?:os\.)?(?:remove|unlink|rename|replace|truncate|chmod|symlink)|rmtree|shutil\.\w+|(?:rm|rmdir|unlink|rename|truncate|chmod|symlink|writeFile|appendFile|copyFile|cp)(?:Sync)?|write_text|write_bytes|file_put_contents|File\.(?:write|delete|rename))\s*\(|\bopen\s*\([^\n]*,\s*(?:mode\s*=\s*)?["'](?:[wax]|r\+|>)|\bunlink\b/;

/**
 * Returns a reason if code in a language other than shell names a guarded file or folder and calls a function that changes files, else
 * null.
 */
function changeByCode(code: ExecutedCode | null): string | null {
  if (code === null || code.language === "bash" || !CHANGING_CALL.test(code.text)) return null;
  const texts = Array.from(code.text.matchAll(STRING), ([, , text = ""]) => slashed(text));
  const touched = texts.find((text) => GUARDED_FILE.test(text) || GUARDED_FOLDER.test(text));
  return touched === undefined ? null : changeOf(touched);
}

/** Returns the arguments of a command that may name a file that it changes. */
function changedBy(program: string, args: readonly string[]): readonly string[] {
  if (CHANGES_LAST.has(program)) return targetsOf(args);
  if (program === "git") {
    const [subcommand = ""] = args.filter((arg, at) => isOperand(arg) && args[at - 1] !== "-C");
    return GIT_CHANGES.test(subcommand) && !args.includes("--cached") ? args : [];
  }
  const changes =
    CHANGES.has(program) || args.some((arg) => CHANGES_WITH[program]?.test(arg) === true);
  return changes ? args : [];
}

/** Returns the target of `cp FILE… TARGET` or `cp -t FOLDER FILE…`, and the paths that the files would have in it if it is a folder. */
function targetsOf(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => /^(?:-\w*t|--target-directory)$/.test(arg));
  const attached = args.find((arg) => arg.startsWith("--target-directory="))?.replace(/^.*=/, "");
  const folder = attached ?? (at < 0 ? undefined : args[at + 1]);
  const operands = args.filter(isOperand);
  const target = folder ?? operands.at(-1) ?? "";
  const names = operands.filter((arg) => arg !== target).map((arg) => arg.replace(/^.*[\\/]/, ""));
  const within = target.replace(/[\\/]+$/, "");
  return [target, ...names.map((name) => `${within}/${name}`)];
}

const isOperand = (arg: string): boolean => !arg.startsWith("-");

/** Whether the edit of a file removes every mention of curlew from the replaced text or from the whole file. */
function removesHook({ path, text, replaced }: Extract<Action, { kind: "file" }>): boolean {
  if (replaced !== null) return replaced.includes("curlew") && !text.includes("curlew");
  return (
    existsSync(path) && readFileSync(path, "utf8").includes("curlew") && !text.includes("curlew")
  );
}

const changeOf = (path: string): string => `it changes a file of the hook (${path})`;

const slashed = (path: string): string => path.replaceAll("\\", "/");
