import type { Span, TraceStep } from "../../model.js";
import { pathOf, pathsNamed } from "./variable-paths.js";
import { withoutPrefix, optionWords, type Argument } from "./argument.js";
import { encodedCommand } from "../../decode/encoded-command.js";
import { patternsOf, roleOf, type Role } from "../../query/role.js";
import { SourceBuilder } from "../../source.js";
import { runnerLayoutOf } from "../command-layout.js";
import type { Program } from "./program.js";
import { afterSubcommand, readProgram } from "./read-program.js";
import { copied, descriptorOf, isStdinName, readFrom } from "./descriptors.js";
import { readFifo } from "./fifos.js";
import {
  childShell,
  type CodeAnswer,
  type NamedCommand,
  type Runner,
  type Scope,
} from "./runner.js";
import { ofEach, runWritten, writtenTexts } from "./written-files.js";
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
import { altered, fetched, silent, type CodeText, type Stream } from "./stream.js";
import { executed, executingPrints, fetchingInput, MAX_PROGRAM_LENGTH } from "./inline-programs.js";
import { recipesOf } from "./piped-makefile.js";
import { joinCode } from "./word-code.js";

/** A call of an interpreter. */
interface Invocation {
  readonly sink: Sink;
  /** The language of its programs: `shell`, or the name or tag of another language; `other` if they are not analyzed. */
  readonly language: string;
  /** The arguments, with the interpreter's own word first. */
  readonly args: readonly Argument[];
  readonly scope: Scope;
  readonly runner: Runner;
}

/** Finds the program of an interpreter, runs it, and returns what it writes. */
export function runInterpreter(
  sink: Sink,
  role: Role,
  words: readonly Argument[],
  runner: Runner,
  scope: Scope,
): Stream {
  // `$@` of unknown value may expand to no words
  const args = words.filter(
    ({ variable, remote }, at) => at === 0 || variable !== "@" || remote !== null,
  );
  const invocation = { sink, language: role.settings["reads"] ?? "shell", args, scope, runner };
  const reading = readProgram(
    runnerLayoutOf(role),
    optionWords(args),
    afterSubcommand(role, optionWords(args), 1),
  );
  for (const at of reading.startup) {
    const argument = args[at];
    const printed =
      argument === undefined
        ? null
        : runArgument(invocation, argument, "a file it reads at its start");
    if (printed !== null && printed.remote !== null) return printed;
  }
  const ambient = runVariables(reading.variables, invocation);
  if (ambient !== null) return ambient;
  return reading.program.kind === "none" ? scope.stdin : runProgram(invocation, reading.program);
}

/**
 * Runs the files that an interpreter runs before its program because variables name them (`BASH_ENV=<(curl URL) bash SCRIPT`).
 * Returns what the first one with fetched bytes prints; null if there is none.
 */
function runVariables(
  names: readonly string[],
  { sink, runner, scope }: Invocation,
): Stream | null {
  if (runner.profile !== "extended") return null;
  for (const name of names) {
    const remote = scope.env.exportedValue(name)?.process?.output.remote ?? null;
    const message = `the file that ${name} names is run first`;
    const printed =
      remote === null ? null : executeInput(runner, sink, { remote, text: null }, message);
    if (printed !== null) return printed;
  }
  return null;
}

function runProgram(invocation: Invocation, program: Exclude<Program, { kind: "none" }>): Stream {
  const { sink, args, scope, runner } = invocation;
  switch (program.kind) {
    case "stdin":
      return runInput(invocation, scope.stdin, program.message, args.slice(program.rest));
    case "code": {
      const argument = args[program.at];
      return argument === undefined
        ? silent
        : runCode(invocation, withoutPrefix(argument, program.offset), args.slice(program.rest));
    }
    case "words": {
      const words = args.slice(program.at);
      const carrying = words.find(({ remote }) => remote !== null);
      const printed =
        carrying === undefined
          ? null
          : executeArgument(runner, sink, carrying, "it is code on its command line");
      const code = printed === null ? joinCode(words, words[0]?.span[0] ?? 0) : null;
      return (
        printed ??
        (code === null
          ? silent
          : runText(invocation, code, [sink.span[0], code.to], scope.stdin, {}))
      );
    }
    case "encoded": {
      const argument = args[program.at];
      return argument === undefined ? silent : runEncoded(invocation, argument);
    }
    case "file": {
      const argument = args[program.at];
      if (argument === undefined) return silent;
      const descriptor = descriptorOf(argument.text);
      const rest = args.slice(program.at + 1);
      if (isStdinName(argument.text))
        return runInput(invocation, scope.stdin, "the script operand is standard input", rest);
      if (descriptor !== null)
        return runInput(
          invocation,
          copied(readFrom(scope, descriptor), argument.span[1]),
          "the script operand is a descriptor",
          rest,
        );
      const fifo = readFifo(argument, runner);
      if (fifo !== null) return runInput(invocation, fifo, "the script operand is a FIFO", rest);
      const at = spanTo(sink.span, argument.span);
      const printed =
        runArgument(invocation, argument, "it is the script operand", rest) ??
        ofEach(pathsNamed(argument), (path) => runScript(invocation, path, at, rest));
      if (printed !== null) return printed;
      adviseOfFile(runner, sink, argument, scope.env);
      return scope.stdin; // a local program may copy its input to its output
    }
  }
}

