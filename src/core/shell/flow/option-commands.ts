/** Commands in options, operands and variables of other commands: `tar --checkpoint-action=exec=CODE`, `PAGER=CODE man ls`. */

import { roleOf, type Role } from "../../query/role.js";
import { layoutOf, lineOf } from "../command-layout.js";
import { prefixOf } from "../prefixes.js";
import { commandIn, startsOf } from "./commands-in-values.js";
import { withEnvironment } from "./builtins.js";
import { withoutPrefix, optionWords, type Argument } from "./argument.js";
import { assignedName, programName } from "./resolve-command.js";
import { childShell, type Runner, type Scope } from "./runner.js";
import { executeArgument, readsCode, sinkOf } from "./sinks.js";
import { silent } from "./stream.js";
import { runVariableCommands } from "./variable-commands.js";

/** Maximum number of nested wrappers that are followed. */
const MAX_WRAPPERS = 64;

/** Runs the commands in options, operands and variables of a command, also after wrappers and launchers. */
export function runOptionCommands(words: readonly Argument[], runner: Runner, scope: Scope): void {
  if (runner.profile !== "extended") return;
  let args = words;
  let inner = scope;
  for (let depth = 0; depth < MAX_WRAPPERS; depth++) {
    const [word] = args;
    const name = word === undefined ? null : programName(word, runner);
    if (word === undefined || name === null) return;
    const roles = runner.roles(name, args);
    for (const role of roles)
      if (role.capture === "inject.option") runOption(name, word, role, args, runner, inner);
      else if (role.capture === "inject.variable")
        runVariableCommands(name, word, role, runner, inner);
    const wrapper = roleOf(roles, "flow.wrapper") ?? roleOf(roles, "flow.launcher");
    const prefix = wrapper === null ? null : prefixOf(wrapper, optionWords(args), 0);
    if (prefix?.kind !== "words") return;
    const given = args.slice(1, prefix.next).filter((each) => assignedName(each) !== null);
    inner = withEnvironment(given, inner);
    args = args.slice(prefix.next, prefix.end);
  }
  const [first, last = first] = [args[0], args.at(-1)];
  if (first !== undefined && last !== undefined)
    runner.limit("depth", "wrappers of one command are nested too deeply", [
      first.span[0],
      last.span[1],
    ]);
}

function runOption(
  name: string,
  word: Argument,
  role: Role,
  args: readonly Argument[],
  runner: Runner,
  scope: Scope,
): void {
  const layout = layoutOf(role);
  const line = lineOf(layout, optionWords(args), 1);
  if (line === null) return;
  const options = line.options
    .filter((option) => layout.options("code").has(option.name) && option.valueAt >= 0)
    .map(({ valueAt, valueOffset }) => ({ at: valueAt, offset: valueOffset }));
  const operands = layout.is("operand", "code") ? line.operands : [];
  const starts = startsOf(role);
  for (const { at, offset } of [...options, ...operands.map((at) => ({ at, offset: 0 }))]) {
    const argument = args[at];
    const command =
      argument === undefined ? null : commandIn(withoutPrefix(argument, offset), starts);
    if (command === null) continue;
    const sink = sinkOf(word, name, role);
    executeArgument(runner, sink, command, "it is a command among its arguments");
    runner.code(command.code(), childShell(scope, silent), command.span, [readsCode(sink)]);
  }
}
