import { startedFile } from "../../downloads.js";
import { roleOf, type Roles } from "../../query/role.js";
import { fileName } from "../../scan.js";
import { appliedRole, hasNeeded, runnerLayoutOf } from "../command-layout.js";
import type { Environment } from "./environment.js";
import { changeFolder, pathsOf } from "./folder.js";
import { pathOf } from "./paths.js";
import { optionWords, type Argument } from "./argument.js";
import { readProgram } from "./programs.js";
import type { NamedCommand, Runner, Scope } from "./runner.js";
import { adviseOfFile, sinkOf } from "./sinks.js";
import { writeFile } from "./written-files.js";

/** A command word that names a file and not a program of the search path. */
const PATH = /[\\/]|\.(?:exe|msi|bat|cmd|ps1)$/i;
/** The endings of an archive. */
const ARCHIVE = /(?:\.(?:tar|tgz|tbz2?|txz|zip|gz|bz2|xz|zst|7z|rar|cab|nupkg|vsix))+$/i;

/** Follows downloaded files through a command that names them again, unpacks them or runs them (rule 17). */
export function followFiles(command: NamedCommand): void {
  const { name, word, args, steps, runner, scope } = command;
  const { env, stdin } = scope;
  const program = programOf(command);
  if (program !== null && env.written(program) !== null)
    adviseOfFile(runner, sinkOf(word, name), word, env, program);
  if (command.roles.length === 0) return;
  const operands = args.slice(1).map(pathOf).filter(isOperand);
  if (isOne(command, "flow.enter")) {
    changeFolder(args, env);
    // later blocks continue in the folder of an archive
    env.files.enter(operands[0] ?? "~");
  }
  if (isOne(command, "flow.start"))
    for (const argument of args.slice(1)) {
      const path = startedFile(pathOf(argument) ?? "");
      if (path !== "" && env.written(path) !== null)
        adviseOfFile(runner, sinkOf(word, name, null, steps), argument, env, path);
    }
  if (isOne(command, "flow.tee")) {
    const appends = args.some(({ text }) => /^(?:-\w*a\w*|--append)$/.test(text ?? ""));
    for (const path of operands) writeFile(path, stdin, appends, runner, scope);
  }
  if (isOne(command, "flow.unpack")) unpack(operands, command);
  if (isOne(command, "flow.move")) rename(operands, command);
  followChecks(command);
}

/**
 * Follows a downloaded file after a variable of unknown value: `$STD ./FILE` runs it, with or without a wrapper, unless the
 * variable is named after another command; `$PYTHON FILE` runs it with the interpreter that the variable is named after.
 */
export function followAfter(args: readonly Argument[], runner: Runner, env: Environment): void {
  const [word, ...rest] = args;
  const [first] = rest;
  if (word?.variable === undefined || first === undefined) return;
  const parts = word.variable.toLowerCase().split("_");
  const roles = parts.map((part) => runner.roles(part, []));
  const interpreter = roles.map((each) => roleOf(each, "sink.interpreter")).find((role) => role);
  if (interpreter !== undefined && interpreter !== null) {
    const { program } = readProgram(runnerLayoutOf(interpreter), optionWords(args), 1);
    const file = program.kind === "file" ? args[program.at] : undefined;
    if (file !== undefined) adviseOfFile(runner, sinkOf(word, `$${word.variable}`), file, env);
  } else if (/[\\/]/.test(first.text ?? "") && !parts.some((part, at) => isTool(part, roles[at])))
    adviseOfFile(runner, sinkOf(first, fileName(first.text ?? "")), first, env);
}

/** Tools that inspect or change a file; variables are named after them (`$EDITOR FILE`). */
const TOOL =
  /^(?:editor|visual|pager|rm|chmod|chown|touch|stat|file|ls|tar|unzip|gzip|gpg|sha\w+|md5\w*|shellcheck|diff|git|docker|make|cc|cxx|gcc|ld|strip)$/;

function isTool(name: string, roles: Roles = []): boolean {
  return roles.length > 0 ? roleOf(roles, "flow.wrapper") === null : TOOL.test(name);
}

