import type { Span, TraceStep } from "../../model.js";
import { patternsOf, type Role, roleOf, type Roles } from "../../query/role.js";
import { appliedRole, isAsked, runnerLayoutOf } from "../layout.js";
import type { Command, Word } from "../syntax.js";
import { cut, optionWords, type Argument } from "./argument.js";
import { acts, expandAll, perform } from "./expand.js";
import { bindExpanded, joinCode } from "./word-code.js";
import { appended } from "./appending.js";
import { assign, assignForCommand, builtins, declarations, isIgnoring, withEnvironment } from "./builtins.js";
import { runByAddress } from "./by-address.js";
import { isUnread } from "./channels.js";
import { decoded, payload, spellsPayload } from "./decoders.js";
import { fetchStep, runFetcher } from "./fetch-command.js";
import { readFetch } from "./fetchers.js";
import { runForeign, runInterpreter } from "./interpreters.js";
import { readProgram } from "./programs.js";
import { runEcho, runPrintf } from "./printing.js";
import { descriptorOf, isStdinName, keepDescriptors, readFrom } from "./descriptors.js";
import { encodedOf, spelledLiteral, throughCommand } from "./literal.js";
import { carriedBy, copied, readRedirects } from "./redirects.js";
import { handShell } from "./remote-shell.js";
import { remoteLauncher, resolveCommand, type CodeCommand, type Login, type Resolved, type ResolvedCommand } from "./resolve.js";
import type { Runner, Scope } from "./runner.js";
import { readScripted } from "./scripts.js";
import {
  adviseOfFile, adviseOfProgram, executeArgument, executeFile, executeInput, pipeSpan, printedBy, readsCode, ruleOf, sinkOf, type Sink,
} from "./sinks.js";
import {
  both, brought, cameFromOutside, fetched, mergeRemotes, passed, silent, type CodeText, type Remote, type Stream,
} from "./stream.js";

/** Runs a function of the same text; null where the name is none. */
export type CallFunction = (name: string, args: readonly Argument[], scope: Scope) => Stream | null;

/** Runs one simple command in a scope and returns what it writes to standard output. */
export function runCommand(command: Command, runner: Runner, scope: Scope, call: CallFunction): Stream {
  const manner = mannerOf(command, runner, scope);
  // where an expansion has no effect, it may as well be made behind the redirects
  const early = manner === "printed" ? readRedirects(command.redirects, runner, scope) : null;
  const words = wordsOf(command.words, manner, early !== null && isUnread(early.scope), runner, scope);
  const redirections = early ?? readRedirects(command.redirects, runner, scope);
  const inner = redirections.scope;
  if (words.length === 0) {
    assign(command.assignments, [], runner, inner);
    // `$(< FILE)` puts out what it reads
    const reads = command.assignments.length === 0 && command.redirects.some((redirect) => redirect.operator === "<");
    return redirections.output(reads ? inner.stdin : silent);
  }
  const keyword = words[0]?.text ?? "";
  if (keyword === "exec" && words.length === 1) keepDescriptors(command.redirects.map(({ descriptor }) => descriptor), inner);
  if (declarations.has(keyword)) {
    assign(command.assignments, words, runner, inner);
    return redirections.output(silent);
  }
  const own = command.assignments.length > 0 ? { ...inner, env: scope.env.layer() } : inner;
  assignForCommand(command.assignments, runner, own);
  const lines = words[0]?.alternatives?.map((first) => [...first, ...words.slice(1)]) ?? [words];
  const written = lines.map((line) => runWords(line, runner, own, call));
  if (own.env !== scope.env) scope.env.absorb(own.env);
  const output = redirections.output(written.reduce(both));
  return lines.reduce((stream, line) => both(stream, feedAll(line, inner.stdin, runner, scope)), output);
}

/** What becomes of the words of a command, as far as its name tells: nothing looks at those of one that is not known. */
type Manner = "read" | "unread" | "printed" | "passed";

function mannerOf({ words }: Command, runner: Runner, scope: Scope): Manner {
  const [first, ...rest] = words;
  if (first === undefined || acts(first)) return "read";
  const [word] = expandAll([first], runner, scope);
  const manners = new Set(
    (word?.alternatives?.map(([each]) => each) ?? [word]).map((each) => mannerOfName(each?.text ?? "", runner, scope)),
  );
  const [manner = "read"] = manners.size === 1 ? manners : [];
  // `printf -v NAME` keeps what it prints
  if (manner === "printed" && rest.some((each) => acts(each) || each.source.text.startsWith("-v", each.start))) return "read";
  return manner === "unread" || first.parts[0]?.kind === "text" ? manner : "read";
}

