/** Builtins that run code in the current shell: `eval`, `source`. */

import { roleOf, type Role } from "../../query/role.js";
import { pathsNamed } from "./variable-paths.js";
import type { Argument } from "./argument.js";
import { copied, descriptorOf, isStdinName, readFrom } from "./descriptors.js";
import { readFifo } from "./fifos.js";
import { ofEach, runWritten } from "./written-files.js";
import type { NamedCommand, Runner, Scope } from "./runner.js";
import {
  adviseOfFile,
  executeArgument,
  executeFile,
  executeInput,
  readsCode,
  sinkOf,
  type Sink,
  spanTo,
} from "./sinks.js";
import { silent, type CodeText, type Stream } from "./stream.js";
import { joinCode } from "./word-code.js";

/** Runs `eval` or `source` and returns what it writes. */
export function runEval(
  { name, word, roles, args, steps, runner, scope }: NamedCommand,
  role: Role,
): Stream {
  const sink = sinkOf(word, name, role, steps);
  const operands = args.slice(args[1]?.text === "--" ? 2 : 1);
  const [first] = operands;
  if (first === undefined)
    return executeInput(runner, sink, scope.stdin, "it is the whole program") ?? scope.stdin;
  if (roleOf(roles, "sink.source") !== null) return runSource(sink, first, runner, scope);
  // the file that `eval <(…)` names is its command
  const carrying =
    first.process === null ? operands.findLast((argument) => argument.remote !== null) : first;
  const output =
    carrying === undefined ? null : executeArgument(runner, sink, carrying, "its words are code");
  if (output !== null) return output;
  const end = operands[operands.length - 1]?.span[1] ?? first.span[1];
  return runHere(sink, joinCode(operands, first.span[0]), end, runner, scope);
}

/** Runs code in the current shell; a substitution in command position is then executed by the sink. */
function runHere(
  sink: Sink,
  code: CodeText | null,
  end: number,
  runner: Runner,
  scope: Scope,
): Stream {
  if (code === null) return silent;
  const frame = { start: sink.span[0], sink: sink.span, end };
  return runner.code(
    code,
    { ...scope, frame, depth: scope.depth + 1, budget: "shared" },
    [sink.span[0], end],
    [readsCode(sink)],
  );
}

function runSource(sink: Sink, file: Argument, runner: Runner, scope: Scope): Stream {
  const run = ({ text }: Stream, end: number): Stream => runHere(sink, text, end, runner, scope);
  if (isStdinName(file.text) || file.text === "-") {
    return (
      executeInput(runner, sink, scope.stdin, "the file it reads is standard input") ??
      run(scope.stdin, file.span[1])
    );
  }
  const descriptor = descriptorOf(file.text);
  if (descriptor !== null) {
    const stream = copied(readFrom(scope, descriptor), file.span[1]);
    return (
      executeInput(runner, sink, stream, "the file it reads is a descriptor") ??
      run(stream, file.span[1])
    );
  }
  const fifo = readFifo(file, runner);
  if (fifo !== null)
    return (
      executeInput(runner, sink, fifo, "the file it reads is a FIFO") ?? run(fifo, file.span[1])
    );
  const at = spanTo(sink.span, file.span);
  adviseOfFile(runner, sink, file, scope.env);
  return (
    executeFile(runner, sink, file, "it is the file it reads") ??
    ofEach(pathsNamed(file), (path) =>
      runWritten(path, at, runner, scope, (code) =>
        runner.code(code, { ...scope, frame: null, depth: scope.depth + 1, budget: "shared" }, at, [
          readsCode(sink),
        ]),
      ),
    ) ??
    (file.process === null ? silent : run(file.process.output, file.span[1]))
  );
}
