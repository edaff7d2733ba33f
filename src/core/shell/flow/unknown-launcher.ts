import { roleOf, type Roles } from "../../query/role.js";
import { fileName } from "../../scan.js";
import { runnerLayoutOf } from "../command-layout.js";
import { optionWords, type Argument } from "./argument.js";
import { readProgram } from "./read-program.js";
import type { NamedCommand, Runner } from "./runner.js";

/** Maximum number of words after `powershell` in which its code must begin. */
const MAX_OPTIONS = 30;

/**
 * Finds a shell among the words of a command that no pattern lists, with its code directly after it: `rtk sh -c CODE`,
 * `tool --flag -- bash -lc CODE`, `tool powershell -nop -c CODE`, `tool cmd /c CODE`. A shell directly after an option may be that
 * option's value (`useradd -s /bin/bash`).
 * @returns the words from the shell to the end; null if there is none
 */
export function launchedShell({ args, roles, runner }: NamedCommand): readonly Argument[] | null {
  if (runner.profile !== "extended" || roles.length > 0) return null;
  const at = args.findIndex((_, index) => index > 0 && isShellWithCode(args, index, runner));
  return at < 0 ? null : args.slice(at);
}

/** Whether the word at an index is the name of a shell, with code for it in the words after it. */
function isShellWithCode(args: readonly Argument[], at: number, runner: Runner): boolean {
  const text = args[at]?.text ?? "";
  const option = args[at + 1]?.text ?? "";
  if (args[at + 2] === undefined || !/^[\w./+:\\-]+$/.test(text)) return false;
  const roles = runner.roles(fileName(text), []);
  if (isCmd(roles)) return /^\/[ck]$/i.test(option);
  const role = roleOf(roles, "sink.interpreter");
  if (role === null || isOption(args[at - 1])) return false;
  switch (role.settings["reads"]) {
    case "shell":
      return /^-[a-zA-Z]*c$/.test(option);
    case "powershell": {
      const words = optionWords(args.slice(at, at + MAX_OPTIONS));
      return ["words", "encoded"].includes(
        readProgram(runnerLayoutOf(role), words, 1).program.kind,
      );
    }
    default:
      return false;
  }
}

/** Whether a program with these roles is an interpreter or the shell of Windows. */
export function isShell(roles: Roles): boolean {
  return isCmd(roles) || roleOf(roles, "sink.interpreter") !== null;
}

function isCmd(roles: Roles): boolean {
  return roleOf(roles, "flow.launcher")?.settings["options"] === "cmd";
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
      ({ text }) => text !== null && roleOf(runner.roles(fileName(text), []), "sink.interpreter"),
    );
  if (shell === undefined) return;
  runner.note({
    kind: "undecided",
    reason: "command-not-known",
    message: `fetched output reaches ${name}, which may run it with ${shell.text ?? ""}`,
    span: word.span,
  });
}

/** Whether a word is an option without an attached value, so that the next word may be its value. */
function isOption(argument: Argument | undefined): boolean {
  const text = argument?.text ?? "";
  return text.startsWith("-") && text !== "--" && !text.includes("=");
}