function mannerOfName(written: string, runner: Runner, { env }: Scope): Manner {
  const name = written.slice(written.lastIndexOf("/") + 1);
  if (!/^(?:[\w.+-]+|\[\[?)$/.test(name) || declarations.has(name) || (builtins.has(name) && !isIgnoring(name))) return "read";
  const isFunction = env.lookup(name) !== null;
  if (runner.isUnknown(name)) return isFunction ? "passed" : "unread";
  return !isFunction && roleOf(runner.roles(name, []), "flow.print") !== null ? "printed" : "read";
}

function wordsOf(words: readonly Word[], manner: Manner, isForNobody: boolean, runner: Runner, scope: Scope): Argument[] {
  switch (manner) {
    case "unread":
      return words.flatMap((word, index) => {
        // a program in its place (`>(sh)`) reads what the command reads
        if (index === 0 || word.parts.some(({ kind }) => kind === "process")) return expandAll([word], runner, scope);
        perform(word, runner, scope);
        return [];
      });
    case "passed":
      return words.flatMap((word) => {
        if (acts(word) || mayBeSplit(word)) return expandAll([word], runner, scope);
        return scope.env.pass((env) => expandAll([word], runner, { ...scope, env }));
      });
    default:
      return expandAll(words, runner, isForNobody ? { ...scope, env: scope.env.for("shown") } : scope);
  }
}

/** How many words a word becomes depends on the values of what stands outside quotes. */
function mayBeSplit({ parts }: Word): boolean {
  return parts.some((part) => part.kind === "expansion" && !part.quoted && !(part.plain && part.name === "@"));
}

function feedAll(line: readonly Argument[], stdin: Stream, runner: Runner, scope: Scope): Stream {
  let output = silent;
  for (const argument of line) output = both(output, feed(argument, line, stdin, runner, scope));
  return output;
}

/**
 * `tee >(bash)`: a substitution that is written to reads what the command passes on; of a fetcher only where it is its output
 * (`curl -o >(sh)`).
 */
function feed(argument: Argument, words: readonly Argument[], stdin: Stream, runner: Runner, scope: Scope): Stream {
  if (argument.process?.part.direction !== ">") return silent;
  const resolved = resolveCommand(words, runner);
  const fetcher = resolved.kind === "command" ? appliedRole(resolved.roles, "source.fetcher", optionWords(resolved.args)) : null;
  const stream =
    resolved.kind === "command" && resolved.name !== null && fetcher !== null
      ? fetchedInto(argument, resolved.args, resolved.name, fetcher)
      : stdin;
  return runner.script(argument.process.part.body, {
    ...scope,
    env: scope.env.layer(),
    frame: null,
    stdin: carriedBy(stream, argument.process.part.shape),
  });
}

function fetchedInto(file: Argument, args: readonly Argument[], name: string, role: Role): Stream {
  const [word] = args;
  const { files } = readFetch(role, optionWords(args), 1, name);
  if (word === undefined || !files.some((at) => args[at] === file)) return silent;
  return { remote: fetched(word.span[0], [fetchStep(word, name, role)], role.rule), text: null };
}

function runWords(words: readonly Argument[], runner: Runner, scope: Scope, call: CallFunction): Stream {
  const resolved = resolveCommand(words, runner);
  if (resolved.kind === "nothing") return located(words);
  const output = runResolved(resolved, words, runner, scope, call);
  const away = output.remote !== null || resolved.steps.length === 0 ? null : remoteLauncher(words, runner);
  if (away === null || (resolved.kind === "login" && scope.stdin === silent)) return output;
  return {
    remote: fetched(
      away.word.span[0],
      [{ step: "fetch", span: away.word.span, message: "the output comes from another machine", ...patternsOf(away.role) }],
      away.role.rule,
    ),
    text: null,
  };
}

function runResolved(
  resolved: Exclude<Resolved, { kind: "nothing" }>,
  words: readonly Argument[],
  runner: Runner,
  scope: Scope,
  call: CallFunction,
): Stream {
  if (resolved.kind === "login") return runLogin(resolved, runner, scope);
  if (resolved.kind === "code") return runHandedOn(resolved, runner, scope);
  const inner = withEnvironment(resolved.environment, resolved.joined ? { ...scope, frame: null } : scope);
  const callable: CallFunction = resolved.programOnly ? () => null : call;
  if (!resolved.appends) return runNamed(resolved, runner, inner, callable);
  return runNamed({ ...resolved, args: appended(resolved.args, words, scope) }, runner, { ...inner, stdin: silent }, callable);
}

/** `command -v NAME` prints where the command is: a word that names it. */
function located(words: readonly Argument[]): Stream {
  const [option, name] = words.slice(-2);
  return option?.text?.startsWith("-v") === true ? { remote: null, text: name?.code() ?? null } : silent;
}

/** `su -c CODE`, `ssh HOST WORDS`: a shell that the contract does not name reads them. */
function runHandedOn({ word, args, offset, steps }: CodeCommand, runner: Runner, scope: Scope): Stream {
  const [first] = args;
  if (first === undefined) return silent;
  const code = joinCode([cut(first, offset), ...args.slice(1)], first.span[0]);
  if (code === null) return silent;
  const env = scope.env.exported();
  bindExpanded(code, scope.env, env);
  const carrying = args.find((argument) => argument.remote !== null);
  if (carrying !== undefined && runner.profile === "extended")
    executeArgument(runner, sinkOf(word, "a login shell"), carrying, "its words are code for a shell");
  const executing: Span = [first.span[0], args[args.length - 1]?.span[1] ?? first.span[1]];
  return runner.code(code, { ...scope, env, frame: null, depth: scope.depth + 1 }, executing, steps);
}

/** `ssh HOST <<EOF`: the text is code for the shell at the other end; fetched bytes are its program in the extended profile only. */
function runLogin({ word, name, steps }: Login, runner: Runner, scope: Scope): Stream {
  const { remote, text } = scope.stdin;
  if (remote !== null && runner.profile === "extended")
    executeInput(runner, sinkOf(word, name), scope.stdin, "it starts a shell that reads standard input");
  if (remote !== null || text === null) return silent;
  const inner = { ...scope, env: scope.env.exported(), stdin: silent, frame: null, depth: scope.depth + 1 };
  return runner.code(text, inner, [Math.min(text.from, word.span[0]), Math.max(text.to, word.span[1])], steps);
}

function runNamed({ name, roles, args, steps }: ResolvedCommand, runner: Runner, scope: Scope, call: CallFunction): Stream {
  const [word] = args;
  if (word === undefined) return silent;
  const shell = name === null && runner.profile === "extended" ? shellVariable(word, args, runner) : null;
  if (shell !== null) return runInterpreter(sinkOf(word, `$${word.variable ?? ""}`, shell, steps), shell, args, runner, scope);
  if (name === null) return runUnknownName(word, runner, scope);
  const role = (capture: string): Role | null => roleOf(roles, capture);
  const called = call(name, args, scope);
  if (called !== null) return called;
  const applied = (capture: string): Role | null => (role(capture) === null ? null : appliedRole(roles, capture, optionWords(args)));
  const address = applied("source.address");
  if (address !== null && runByAddress(name, address, args, steps, runner)) return silent;
  const verify = applied("flow.verify");
  if (verify !== null && isAsked(verify, optionWords(args)))
    scope.env.files.check([...args.slice(1).map(({ text }) => text ?? ""), scope.stdin.text?.source.text ?? ""]);
  const fetcher = applied("source.fetcher");
  if (fetcher !== null && handShell(name, fetcher, args, runner)) return silent;
  if (fetcher !== null) return runFetcher(name, fetcher, args, steps, runner, scope);
  const builtinSink = role("sink.builtin");
  if (builtinSink !== null)
    return runBuiltinSink(sinkOf(word, name, builtinSink, steps), role("sink.source") !== null, args, runner, scope);
  const interpreter = applied("sink.interpreter");
  const decoder = applied("source.payload") ?? applied("source.decoder");
  // `python3 -m base64 -d` decodes
  if (interpreter !== null && decoder === null && !(role("flow.carrier") !== null && isFilter(interpreter, args)))
    return runInterpreter(sinkOf(word, name, interpreter, steps), interpreter, args, runner, scope);
  const printer = role("flow.print");
  if (printer !== null && decoder !== null && spellsPayload(decoder, role("flow.format") !== null, args))
    return payload(name, decoder, word, spelledLiteral((role("flow.format") === null ? runEcho(args) : runPrintf(args, scope)).text));
  if (printer !== null) return printed(name, role("flow.format") === null ? runEcho(args) : runPrintf(args, scope), printer, word, runner);
  const opened = decoder === null ? null : decoded(name, decoder, args, scope.stdin);
  if (opened !== null) return opened;
  const trap = role("flow.trap");
  if (trap !== null) return runTrap(trap, args, runner, scope);
  const python = role("inject.python");
  if (python !== null) return runForeign("python", python, args, runner, scope);
  const javascript = role("inject.javascript");
  if (javascript !== null) return runForeign("javascript", javascript, args, runner, scope);
  const script = role("inject.script");
  if (script !== null) readScripted(script, args, runner, scope);
  if (role("flow.locator") !== null) return { remote: null, text: args[args.length - 1]?.code() ?? null };
  const builtin = builtins.get(name);
  if (builtin !== undefined) return builtin(args, scope);
  if (role("flow.permit") !== null) adviseOfProgram(runner, sinkOf(word, name), args.slice(1), scope.env.files);
  return passOn(name, roles, args, runner, scope);
}

/** `awk '{print}' FILE`: a program of its own that goes through what it reads. */
function isFilter(role: Role, args: readonly Argument[]): boolean {
  const { program } = readProgram(runnerLayoutOf(role), optionWords(args), 1);
  return program.kind === "code" && args[program.at]?.remote === null;
}

/** Printed text is text (rule 14): a note says what it shows. */
function printed(name: string, { remote, text }: Stream, role: Role, word: Argument, runner: Runner): Stream {
  if (text !== null) runner.shown(text, `displayed by ${name}`);
  const step: TraceStep = { step: "carry", span: word.span, message: `${name} prints it`, ...patternsOf(role) };
  return {
    remote: remote === null ? null : { ...remote, trace: [...remote.trace, step] },
    text: text === null ? null : brought(text, step),
  };
}

/** `$SHELL`, `"$BASH"`: a shell, which one is all the same. */
function shellVariable({ variable }: Argument, args: readonly Argument[], runner: Runner): Role | null {
  return variable === "SHELL" || variable === "BASH" ? roleOf(runner.roles("bash", args), "sink.interpreter") : null;
}

/** A command word that is not known: fetched text as the command itself, or a variable that may be an interpreter. */
function runUnknownName(word: Argument, runner: Runner, scope: Scope): Stream {
  const { frame } = scope;
  if (word.remote !== null && word.remote.shape !== null) {
    if (frame !== null) {
      const code = [frame.start, frame.end ?? word.remoteEnd] as const;
      const span = cameFromOutside(word.remote, code) ? pipeSpan(frame.sink, word.remote) : code;
      runner.report({
        rule: ruleOf(word.remote, null),
        span,
        trace: [
          ...word.remote.trace,
          {
            step: "execute",
            span: word.span,
            message: "the substitution is the command of the code that runs",
            cardRule: 11,
            ...patternsOf(word.remote.shape),
          },
        ],
        ...encodedOf(word.remote, null),
      });
      return printedBy({ span: frame.sink }, word.remote);
    }
    if (runner.profile !== "extended") return silent;
    return executeFile(runner, sinkOf(word, "the shell"), word, "it is the command itself") ?? silent;
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

/** `eval` and `source` run in the same shell (rule 9). */
function runBuiltinSink(sink: Sink, readsFile: boolean, args: readonly Argument[], runner: Runner, scope: Scope): Stream {
  const operands = args.slice(args[1]?.text === "--" ? 2 : 1);
  const [first] = operands;
  if (first === undefined) {
    return executeInput(runner, sink, scope.stdin, "it is all there is to run") ?? scope.stdin;
  }
  if (readsFile) return runSource(sink, first, runner, scope);
  // the file that `eval <(…)` names is its command
  const carrying = first.process === null ? operands.findLast((argument) => argument.remote !== null) : first;
  const output = carrying === undefined ? null : executeArgument(runner, sink, carrying, "its words are code");
  if (output !== null) return output;
  const end = operands[operands.length - 1]?.span[1] ?? first.span[1];
  return runHere(sink, joinCode(operands, first.span[0]), end, runner, scope);
}

/** Code runs in the shell that its sink stands in. */
function runHere(sink: Sink, code: CodeText | null, end: number, runner: Runner, scope: Scope): Stream {
  if (code === null) return silent;
  const frame = { start: sink.span[0], sink: sink.span, end };
  return runner.code(code, { ...scope, frame, depth: scope.depth + 1 }, [sink.span[0], end], [readsCode(sink)]);
}

function runSource(sink: Sink, file: Argument, runner: Runner, scope: Scope): Stream {
  const run = ({ text }: Stream, end: number): Stream => runHere(sink, text, end, runner, scope);
  if (isStdinName(file.text) || file.text === "-") {
    return executeInput(runner, sink, scope.stdin, "the file it reads is standard input") ?? run(scope.stdin, file.span[1]);
  }
  const descriptor = descriptorOf(file.text);
  if (descriptor !== null) {
    const stream = copied(readFrom(scope, descriptor), file.span[1]);
    return executeInput(runner, sink, stream, "the file it reads is a descriptor") ?? run(stream, file.span[1]);
  }
  return (
    executeFile(runner, sink, file, "it is the file it reads") ?? (file.process === null ? silent : run(file.process.output, file.span[1]))
  );
}

/** `trap CODE SIGNAL`: the code runs later, in the same shell. */
function runTrap(role: Role, args: readonly Argument[], runner: Runner, scope: Scope): Stream {
  const code = args.slice(1).find((argument) => argument.text !== "--");
  if (code === undefined) return silent;
  if (runner.profile === "extended") executeArgument(runner, sinkOf(args[0] ?? code, "trap", role), code, "its words are code");
  const env = scope.env.layer();
  bindExpanded(code.code(), scope.env, env);
  return runner.code(code.code(), { ...scope, env, frame: null, depth: scope.depth + 1 }, code.span, [
    readsCode({ name: "trap", role, span: args[0]?.span ?? code.span }),
  ]);
}

/** Any other command passes on what it reads; one that only passes bytes on also what its files hold. */
function passOn(name: string, roles: Roles, args: readonly Argument[], runner: Runner, scope: Scope): Stream {
  const from = args[0]?.span[0] ?? 0;
  let { remote, text } = scope.stdin;
  const [word] = args;
  if (roleOf(roles, "flow.searcher") !== null && optionWords(args).some((option) => /^(?:-\w*q|--quiet$|--silent$)/.test(option ?? "")))
    return silent;
  const downloaded = /[\\/]|\.(?:exe|msi|bat|cmd|ps1)$/i.test(word?.text ?? "") ? scope.env.written(word?.text ?? "") : null;
  if (word !== undefined && downloaded !== null) adviseOfFile(runner, sinkOf(word, name), word, scope.env.files);
  const carrier = roleOf(roles, "flow.carrier");
  const reads = carrier !== null || roleOf(roles, "flow.drain") !== null;
  if (roleOf(roles, "flow.reader") !== null && readsFilesOnly(args)) ({ remote, text } = silent);
  if (text?.inherited === true && !reads) text = null;
  if (remote !== null) remote = remote.inherited && !reads ? null : throughCommand(passed(remote, from), name, args);
  if (carrier !== null && word !== undefined) {
    for (const argument of args.slice(1)) {
      const descriptor = descriptorOf(argument.text);
      const opened = descriptor === null ? silent : readFrom(scope, descriptor);
      const read = argument.process?.part.direction === "<" ? argument.process.output : opened;
      remote = mergeRemotes(remote, read.remote === null ? null : carriedOn(passed(read.remote, from), name, word, carrier));
      text ??= read.text;
    }
  }
  return { remote, text };
}

function carriedOn(remote: Remote, name: string, word: Argument, role: Role): Remote {
  return {
    ...remote,
    trace: [...remote.trace, { step: "carry", span: word.span, message: `${name} passes on what it reads`, ...patternsOf(role) }],
  };
}

/** `cat FILE`: with operands, standard input is read only where one of them names it. */
function readsFilesOnly(args: readonly Argument[]): boolean {
  const files = args.slice(1).filter(({ text }) => text === null || text === "-" || !text.startsWith("-"));
  return files.length > 0 && files.every(({ text, process }) => process !== null || (text !== null && text !== "-" && !isStdinName(text)));
}
