import { roleOf } from "../../query/role.js";
import type { Argument } from "./argument.js";
import type { NamedCommand, Runner } from "./runner.js";

/**
 * Finds a shell among the words of a command that no pattern lists, with `-c` and its code directly after it: `rtk sh -c CODE`,
 * `tool --flag -- bash -lc CODE`. A shell directly after an option may be that option's value (`useradd -s /bin/bash`).
 * @returns the words from the shell to the end; null if there is none
 */
export function launchedShell({ args, roles, runner }: NamedCommand): readonly Argument[] | null {
  if (runner.profile !== "extended" || roles.length > 0) return null;
  const at = args.findIndex(
    (argument, index) =>
      index > 0 &&
      isListedShell(argument, runner) &&
      /^-[a-zA-Z]*c$/.test(args[index + 1]?.text ?? "") &&
      args[index + 2] !== undefined &&
      !isOption(args[index - 1]),
  );
  return at < 0 ? null : args.slice(at);
}

/**
 * Adds a note if fetched bytes reach a command that no pattern lists and that has the name of a listed interpreter among its
 * words: it is unknown whether the command runs the interpreter.
 */
export function noteUnknownLauncher({
  name,
  word,
  args,
  roles,
  runner,
  scope,
}: NamedCommand): void {
  const { remote } = scope.stdin;
  if (remote === null || remote.executed || roles.length > 0 || !runner.isUnknown(name)) return;
  const shell = args
    .slice(1)
    .find(
      ({ text }) => text !== null && roleOf(runner.roles(baseName(text), []), "sink.interpreter"),
    );
  if (shell === undefined) return;
  runner.note({
    kind: "undecided",
    reason: "command-not-known",
    message: `fetched output reaches ${name}, which may run it with ${shell.text ?? ""}`,
    span: word.span,
  });
}

/** Whether a word is the name of an interpreter that reads shell. */
export function isListedShell({ text }: Pick<Argument, "text">, runner: Runner): boolean {
  if (text === null || !/^[\w./+-]+$/.test(text)) return false;
  const role = roleOf(runner.roles(baseName(text), []), "sink.interpreter");
  return role?.settings["reads"] === "shell";
}

/** Whether a word is an option without an attached value, so that the next word may be its value. */
function isOption(argument: Argument | undefined): boolean {
  const text = argument?.text ?? "";
  return text.startsWith("-") && text !== "--" && !text.includes("=");
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
