import type { Role } from "../../query/role.js";
import { layoutNamed } from "../command-layout.js";
import { withoutPrefix, optionWords, type Argument } from "./argument.js";
import { throughInput } from "./interpreters.js";
import { readProgram } from "./read-program.js";
import type { Runner, Scope } from "./runner.js";
import { readsCode } from "./sinks.js";
import { silent, type Stream } from "./stream.js";

/**
 * Evaluates an interpreter that the contract does not list (`python -c`, `deno eval`): fetched bytes in its input are not reported
 * as its program, but its code is searched for payloads that it decodes and executes.
 */
export function runForeign(
  language: "python" | "javascript",
  role: Role,
  args: readonly Argument[],
  runner: Runner,
  scope: Scope,
): Stream {
  const words = optionWords(args);
  const from = words[1] === "eval" || words[1] === "run" ? 2 : 1;
  const { program } = readProgram(
    layoutNamed(language === "python" ? "python" : "node"),
    words,
    from,
  );
  const codeAt =
    words[1] === "eval" && program.kind === "file"
      ? program.at
      : program.kind === "code"
        ? program.at
        : -1;
  const code = args[codeAt];
  const [start, end] = args[0]?.span ?? [0, 0];
  const via = [readsCode({ name: args[0]?.text ?? language, role, span: [start, end] })];
  if (code !== undefined)
    runner.foreign(
      language,
      withoutPrefix(code, program.kind === "code" ? program.offset : 0).code(),
      [start, code.span[1]],
      silent,
      via,
    );
  else if (program.kind === "stdin" && scope.stdin.text !== null)
    runner.foreign(
      language,
      scope.stdin.text,
      throughInput(scope.stdin.text, [start, end]),
      silent,
      via,
    );
  return scope.stdin;
}
