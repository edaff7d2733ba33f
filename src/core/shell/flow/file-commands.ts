import { mayBeProgram, startedFile } from "../../downloads.js";
import { roleOf, type Roles } from "../../query/role.js";
import { fileName } from "../../scan.js";
import { appliedRole, hasNeeded, runnerLayoutOf } from "../command-layout.js";
import type { Environment } from "./environment.js";
import { changeFolder, pathsOf } from "./working-directory.js";
import { pathOf, pathsNamed } from "./variable-paths.js";
import { optionWords, type Argument } from "./argument.js";
import { readProgram } from "./read-program.js";
import type { NamedCommand, Runner, Scope } from "./runner.js";
import { adviseOfFile, sinkOf } from "./sinks.js";
import { recordWrite } from "./written-files.js";

/** Matches a command word that names a file and not a program of the search path. */
const PATH = /[\\/]|\.(?:exe|msi|bat|cmd|ps1)$/i;
/** Matches the file name extensions of an archive. */
const ARCHIVE = /(?:\.(?:tar|tgz|tbz2?|txz|zip|gz|bz2|xz|zst|7z|rar|cab|nupkg|vsix))+$/i;

/** Follows downloaded files through a command that renames, unpacks, checks or runs them. */
export function followFiles(command: NamedCommand): void {
  const { name, word, args, steps, runner, scope } = command;
  const { env, stdin } = scope;
  const program = programOf(command);
  if (program !== null && env.downloadOf(program) !== null)
    adviseOfFile(runner, sinkOf(word, name), word, env, [program]);
  if (command.roles.length === 0) return;
  const operands = args.slice(1).flatMap(pathsNamed).filter(isOperand);
  if (hasRole(command, "flow.enter")) {
    changeFolder(args, env);
    // later code blocks may continue in the folder of an archive
    env.files.enter(operands[0] ?? "~");
  }
  if (hasRole(command, "flow.start"))
    for (const argument of args.slice(1))
      adviseOfFile(
        runner,
        sinkOf(word, name, null, steps),
        argument,
        env,
        pathsNamed(argument).map(startedFile),
      );
  if (hasRole(command, "flow.tee")) {
    const appends = args.some(({ text }) => /^(?:-\w*a\w*|--append)$/.test(text ?? ""));
    for (const path of operands) recordWrite(path, stdin, appends, runner, scope);
  }
  if (hasRole(command, "flow.unpack")) unpack(operands, command);
  if (hasRole(command, "flow.move")) rename(operands, command);
  followChecks(command);
}

/**
 * Follows a downloaded file after a variable of unknown value: `$PYTHON FILE` runs the file with the interpreter that the variable
 * is named after, and `$STD ./FILE` runs it unless the variable is named after a command that is not a wrapper.
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

/** Matches tools that inspect or change a file, and after which variables are named (`$EDITOR FILE`). */
const TOOL =
  /^(?:editor|visual|pager|rm|chmod|chown|touch|stat|file|ls|tar|unzip|gzip|gpg|sha\w+|md5\w*|shellcheck|diff|git|docker|make|cc|cxx|gcc|ld|strip)$/;

function isTool(name: string, roles: Roles = []): boolean {
  return roles.length > 0 ? roleOf(roles, "flow.wrapper") === null : TOOL.test(name);
}

/**
 * Returns the path of the program that a command runs; null if it is unknown, or if the command is a bare name and no file of that
 * name was downloaded.
 */
function programOf({ word, scope }: NamedCommand): string | null {
  const path = pathOf(word);
  if (path === null) return null;
  const isPath = path !== word.text || PATH.test(path);
  if (!isPath) return scope.env.installed(path);
  return mayBeProgram(path) ? path : null;
}

/** Records that a file is verified, or that its checksum is printed or compared. */
function followChecks(command: NamedCommand): void {
  const { args, scope } = command;
  const { files } = scope.env;
  const wordsOf = (): string[] =>
    args.slice(1).flatMap((argument) => {
      const paths = pathsNamed(argument);
      return paths.length === 0 ? "" : paths;
    });
  if (hasRole(command, "flow.verify")) files.check(wordsOf());
  if (hasRole(command, "flow.verify.list")) {
    const words = wordsOf();
    const input = scope.stdin.text?.source.text ?? null;
    // `echo "$SUM  $f" | sha256sum -c`: a list that is not known may name any file
    const isKnown = input?.includes("$") === false;
    if (!isKnown && words.every((word) => word.startsWith("-"))) files.checkAll();
    else files.checkList(words, input ?? "");
  } else if (hasRole(command, "flow.digest")) files.digest(wordsOf(), isPrinted(scope));
  if (hasRole(command, "flow.look")) files.look(wordsOf());
  if (files.isDigested && hasRole(command, "flow.compare") && comparesTexts(command))
    files.compare();
}

/** Matches commands that compare texts or test files, depending on their operands. */
const TEST = /^(?:\[\[?|test)$/;
const COMPARISON = /(?:^|\s)(?:==?|!=|=~)(?:\s|$)/;

/** Whether a command that may compare texts does so: true for `[ A = B ]`, false for `[ -f FILE ]`. */
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
    const archive = path === remote?.file ? remote : env.downloadOf(path);
    const stem = path.replace(ARCHIVE, "");
    if (archive !== null && stem !== path) env.recordDownload(`${stem}/`, archive);
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

/** `mv FILE… TARGET`: records the downloaded files under TARGET, which is a file name or a folder. */
function rename(operands: readonly string[], { runner, scope: { env } }: NamedCommand): void {
  const target = operands.at(-1);
  if (target === undefined) return;
  for (const path of operands.slice(0, -1)) {
    const moved = env.downloadOf(path);
    const base = path.replace(/^.*[\\/]/, "");
    const folder: string = target.replace(/[\\/]$/, "");
    const known = pathsOf(path, env).find((each) => runner.files.textsOf(each).length > 0);
    for (const to of pathsOf(folder === target ? target : `${folder}/${base}`, env))
      runner.files.copy(known ?? path, to);
    if (moved === null) continue;
    if (folder === target) env.recordDownload(target, moved);
    env.recordDownload(folder === "." ? base : `${folder}/${base}`, moved);
  }
}

function isOperand(path: string): boolean {
  return path !== "" && !path.startsWith("-");
}

function hasRole({ roles, args }: NamedCommand, capture: string): boolean {
  if (roleOf(roles, capture) === null) return false;
  const words = optionWords(args);
  const role = appliedRole(roles, capture, words);
  return role !== null && hasNeeded(role, words);
}