/** Runs a script that the same document wrote, as code of the interpreter's language; null for any other file. */
function runScript(
  invocation: Invocation,
  path: string,
  at: Span,
  parameters: readonly Argument[],
): Stream | null {
  const { sink, language, runner, scope } = invocation;
  return runWritten(path, at, runner, scope, (code) => {
    if (language !== "shell") return runText(invocation, code, at, scope.stdin, { parameters });
    const inner = childShell(scope, scope.stdin);
    if (parameters.length > 0) inner.env.setPositional(parameters);
    return runner.code(code, inner, at, [...sink.wrappers, readsCode(sink)]);
  });
}

/** Matches a first line such as `#!/usr/bin/env python3`, and captures the interpreter. */
const FIRST_LINE = /^#!\s*(?:\S*\/env\s+(?:-\S+\s+)*)?(?:\S*\/)?([\w.+-]+)/;

/** Matches scripts that Windows starts by their bare names from the working directory. */
const BATCH = /\.(?:bat|cmd)$/i;

/**
 * Runs `./FILE`, if the same document wrote the file, as code of the interpreter that its first line or its extension names, or
 * of a shell. Returns null for any other command.
 */
export function runProgramFile({ word, args, steps, runner, scope }: NamedCommand): Stream | null {
  const path = pathOf(word);
  if (path === null || (path === word.text && !/[\\/]/.test(path) && !BATCH.test(path)))
    return null;
  const first = writtenTexts(path, runner, scope)[0]?.source.text ?? "";
  const name = FIRST_LINE.exec(first)?.[1] ?? (/\.ps1$/i.test(path) ? "powershell" : "sh");
  const role = roleOf(runner.roles(name, []), "sink.interpreter");
  if (role === null) return null;
  const sink = sinkOf(word, name, role, steps);
  const language = role.settings["reads"] ?? "shell";
  return runScript({ sink, language, args, scope, runner }, path, word.span, args.slice(1));
}

/** Runs standard input as the program. */
function runInput(
  invocation: Invocation,
  stdin: Stream,
  message: string,
  parameters: readonly Argument[],
): Stream {
  const { sink, runner } = invocation;
  const printed = executeInput(runner, sink, stdin, message);
  if (printed !== null) return printed;
  if (stdin.remote !== null) return stdin;
  return stdin.text === null
    ? silent
    : runText(invocation, stdin.text, throughInput(stdin.text, sink.span), silent, { parameters });
}

/** Returns the span from the command that outputs a text to the one that reads it as its program. */
export function throughInput({ from, to }: CodeText, [start, end]: Span): Span {
  return [Math.min(from, start), Math.max(to, end)];
}

/** Runs code in an argument. */
function runCode(
  invocation: Invocation,
  argument: Argument,
  [zero, ...parameters]: readonly Argument[],
): Stream {
  const { sink, language, runner, scope } = invocation;
  // an unknown part of an awk program is usually a pattern, and not code
  const isData = language === "awk" && argument.shape !== undefined;
  const printed = isData
    ? null
    : executeArgument(runner, sink, argument, "it is code on its command line");
  const words = zero === undefined ? {} : { zero, parameters };
  return (
    printed ??
    runText(invocation, argument.code(), spanTo(sink.span, argument.span), scope.stdin, words)
  );
}

/** Runs a file operand that is a process substitution. Returns what the program prints; null if nothing is known about it. */
function runArgument(
  invocation: Invocation,
  argument: Argument,
  message: string,
  parameters: readonly Argument[] = [],
): Stream | null {
  const { sink, runner, scope } = invocation;
  const printed = executeFile(runner, sink, argument, message);
  const text = argument.process?.output.text ?? null;
  if (printed !== null || text === null) return printed;
  return runText(invocation, text, spanTo(sink.span, argument.span), scope.stdin, { parameters });
}

