import { existsSync, readFileSync } from "node:fs";
import type { Action } from "./event.js";
import { executedCommands, type ExecutedCode } from "./executed-commands.js";

/** Files that decide whether and how the hook runs: settings of agents, and curlew's configuration, log and exceptions. */
const GUARDED =
  /(?:^|\/)(?:\.claude\/settings(?:\.local)?\.json|\.(?:codex|cursor)\/hooks\.json|\.(?:gemini|qwen)\/settings\.json|\.github\/hooks\/curlew\.json|plugins\/curlew\.js|extensions\/curlew\.ts|hooks\/PreToolUse|curlew\/(?:curlew|allow-once)\.json|curlew\/hook\.(?:jsonl(?:\.1)?|key)|(?:curlew-hookd|curlew\/hookd)\/socket)$/;

/** Folders that contain such files, and the program itself. */
const GUARDED_WHOLE =
  /(?:^|\/)(?:\.(?:claude|codex|cursor|gemini|qwen|cline|pi|clinerules)|\.(?:config|local\/state|cache)\/curlew|etc\/curlew|curlew-hookd|curlew\/hookd|(?:\.bin|bin|node_modules)\/curlew(?:\.cmd)?|\.(?:cline|clinerules)\/hooks|opencode\/plugins)\/?$/;

/** Programs that change, move or remove the files they are given. */
const CHANGES = new Set(
  "rm unlink shred mv dd tee truncate chmod chown touch rmdir ed ex patch sponge".split(" "),
);
/** Programs that change the last file only, or the folder that an option names. */
const CHANGES_LAST = new Set("cp install ln rsync scp".split(" "));
/** Subcommands of git that change files of the working tree. */
const GIT_CHANGES = /^(?:checkout|restore|rm|mv|clean|stash)$/;
/** The words of package managers that remove a package. */
const REMOVES = /^(?:uninstall|un|unlink|remove|rm|r|global)$/;
/** Programs that do so with one of these options. */
const CHANGES_WITH: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-\w*i|--in-place)/,
  perl: /^-\w*i/,
  ruby: /^-\w*i/,
  awk: /^inplace$/,
};

/**
 * Returns why an action changes the guard itself, or null: a command that removes the hook, grants an exception or trusts an
 * address, and a command or edit that changes a file of the hook.
 */
export function tampering(action: Action): string | null {
  if (action.kind === "file")
    return GUARDED.test(slashes(action.path)) && removesHook(action) ? changing(action.path) : null;
  if (action.kind !== "command") return null;
  for (const { command, program, code } of executedCommands(action.text)) {
    const words = program.kind === "words" ? program.words : command.words;
    const reason = ofCurlew(words) ?? ofFiles(words, command.writes) ?? ofCode(code);
    if (reason !== null) return reason;
  }
  return null;
}

function ofCurlew(words: readonly string[]): string | null {
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

function ofFiles(
  [name = "", ...args]: readonly string[],
  writes: readonly string[],
): string | null {
  const program = name.replace(/^.*\//, "");
  const changed = changedBy(program, args).map(located);
  const touched =
    [...writes, ...changed].find((arg) => GUARDED.test(slashes(arg))) ??
    changed.find((arg) => GUARDED_WHOLE.test(slashes(arg)));
  if (touched !== undefined) return changing(touched);
  return /^(?:npm|pnpm|yarn|bun)$/.test(program) &&
    REMOVES.test(args.find((arg) => !arg.startsWith("-")) ?? "") &&
    args.includes("curlew")
    ? "it removes curlew"
    : null;
}

/** `$(command -v NAME)` names a file in a folder of programs. */
function located(arg: string): string {
  const name = /^(?:\$\(|`)\s*(?:command\s+-v|which|type\s+-[pP])\s+([\w.-]+)\s*[)`]$/.exec(
    arg,
  )?.[1];
  return name === undefined ? arg : `bin/${name}`;
}

/** Texts between quotes in code of any language. */
const STRING = /(["'`])((?:\\[^]|(?!\1)[^\\\n])*)\1/g;
/** Calls that change, move or remove files, in the languages that an interpreter reads. */
const CHANGING_CALL =
  /\b(?:(?:os\.)?(?:remove|unlink|rename|replace|truncate|chmod|symlink)|rmtree|shutil\.\w+|(?:rm|rmdir|unlink|rename|truncate|chmod|symlink|writeFile|appendFile|copyFile|cp)(?:Sync)?|write_text|write_bytes|file_put_contents|File\.(?:write|delete|rename))\s*\(|\bopen\s*\([^\n]*,\s*(?:mode\s*=\s*)?["'](?:[wax]|r\+|>)|\bunlink\b/;

/** Code of another language than the shell's that names a file of the guard, and changes files. */
function ofCode(code: ExecutedCode | null): string | null {
  if (code === null || code.language === "bash" || !CHANGING_CALL.test(code.text)) return null;
  const texts = Array.from(code.text.matchAll(STRING), ([, , text = ""]) => slashes(text));
  const touched = texts.find((text) => GUARDED.test(text) || GUARDED_WHOLE.test(text));
  return touched === undefined ? null : changing(touched);
}

/** Returns the arguments of a command that may name the file it changes. */
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

/** `cp FILE… TARGET`: the target, with the names of the files in it; `cp -t FOLDER FILE…`. */
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

/** Whether a file edit removes the hook's entry, or replaces text that names it. */
function removesHook({ path, text, replaced }: Extract<Action, { kind: "file" }>): boolean {
  if (replaced !== null) return replaced.includes("curlew") && !text.includes("curlew");
  return (
    existsSync(path) && readFileSync(path, "utf8").includes("curlew") && !text.includes("curlew")
  );
}

const changing = (path: string): string => `it changes a file of the hook (${path})`;

const slashes = (path: string): string => path.replaceAll("\\", "/");
