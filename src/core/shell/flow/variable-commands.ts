/** Commands in variables that a program runs: `GIT_PAGER=CODE git log`, `export EDITOR=CODE; crontab -e`. */

import { listed, type Role } from "../../query/role.js";
import { SourceBuilder } from "../../source.js";
import { argumentOf, type Argument } from "./argument.js";
import { commandIn, startsOf } from "./command-values.js";
import { childShell, type Runner, type Scope } from "./runner.js";
import { executeInput, readsCode, sinkOf } from "./sinks.js";
import { silent } from "./stream.js";
import type { Value } from "./values.js";

/** Runs the commands in the exported variables that a program reads and passes to a shell. */
export function runVariableCommands(
  name: string,
  word: Argument,
  role: Role,
  runner: Runner,
  scope: Scope,
): void {
  const sink = sinkOf(word, name, role);
  const starts = startsOf(role);
  for (const variable of listed(role, "variables")) {
    const value = scope.env.exportedValue(variable);
    if (value === null) continue;
    const given = value.given ?? earlier(value, word);
    const message = `${variable} holds a command that it runs`;
    // the value is written before the command, as what a pipe carries is
    executeInput(runner, sink, { remote: given.remote, text: null }, message);
    const code = commandIn(given, starts);
    if (code !== null)
      runner.code(code.code(), childShell(scope, silent), code.span, [readsCode(sink)]);
  }
}

/** The value of a variable that was set before: what is in it is at the command that reads it. */
function earlier({ text, remote }: Value, { span, code }: Argument): Argument {
  const { source } = code();
  const known = new SourceBuilder(source).put(text ?? "", 0, source.text.length).build();
  const [from, to] = span;
  return argumentOf(span, text, () => ({ source: known, variables: [span], from, to }), remote);
}
