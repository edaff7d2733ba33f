import type { Span } from "../../model.js";
import { type Role, roleOf } from "../../query/role.js";
import { appliedRole } from "../command-layout.js";
import type { Command } from "../script.js";
import { appended } from "./xargs-arguments.js";
import { withoutPrefix, optionWords, stepAt, type Argument } from "./argument.js";
import { assign, assignForCommand, declarations, withEnvironment } from "./builtins.js";
import { isUnread } from "./output-channels.js";
import { wordUseOf, wordsOf } from "./word-use.js";
import { bindCoprocess, keepDescriptors } from "./descriptors.js";
import { fetchStep } from "./run-fetcher.js";
import { readFetch } from "./fetch-destination.js";
import { followAfter } from "./file-commands.js";
import { runOptionCommands } from "./option-commands.js";
import { runInterpreter } from "./interpreters.js";
import { runNamed } from "./named-commands.js";
import { readBy, readRedirects } from "./redirects.js";
import {
  programName,
  remoteLauncher,
  resolveCommand,
  type CodeCommand,
  type Login,
  type Resolved,
  type ResolvedCommand,
} from "./resolve-command.js";
import { childShell, type Runner, type Scope } from "./runner.js";
import {
  executeArgument,
  executeFile,
  executeInput,
  pipeSpan,
  printedBy,
  report,
  sinkOf,
} from "./sinks.js";
import { both, cameFromOutside, fetched, silent, type Stream } from "./stream.js";
import { launchedShell, noteUnknownLauncher } from "./unknown-launcher.js";
import { bindExpanded } from "./expanded-variables.js";
import { joinCode } from "./word-code.js";

/** Runs one simple command in a scope and returns what it writes to standard output. */
export function runCommand(command: Command, runner: Runner, scope: Scope): Stream {
  const use = wordUseOf(command, runner, scope);
  // words without effects can be expanded after the redirects
  const early = use === "printed" ? readRedirects(command.redirects, runner, scope) : null;
  const words = wordsOf(command.words, use, early !== null && isUnread(early.scope), runner, scope);
  const redirections = early ?? readRedirects(command.redirects, runner, scope);
  const inner = redirections.scope;
  if (words.length === 0) {
    assign(command.assignments, [], runner, inner);
    // `$(< FILE)` outputs what it reads
    const reads =
      command.assignments.length === 0 &&
      command.redirects.some((redirect) => redirect.operator === "<");
    return redirections.output(reads ? inner.stdin : silent);
  }
  const keyword = words[0]?.text ?? "";
  if (keyword === "exec" && words.length === 1) keepDescriptors(redirections.opened, inner);
  if (declarations.has(keyword)) {
    assign(command.assignments, words, runner, inner);
    return redirections.output(silent);
  }
  const own = command.assignments.length > 0 ? { ...inner, env: scope.env.layer() } : inner;
  assignForCommand(command.assignments, runner, own);
  if (words[0] !== undefined) noteCut(words[0], runner);
  const lines = words[0]?.alternatives?.map((first) => [...first, ...words.slice(1)]) ?? [words];
  const written = lines.map((line) => runWords(line, runner, own));
  if (own.env !== scope.env) scope.env.absorb(own.env);
  if (keyword === "coproc" && runner.profile === "extended") {
    const body = { ...command, words: command.words.slice(1) };
    bindCoprocess("COPROC", written.reduce(both), body, scope.env);
    return silent;
  }
  const output = redirections.output(written.reduce(both));
  return lines.reduce(
    (stream, line) => both(stream, feedAll(line, inner.stdin, runner, scope)),
    output,
  );
}

/** Records a limit if the name of a command has too many possible values. */
function noteCut({ isCut, span }: Argument, runner: Runner): void {
  if (isCut === true)
    runner.limit("contexts", "the name of a command has too many possible values", span);
}

function feedAll(line: readonly Argument[], stdin: Stream, runner: Runner, scope: Scope): Stream {
  let output = silent;
  for (const argument of line) output = both(output, feed(argument, line, stdin, runner, scope));
  return output;
}