/** `powershell -EncodedCommand PAYLOAD`: reads the decoded code. */
function runEncoded({ sink, runner, scope }: Invocation, argument: Argument): Stream {
  const printed = executeArgument(runner, sink, argument, "it is an encoded program");
  if (printed !== null) return printed;
  const step: TraceStep = {
    step: "decode",
    span: argument.span,
    message: "the encoded program is in the text itself",
  };
  const literal = encodedCommand(argument.text ?? "");
  runner.report({
    rule: sink.role?.rule ?? ENCODED_RULE,
    span: spanTo(sink.span, argument.span),
    trace: [
      ...sink.wrappers,
      step,
      {
        step: "execute",
        span: sink.span,
        message: `${sink.name} decodes and executes it`,
        ...patternsOf(sink.role),
      },
    ],
    isOption: true,
    ...(literal !== null && { encoded: { tag: "powershell", literal } }),
  });
  return scope.stdin;
}

const ENCODED_RULE = "powershell/decode-execute";

/** Returns the lines of a crontab without the times before their commands. */
function withoutSchedules(code: CodeText): CodeText {
  const { source } = code;
  const out = new SourceBuilder(source);
  let from = 0;
  for (const match of source.text.matchAll(
    /^[ \t]*(?:@\w+|(?:[\d*,/-]+(?:[A-Za-z]{3})?[ \t]+){4}[\d*,/A-Za-z-]+)[ \t]+/gm,
  )) {
    out.copy(from, match.index);
    from = match.index + match[0].length;
  }
  return altered(code, { source: out.copy(from, source.text.length).build() });
}

/** The words that a program receives as `$0` and as its parameters. */
interface ProgramWords {
  readonly zero?: Argument;
  readonly parameters?: readonly Argument[];
}

/** Runs known text as code of the interpreter's language. */
function runText(
  invocation: Invocation,
  code: CodeText,
  executing: Span,
  stdin: Stream,
  words: ProgramWords,
): Stream {
  const { sink, language, runner, scope } = invocation;
  const via = [...sink.wrappers, readsCode(sink)];
  if (language === "shell") {
    const env = scope.env.exported();
    if (words.parameters !== undefined && (words.zero !== undefined || words.parameters.length > 0))
      env.setPositional(words.parameters);
    if (words.zero !== undefined) env.setZero(words.zero);
    const frame = {
      start: executing[0],
      sink: sink.span,
      end: code.unclosed === true ? null : executing[1],
    };
    return runner.code(
      code,
      { ...scope, env, stdin, frame, depth: scope.depth + 1, budget: "shared" },
      executing,
      via,
    );
  }
  if (language === "other") return stdin;
  if (language === "crontab" || language === "makefile") {
    const inner = {
      ...scope,
      env: scope.env.exported(),
      stdin: silent,
      frame: null,
      depth: scope.depth + 1,
      budget: "shared" as const,
    };
    const lines = language === "crontab" ? withoutSchedules(code) : recipesOf(code);
    return runner.code(lines, inner, executing, via);
  }
  const answer = readForeign(invocation, code, executing, stdin, via);
  if (runner.profile === "extended" && !answer.matched)
    return runInline(invocation, code, executing, stdin, answer.executesStdin);
  return (
    (answer.executesStdin && !answer.matched
      ? executeInput(runner, sink, stdin, "its code runs standard input")
      : null) ?? stdin
  );
}

/** Reads code of a language other than shell. */
function readForeign(
  { language, runner }: Invocation,
  code: CodeText,
  executing: Span,
  stdin: Stream,
  via: readonly TraceStep[],
): CodeAnswer {
  return language === "python" || language === "javascript" || language === "powershell"
    ? runner.foreign(language, code, executing, stdin, via)
    : runner.foreign("unknown", code, executing, stdin, via, language);
}

/** Returns the output of a program in an argument, which may execute its input, or print what it fetches or decodes. */
function runInline(
  invocation: Invocation,
  code: CodeText,
  executing: Span,
  stdin: Stream,
  executesStdin: boolean,
): Stream {
  const { sink, language, args, runner } = invocation;
  const options = optionWords(args).flatMap((word) => word ?? []);
  const found = (text: CodeText | null): ReturnType<typeof executed> =>
    text === null
      ? null
      : executed(
          runner
            .watched(() => readForeign(invocation, text, executing, silent, []))
            .matches.values(),
        );
  if (stdin.remote !== null) {
    const runs = executesStdin || found(fetchingInput(language, code, options)) !== null;
    return (
      (runs ? executeInput(runner, sink, stdin, "its code runs standard input") : null) ?? stdin
    );
  }
  if (code.source.text.length > MAX_PROGRAM_LENGTH) runner.tooLong(executing);
  const printed = found(executingPrints(language, code, options));
  if (printed === null) return stdin;
  const { match, kind } = printed;
  return { remote: fetched(sink.span[0], match.trace.slice(0, -1), null, kind), text: null };
}
