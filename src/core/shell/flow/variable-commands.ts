/** Commands in variables that programs read and run: `GIT_PAGER=CODE git log`, `export EDITOR=CODE; crontab -e`. */

import { listed, type Role } from "../../query/role.js";
import { SourceBuilder } from "../../source.js";
import { argumentOf, type Argument } from "./argument.js";
import { commandIn, startsOf } from "./commands-in-values.js";
import { bindExpanded } from "./expanded-variables.js";
import { childShell, subshell, type Runner, type Scope } from "./runner.js";
import { adviseOfFile, executeArgument, executeInput, readsCode, sinkOf } from "./sinks.js";
import { altered, silent, type CodeText } from "./stream.js";
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
  for (const variable of listed(role, "variables")) {
    const value = scope.env.exportedValue(variable);
    if (value === null) continue;
    const given = value.given ?? earlier(value, word);
    const message = `${variable} contains a command that it runs`;
    // the value is written before the command, like the content of a pipe
    if (expansionOf(role) === null)
      executeInput(runner, sink, { remote: given.remote, text: null }, message);
    const code = codeIn(given, role);
    if (code !== null)
      runner.code(code.code(), childShell(scope, silent), code.span, [readsCode(sink)]);
  }
}

/** The program whose roles list the variables that the current shell runs. */
const RUNNING_SHELL = "bash";

/**
 * Runs the value of a variable that the current shell, or a shell that it starts, runs later: `PROMPT_COMMAND=CODE`,
 * `export BASH_ENV=FILE`.
 */
export function runOwnVariable(name: string, given: Argument, runner: Runner, scope: Scope): void {
  if (runner.profile !== "extended") return;
  for (const role of runner.roles(RUNNING_SHELL, [])) {
    if (role.capture !== "inject.variable" || !listed(role, "variables").includes(name)) continue;
    const sink = sinkOf(given, name, role);
    const expansion = expansionOf(role);
    if (expansion === null) executeArgument(runner, sink, given, "a shell runs its value later");
    if (expansion === "file") adviseOfFile(runner, sink, given, scope.env);
    const code = codeIn(given, role);
    if (code === null) continue;
    const inner = { ...subshell(scope, silent), depth: scope.depth + 1, budget: "shared" as const };
    bindExpanded(code.code(), scope.env, inner.env);
    runner.code(code.code(), inner, code.span, [readsCode(sink)]);
  }
}

/** Returns how a shell expands the value of a variable before it uses it; null if the value is code. */
function expansionOf(role: Role): string | null {
  return role.settings["expands"] ?? null;
}

/** Returns the code in the value of a variable; null if there is none. */
function codeIn(given: Argument, role: Role): Argument | null {
  if (expansionOf(role) === null) return commandIn(given, startsOf(role));
  const { text } = given.code().source;
  return /\$\(|`/.test(text) ? { ...given, text: null, code: () => expanded(given.code()) } : null;
}

/** Returns the code `: <<END` with the text as its here-document, in which a shell runs the substitutions. */
function expanded(code: CodeText): CodeText {
  const { source } = code;
  const { length } = source.text;
  const [start, end] = source.origin(0, length);
  const document = new SourceBuilder(source)
    .insertAt(`: <<${END}\n`, start)
    .copy(0, length)
    .insertAt(`\n${END}\n`, end);
  return altered(code, { source: document.build() });
}

/** A line that no prompt or path contains. */
const END = "__END_OF_VALUE__";

/** Returns the value of a variable that an earlier command set, with the span of the command that reads it. */
export function earlier({ text, remote }: Value, { span, code }: Argument): Argument {
  const { source } = code();
  const known = new SourceBuilder(source).replace(text ?? "", 0, source.text.length).build();
  const [from, to] = span;
  return argumentOf(span, text, () => ({ source: known, variables: [span], from, to }), remote);
}