/**
 * Runs a process substitution such as `tee >(bash)` with what the command writes to it. A fetcher writes the response if the
 * substitution is its output file (`curl -o >(sh)`), and nothing otherwise. Any other command writes its input.
 */
function feed(
  argument: Argument,
  words: readonly Argument[],
  stdin: Stream,
  runner: Runner,
  scope: Scope,
): Stream {
  if (argument.process?.part.direction !== ">") return silent;
  const resolved = resolveCommand(words, runner);
  const fetcher =
    resolved.kind === "command"
      ? appliedRole(resolved.roles, "source.fetcher", optionWords(resolved.args))
      : null;
  const stream =
    resolved.kind === "command" && resolved.name !== null && fetcher !== null
      ? fetchedInto(argument, resolved.args, resolved.name, fetcher)
      : stdin;
  return readBy(argument.process.part, stream, runner, scope);
}

function fetchedInto(file: Argument, args: readonly Argument[], name: string, role: Role): Stream {
  const [word] = args;
  const { files } = readFetch(role, optionWords(args), 1, name);
  if (word === undefined || !files.some(({ at }) => args[at] === file)) return silent;
  return { remote: fetched(word.span[0], [fetchStep(word, name, role)], role.rule), text: null };
}

function runWords(words: readonly Argument[], runner: Runner, scope: Scope): Stream {
  runOptionCommands(words, runner, scope);
  const resolved = resolveCommand(words, runner);
  if (resolved.kind === "nothing") return located(words);
  const output = runResolved(resolved, words, runner, scope);
  const away =
    output.remote !== null || resolved.steps.length === 0 ? null : remoteLauncher(words, runner);
  if (away === null || (resolved.kind === "login" && scope.stdin === silent)) return output;
  const { word, role } = away;
  return {
    remote: fetched(
      word.span[0],
      [stepAt("fetch", word, "the output comes from another machine", role)],
      role.rule,
    ),
    text: null,
  };
}

type Runnable = Exclude<Resolved, { kind: "nothing" }>;

function runResolved(
  resolved: Runnable,
  words: readonly Argument[],
  runner: Runner,
  scope: Scope,
): Stream {
  if (resolved.kind === "login") return runLogin(resolved, runner, scope);
  if (resolved.kind === "code") return runPassedCode(resolved, runner, scope);
  const inner = withEnvironment(
    resolved.environment,
    resolved.joined ? { ...scope, frame: null } : scope,
  );
  if (!resolved.appends) return runResolvedCommand(resolved, runner, inner);
  return runResolvedCommand({ ...resolved, args: appended(resolved.args, words, scope) }, runner, {
    ...inner,
    stdin: silent,
  });
}

function runResolvedCommand(
  { name, roles, args, steps, programOnly }: ResolvedCommand,
  runner: Runner,
  scope: Scope,
): Stream {
  const [word] = args;
  if (word === undefined) return silent;
  // `sudo "$SHELL_NAME"`
  if (name === null && word.alternatives !== undefined) {
    noteCut(word, runner);
    return word.alternatives
      .map((first) => runWords([...first, ...args.slice(1)], runner, scope))
      .reduce(both, silent);
  }
  const shell =
    name === null && runner.profile === "extended" ? shellVariable(word, args, runner) : null;
  if (shell !== null)
    return runInterpreter(
      sinkOf(word, `$${word.variable ?? ""}`, shell, steps),
      shell,
      args,
      runner,
      scope,
    );
  if (name === null) {
    if (runner.profile === "extended") followAfter(args, runner, scope.env);
    return runUnknownName(word, runner, scope);
  }
  const called = programOnly ? null : runner.call(name, args, scope);
  if (called !== null) return called;
  const command = { name, roles, word, args, steps, runner, scope };
  const launched = launchedShell(command);
  if (launched !== null) return runWords(launched, runner, { ...scope, stdin: silent });
  noteUnknownLauncher(command);
  return runNamed(command);
}

/** `command -v NAME`: returns NAME as the output, since the printed path names the same program. */
function located(words: readonly Argument[]): Stream {
  const [option, name] = words.slice(-2);
  return option?.text?.startsWith("-v") === true
    ? { remote: null, text: name?.code() ?? null }
    : silent;
}

