import { roleOf, type Role } from "../../query/role.js";
import { appliedRole, hasNeeded, runnerLayoutOf } from "../command-layout.js";
import { optionWords } from "./argument.js";
import { builtins } from "./builtins.js";
import { runByAddress } from "./run-by-address.js";
import { passThrough } from "./pass-through.js";
import { decoded } from "./decoders.js";
import { makeFifo } from "./fifos.js";
import { runHash } from "./hash-command.js";
import { runEval } from "./eval-and-source.js";
import { runFetcher } from "./run-fetcher.js";
import { followFiles } from "./file-commands.js";
import { runForeign } from "./unlisted-interpreters.js";
import { runInterpreter } from "./interpreters.js";
import { printVariable, runPrinter } from "./printing.js";
import { readProgram } from "./read-program.js";
import { runAwkOrSed } from "./awk-and-sed.js";
import { runOnHost } from "./remote-shell.js";
import type { NamedCommand } from "./runner.js";
import { readScriptCode } from "./script-code.js";
import { sinkOf } from "./sinks.js";
import type { Stream } from "./stream.js";
import { runTrap } from "./traps.js";

/** Runs a command by one of its roles and returns what it writes; null if the next role must be tried. */
type ByRole = (command: NamedCommand, role: Role) => Stream | null;

/** The functions that evaluate commands by role; the first that returns a result decides. */
const byRole: readonly (readonly [capture: string, run: ByRole])[] = [
  ["source.address", runByAddress],
  ["source.fetcher", runOnHost],
  [
    "source.fetcher",
    ({ name, args, steps, runner, scope }, role) =>
      runFetcher(name, role, args, steps, runner, scope),
  ],
  ["sink.builtin", runEval],
  ["sink.records", runAwkOrSed],
  ["sink.interpreter", interpret],
  ["flow.print", (command, role) => runPrinter(command, role, decoderOf(command))],
  ["source.payload", decode],
  [
    "source.decoder",
    (command, role) => (applied(command, "source.payload") === null ? decode(command, role) : null),
  ],
  ["flow.trap", runTrap],
  ["flow.fifo", makeFifo],
  [
    "inject.python",
    ({ args, runner, scope }, role) => runForeign("python", role, args, runner, scope),
  ],
  [
    "inject.javascript",
    ({ args, runner, scope }, role) => runForeign("javascript", role, args, runner, scope),
  ],
  ["inject.script", readScriptCode],
  ["flow.locator", locate],
  ["flow.lookup", printVariable],
];

/** Runs a command whose name is known. */
export function runNamed(command: NamedCommand): Stream {
  if (command.runner.profile === "extended") followFiles(command);
  for (const [capture, run] of byRole) {
    const role = applied(command, capture);
    const written = role === null ? null : run(command, role);
    if (written !== null) return written;
  }
  if (command.name === "hash" && command.runner.profile === "extended") return runHash(command);
  return builtins.get(command.name)?.(command.args, command.scope) ?? passThrough(command);
}

/** Returns the command's role for a capture, if the subcommand of the role is among the words; null otherwise. */
function applied({ roles, args }: NamedCommand, capture: string): Role | null {
  return roleOf(roles, capture) === null ? null : appliedRole(roles, capture, optionWords(args));
}

/** `which NAME`, `type -P NAME`: returns NAME as the output, since the printed path names the same program. */
function locate({ args }: NamedCommand, role: Role): Stream | null {
  if (!hasNeeded(role, optionWords(args))) return null;
  return { remote: null, text: args[args.length - 1]?.code() ?? null };
}

/** Returns the role by which a command decodes. */
function decoderOf(command: NamedCommand): Role | null {
  return applied(command, "source.payload") ?? applied(command, "source.decoder");
}

function decode({ name, args, scope }: NamedCommand, role: Role): Stream | null {
  return decoded(name, role, args, scope.stdin);
}

function interpret(command: NamedCommand, role: Role): Stream | null {
  const { name, word, roles, args, steps, runner, scope } = command;
  // `python3 -m base64 -d` decodes
  if (
    decoderOf(command) !== null ||
    (roleOf(roles, "flow.carrier") !== null && isFilter(command, role))
  )
    return null;
  return runInterpreter(sinkOf(word, name, role, steps), role, args, runner, scope);
}

/** Whether an interpreter is used as a filter, with a program in an argument that was not fetched: `awk '{print}' FILE`. */
function isFilter({ args }: NamedCommand, role: Role): boolean {
  const { program } = readProgram(runnerLayoutOf(role), optionWords(args), 1);
  return program.kind === "code" && args[program.at]?.remote === null;
}
