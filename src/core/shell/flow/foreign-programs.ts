import type { Role } from "../../query/role.js";
import { layoutNamed } from "../command-layout.js";
import { cut, optionWords, type Argument } from "./argument.js";
import { throughInput } from "./interpreters.js";
import { readProgram } from "./programs.js";
import type { Runner, Scope } from "./runner.js";
import { readsCode } from "./sinks.js";
import { silent, type Stream } from "./stream.js";

/**
 * An interpreter outside the closed vocabulary (`python -c`, `deno eval`): what it fetches or reads is not its
 * program by contract, but rule-18 code in its own text is.
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
  const stands =
    words[1] === "eval" && program.kind === "file"
      ? program.at
      : program.kind === "code"
        ? program.at
        : -1;
  const code = args[stands];
  const [start, end] = args[0]?.span ?? [0, 0];
  const via = [readsCode({ name: args[0]?.text ?? language, role, span: [start, end] })];
  if (code !== undefined)
    runner.foreign(
      language,
      cut(code, program.kind === "code" ? program.offset : 0).code(),
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
