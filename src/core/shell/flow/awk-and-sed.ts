/** Programs of `awk` and `sed` that execute their input lines, or commands in the program. */

import { roleOf, type Role } from "../../query/role.js";
import { layoutOf } from "../command-layout.js";
import { readOptions } from "../options.js";
import { withoutPrefix, optionWords, type Argument } from "./argument.js";
import { childShell, type NamedCommand, type Runner } from "./runner.js";
import { executeInput, readsCode, sinkOf } from "./sinks.js";
import { altered, silent, type Stream } from "./stream.js";

/**
 * Evaluates `awk '{ system($0) }'`, `awk '{ print | "sh" }'` or `sed 's/x/y/e'`. Returns what the executed input lines print; null
 * if the program executes none, or none of them contains fetched bytes.
 */
export function runAwkOrSed(command: NamedCommand, role: Role): Stream | null {
  const { name, word, args, steps, runner, scope } = command;
  const isAwk = role.settings["reads"] === "awk";
  if (scope.stdin.remote === null && isAwk) return null;
  const layout = layoutOf(role);
  const words = optionWords(args);
  const { options, operands } = readOptions(layout, words, 1);
  const given = options
    .filter((option) => layout.options("code").has(option.name))
    .flatMap(({ valueAt, valueOffset }) => argumentAt(args, valueAt, valueOffset));
  const isFile = options.some((option) => layout.options("file").has(option.name));
  const [first = -1] = operands;
  const programs = given.length > 0 || isFile ? given : argumentAt(args, first, 0);
  if (!isAwk) for (const program of programs) runSedCommands(command, role, program);
  if (scope.stdin.remote === null) return null;
  const runs = isAwk ? awkRuns : sedRuns;
  return programs.some(({ text }) => runs(text ?? "", runner))
    ? executeInput(runner, sinkOf(word, name, role, steps), scope.stdin, "it executes the lines")
    : null;
}

/** Returns the argument at an index without its first `offset` characters; empty if there is no such argument. */
function argumentAt(args: readonly Argument[], at: number, offset: number): Argument[] {
  const argument = args[at];
  return argument === undefined ? [] : [withoutPrefix(argument, offset)];
}

/** `sed '1e COMMAND'`, `sed 's/.*\/COMMAND/e'`: runs the commands in a sed program. */
function runSedCommands(
  { name, word, runner, scope }: NamedCommand,
  role: Role,
  program: Argument,
): void {
  const code = program.code();
  for (const { command, end, written } of sedCommands(code.source.text)) {
    if (written.trim() === "") continue;
    const source = code.source
      .slice(end - written.length, end)
      .rewritten(/\\([^\w\s])/g, ([, character = ""]) => (command === "s" ? character : null));
    runner.code(
      altered(code, { source }),
      childShell(scope, silent),
      source.origin(0, source.text.length),
      [readsCode(sinkOf(word, name, role))],
    );
  }
}

const STRING = /"(?:\\.|[^"\\])*"/g;
const ASSIGNMENT = /\b([A-Za-z_]\w*)\s*=(?!=)([^;}\n]*)/g;
const SYSTEM = /\bsystem\s*\(\s*([^\s)]*)/g;
const PIPE = /\|&?\s*(?:"([^"\n]*)"|([A-Za-z_]\w*))/g;
/** Whether an awk program passes its input to a shell. */
function awkRuns(program: string, runner: Runner): boolean {
  const code = program.replace(STRING, '""');
  const inputVariables = new Set<string>();
  const isRead = (text: string): boolean =>
    text.includes("$") ||
    Array.from(text.matchAll(/\b[A-Za-z_]\w*/g)).some(([name]) => inputVariables.has(name));
  const users = new Map<string, string[]>();
  for (const [, name = "", value = ""] of code.matchAll(ASSIGNMENT)) {
    if (value.includes("$")) inputVariables.add(name);
    for (const [used] of value.matchAll(/\b[A-Za-z_]\w*/g))
      users.set(used, [...(users.get(used) ?? []), name]);
  }
  // the set grows during the iteration: each name is visited once
  for (const name of inputVariables)
    for (const user of users.get(name) ?? []) inputVariables.add(user);
  // only the first operand counts: `system("rm " $1)` runs rm
  if (Array.from(code.matchAll(SYSTEM)).some(([, first = ""]) => isRead(first))) return true;
  const shells = new Map(
    Array.from(
      program.matchAll(/\b([A-Za-z_]\w*)\s*=\s*"([^"\n]*)"/g),
      ([, name = "", value = ""]) => [name, value],
    ),
  );
  return Array.from(program.matchAll(PIPE)).some(([, command, variable = ""]) =>
    isShell(command ?? shells.get(variable) ?? "", runner),
  );
}

/** Whether a command line is a shell that reads its standard input. */
function isShell(command: string, runner: Runner): boolean {
  const [program = "", ...options] = command.trim().split(/\s+/);
  const role = roleOf(
    runner.roles(program.slice(program.lastIndexOf("/") + 1), []),
    "sink.interpreter",
  );
  return (
    role?.settings["reads"] === "shell" &&
    options.every((option) => /^-(?:[eisux]+)?$/.test(option))
  );
}

/** Matches the beginning of an `e` or `s` command of sed, with its address. */
const COMMAND =
  /(?:^|[;{}\n])[ \t]*(?:\d+|\$|\/(?:\\.|[^/\\\n])*\/)?[ \t]*(?:(e)(?![\w])[ \t]*([^\n]*)|s([^\w\s\\]))/g;

/** A sed command that executes a shell command. */
interface SedCommand {
  readonly command: "e" | "s";
  /** The shell command as written; empty if the input lines are executed. */
  readonly written: string;
  /** The offset in the program where `written` ends. */
  readonly end: number;
}

/** Returns the `e` commands of a sed program, and `s` with the flag `e`. */
function sedCommands(program: string): SedCommand[] {
  return Array.from(program.matchAll(COMMAND)).flatMap(
    ({ 0: found, 1: command, 2: line = "", 3: mark = "", index }): SedCommand[] => {
      if (command !== undefined) {
        const written = /^[;}]/.test(line) ? "" : line;
        return [{ command: "e", written, end: index + found.length }];
      }
      let at = index + found.length;
      const ends: number[] = [];
      for (; ends.length < 2 && at < program.length; at++)
        if (program[at] === "\\") at++;
        else if (program[at] === mark) ends.push(at);
      const [from = at, end = at] = ends;
      return /^[a-zA-Z\d]*e/.test(program.slice(at))
        ? [{ command: "s", written: program.slice(from + 1, end), end }]
        : [];
    },
  );
}

/** Whether a sed program executes its input lines. */
function sedRuns(program: string): boolean {
  return sedCommands(program).some(({ command, written }) => command === "s" || written === "");
}
