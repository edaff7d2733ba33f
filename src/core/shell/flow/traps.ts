/** `trap CODE SIGNAL`, whose code runs later in the same shell. */

import { roleOf, type Role } from "../../query/role.js";
import type { Argument } from "./argument.js";
import type { NamedCommand, Runner, Scope } from "./runner.js";
import { executeArgument, readsCode, sinkOf } from "./sinks.js";
import { both, silent, type Stream } from "./stream.js";
import { bindExpanded } from "./expanded-variables.js";
import { trapOn } from "./trap-name.js";
import { emptyValue, unknownValue } from "./values.js";

/** Runs the code with the current variables, as if a signal arrived now, and stores it for the end of the shell. */
export function runTrap({ word, args, runner, scope }: NamedCommand, role: Role): Stream {
  const at = args.findIndex((argument, index) => index > 0 && argument.text !== "--");
  const code = args[at];
  if (code === undefined) return silent;
  const signals = args.slice(at + 1).map(({ text }) => signalOf(text));
  if (!runner.spendWords(scope.env.traps.size))
    runner.limit("steps", "too many traps are set: earlier ones may be replaced", code.span);
  else unset(signals, scope);
  if (code.text === "-" || code.text === "") return silent;
  for (const signal of signals)
    scope.env.set(`${trapOn(signal)}${String(code.span[0])}`, {
      ...unknownValue,
      elements: [code, word],
    });
  if (runner.profile === "extended")
    executeArgument(runner, sinkOf(word, "trap", role), code, "its words are code");
  return runCode(code, word, role, runner, scope);
}

/** Removes the traps on signals that are still set. */
function unset(signals: readonly string[], { env }: Scope): void {
  const prefixes = signals.map(trapOn);
  for (const name of env.traps)
    if (prefixes.some((prefix) => name.startsWith(prefix)) && env.get(name) !== emptyValue)
      env.set(name, emptyValue);
}

/** Runs the traps of this shell, or of this subshell, at its end. */
export function runTraps(runner: Runner, scope: Scope): Stream {
  let output: Stream = silent;
  for (const name of scope.env.ownTraps) {
    const [code, word] = scope.env.get(name)?.elements ?? [];
    const role = roleOf(runner.roles("trap", []), "flow.trap");
    if (code === undefined || word === undefined || role === null) continue;
    output = both(output, runCode(code, word, role, runner, scope));
  }
  return output;
}

function runCode(code: Argument, word: Argument, role: Role, runner: Runner, scope: Scope): Stream {
  const env = scope.env.layer();
  bindExpanded(code.code(), scope.env, env);
  const inner = { ...scope, env, frame: null, depth: scope.depth + 1, budget: "shared" as const };
  return runner.code(code.code(), inner, code.span, [readsCode(sinkOf(word, "trap", role))]);
}

/** Returns a signal's name in one form: `SIGINT`, `int` and `INT` are the same, and so are `0` and `EXIT`. */
function signalOf(text: string | null): string {
  const name = (text ?? "").toUpperCase().replace(/^SIG/, "");
  return name === "0" ? "EXIT" : name;
}