/** Returns the path of the program that a command runs; null if its name is unknown, or no file of that name was downloaded. */
function programOf({ word, scope }: NamedCommand): string | null {
  const path = pathOf(word);
  const isPath = path !== null && (path !== word.text || PATH.test(path));
  return isPath || path === null ? path : scope.env.installed(path);
}

/** Records that a file is verified, or that its checksum is printed or compared. */
function followChecks(command: NamedCommand): void {
  const { args, scope } = command;
  const { files } = scope.env;
  const wordsOf = (): string[] => args.slice(1).map((argument) => pathOf(argument) ?? "");
  if (isOne(command, "flow.verify")) files.check(wordsOf());
  if (isOne(command, "flow.verify.list")) {
    const words = wordsOf();
    const input = scope.stdin.text?.source.text ?? null;
    // `echo "$SUM  $f" | sha256sum -c`: a list that is not known may name any file
    const isKnown = input?.includes("$") === false;
    if (!isKnown && words.every((word) => word.startsWith("-"))) files.checkAll();
    else files.checkList(words, input ?? "");
  } else if (isOne(command, "flow.digest")) files.digest(wordsOf(), isPrinted(scope));
  if (isOne(command, "flow.look")) files.look(wordsOf());
  if (files.isDigested && isOne(command, "flow.compare") && comparesTexts(command)) files.compare();
}

/** Matches commands that test texts or files, depending on their operands. */
const TEST = /^(?:\[\[?|test)$/;
const COMPARISON = /(?:^|\s)(?:==?|!=|=~)(?:\s|$)/;

/** Whether a command that may compare texts does so: `[ A = B ]`, but not `[ -f FILE ]`. */
function comparesTexts({ name, args }: NamedCommand): boolean {
  return (
    !TEST.test(name) ||
    args.slice(1).some((argument) => COMPARISON.test(argument.code().source.text))
  );
}

/** Whether a command's output is shown to the user, because nothing reads it. */
function isPrinted({ outputs }: Scope): boolean {
  return outputs.get(1)?.isUnread === true;
}

/** `unzip FILE`, `curl URL | tar xz`: records that the folder of the archive's name contains downloaded files. */
function unpack(operands: readonly string[], { args, scope: { env, stdin } }: NamedCommand): void {
  const { remote } = stdin;
  const isPiped = remote !== null && !remote.executed && extracts(args);
  for (const path of isPiped ? [...operands, remote.file ?? ""] : operands) {
    const archive = path === remote?.file ? remote : env.written(path);
    const stem = path.replace(ARCHIVE, "");
    if (archive !== null && stem !== path) env.write(`${stem}/`, archive);
  }
}

/** Whether an archive is extracted: `tar xz`, `tar -xzf -`, `bsdtar --extract`. */
function extracts(args: readonly Argument[]): boolean {
  return args.slice(1).some(({ text }, index) => {
    const option = text ?? "";
    return (
      /^(?:-[a-zA-Z]*x[a-zA-Z]*|--extract|--get)$/.test(option) ||
      (index === 0 && /^[a-zA-Z]*x[a-zA-Z]*$/.test(option))
    );
  });
}

/** `mv FILE… TARGET`: the target is the file, or its new folder. */
function rename(operands: readonly string[], { runner, scope: { env } }: NamedCommand): void {
  const target = operands.at(-1);
  if (target === undefined) return;
  for (const path of operands.slice(0, -1)) {
    const moved = env.written(path);
    const base = path.replace(/^.*[\\/]/, "");
    const folder: string = target.replace(/[\\/]$/, "");
    const known = pathsOf(path, env).find((each) => runner.files.textsOf(each).length > 0);
    for (const to of pathsOf(folder === target ? target : `${folder}/${base}`, env))
      runner.files.copy(known ?? path, to);
    if (moved === null) continue;
    if (folder === target) env.write(target, moved);
    env.write(folder === "." ? base : `${folder}/${base}`, moved);
  }
}

function isOperand(path: string | null): path is string {
  return path !== null && path !== "" && !path.startsWith("-");
}

function isOne({ roles, args }: NamedCommand, capture: string): boolean {
  if (roleOf(roles, capture) === null) return false;
  const words = optionWords(args);
  const role = appliedRole(roles, capture, words);
  return role !== null && hasNeeded(role, words);
}