/** `su -c CODE`, `ssh HOST WORDS`: runs the words as code of a shell that the command does not name. */
function runPassedCode(
  { word, args, offset, steps }: CodeCommand,
  runner: Runner,
  scope: Scope,
): Stream {
  const [first] = args;
  if (first === undefined) return silent;
  const result = runner.profile === "extended" ? runEachLine(word, args, runner, scope) : null;
  if (result !== null) return result;
  const code = joinCode([withoutPrefix(first, offset), ...args.slice(1)], first.span[0]);
  if (code === null) return silent;
  const inner = childShell(scope, scope.stdin);
  bindExpanded(code, scope.env, inner.env);
  const carrying = args.find((argument) => argument.remote !== null);
  if (carrying !== undefined && runner.profile === "extended")
    executeArgument(
      runner,
      sinkOf(word, "a login shell"),
      carrying,
      "its words are code for a shell",
    );
  const executing: Span = [first.span[0], args[args.length - 1]?.span[1] ?? first.span[1]];
  return runner.code(code, inner, executing, steps);
}

/** `parallel sh -c`: runs each line of standard input as code; null for any other command. */
function runEachLine(
  word: Argument,
  args: readonly Argument[],
  runner: Runner,
  scope: Scope,
): Stream | null {
  const [shell] = args;
  const name = programName(word, runner);
  if (shell === undefined || name === null || !/^-\w*c$/.test(args.at(-1)?.text ?? "")) return null;
  const role = roleOf(runner.roles(programName(shell, runner) ?? "", []), "sink.interpreter");
  if (role === null || roleOf(runner.roles(name, []), "flow.appender") === null) return null;
  const sink = sinkOf(shell, shell.text ?? "", role);
  return executeInput(runner, sink, scope.stdin, "each line is its code");
}

/** `ssh HOST <<EOF`: runs the input as code of a login shell; fetched bytes are reported only in the extended profile. */
function runLogin({ word, name, steps }: Login, runner: Runner, scope: Scope): Stream {
  const { remote, text } = scope.stdin;
  if (remote !== null && runner.profile === "extended")
    executeInput(
      runner,
      sinkOf(word, name),
      scope.stdin,
      "it starts a shell that reads standard input",
    );
  if (remote !== null || text === null) return silent;
  return runner.code(
    text,
    childShell(scope, silent),
    [Math.min(text.from, word.span[0]), Math.max(text.to, word.span[1])],
    steps,
  );
}

/** Returns the role of a shell for `$SHELL` and `"$BASH"`; null for any other word. */
function shellVariable(
  { variable }: Argument,
  args: readonly Argument[],
  runner: Runner,
): Role | null {
  return variable === "SHELL" || variable === "BASH"
    ? roleOf(runner.roles("bash", args), "sink.interpreter")
    : null;
}

/** Runs a command word of unknown text: fetched bytes as the command itself, or a variable that may name an interpreter. */
function runUnknownName(word: Argument, runner: Runner, scope: Scope): Stream {
  const { frame } = scope;
  if (word.remote !== null && word.remote.shape !== null) {
    if (frame !== null) {
      const code = [frame.start, frame.end ?? word.remoteEnd] as const;
      const span = cameFromOutside(word.remote, code) ? pipeSpan(frame.sink, word.remote) : code;
      report(
        runner,
        word.remote,
        span,
        sinkOf(word, ""),
        "the substitution is the command of the code that runs",
        11,
      );
      return printedBy({ span: frame.sink }, word.remote);
    }
    if (runner.profile !== "extended") return silent;
    return (
      executeFile(runner, sinkOf(word, "the shell"), word, "it is the command itself") ?? silent
    );
  }
  if (scope.stdin.remote !== null) {
    const written = word.variable === undefined ? "a command" : `$${word.variable}`;
    runner.note({
      kind: "undecided",
      reason: "command-not-known",
      message: `fetched output reaches ${written}, whose value is not known here`,
      span: word.span,
    });
  }
  return scope.stdin;
}
