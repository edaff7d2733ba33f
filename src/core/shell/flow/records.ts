/** Programs of `awk` and `sed` that execute the lines that they read. */

import { roleOf, type Role } from "../../query/role.js";
import { layoutOf } from "../command-layout.js";
import { readOptions } from "../options.js";
import { optionWords } from "./argument.js";
import type { NamedCommand, Runner } from "./runner.js";
import { executeInput, sinkOf } from "./sinks.js";
import type { Stream } from "./stream.js";

/** `awk '{ system($0) }'`, `awk '{ print | "sh" }'`, `sed 's/x/y/e'`; null where no line is executed. */
export function runRecords(
  { name, word, args, steps, runner, scope }: NamedCommand,
  role: Role,
): Stream | null {
  if (scope.stdin.remote === null) return null;
  const layout = layoutOf(role);
  const words = optionWords(args);
  const { options, operands } = readOptions(layout, words, 1);
  const given = options
    .filter((option) => layout.options("code").has(option.name))
    .map(({ value, valueAt }) => value ?? words[valueAt] ?? "");
  const isFile = options.some((option) => layout.options("file").has(option.name));
  const [first = -1] = operands;
  const programs = given.length > 0 || isFile ? given : [words[first] ?? ""];
  const runs = role.settings["reads"] === "awk" ? awkRuns : sedRuns;
  return programs.some((program) => runs(program, runner))
    ? executeInput(runner, sinkOf(word, name, role, steps), scope.stdin, "it executes the lines")
    : null;
}

const STRING = /"(?:\\.|[^"\\])*"/g;
const ASSIGNMENT = /\b([A-Za-z_]\w*)\s*=(?!=)([^;}\n]*)/g;
const SYSTEM = /\bsystem\s*\(\s*([^\s)]*)/g;
const PIPE = /\|&?\s*(?:"([^"\n]*)"|([A-Za-z_]\w*))/g;
/** Whether a program of awk's hands what it reads to a shell. */
function awkRuns(program: string, runner: Runner): boolean {
  const code = program.replace(STRING, '""');
  const holds = new Set<string>();
  const isRead = (text: string): boolean =>
    text.includes("$") ||
    Array.from(text.matchAll(/\b[A-Za-z_]\w*/g)).some(([name]) => holds.has(name));
  const users = new Map<string, string[]>();
  for (const [, name = "", value = ""] of code.matchAll(ASSIGNMENT)) {
    if (value.includes("$")) holds.add(name);
    for (const [used] of value.matchAll(/\b[A-Za-z_]\w*/g))
      users.set(used, [...(users.get(used) ?? []), name]);
  }
  // a set that grows while it is gone through: each name is looked at once
  for (const name of holds) for (const user of users.get(name) ?? []) holds.add(user);
  // `system("rm " $1)` runs a program that the text names
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

/** Where a command of sed's may begin; its address before it. */
const COMMAND =
  /(?:^|[;{}\n])[ \t]*(?:\d+|\$|\/(?:\\.|[^/\\\n])*\/)?[ \t]*(?:(e)[ \t]*(?=$|[;}\n])|s([^\w\s\\]))/g;

/** Whether a program of sed's executes lines: the command `e`, or `s` with the flag `e`. */
function sedRuns(program: string): boolean {
  return Array.from(program.matchAll(COMMAND)).some(
    ({ 0: written, 1: command, 2: mark = "", index }) => {
      if (command !== undefined) return true;
      let at = index + written.length;
      for (let left = 2; left > 0 && at < program.length; at++)
        if (program[at] === "\\") at++;
        else if (program[at] === mark) left--;
      return /^[a-zA-Z\d]*e/.test(program.slice(at));
    },
  );
}
