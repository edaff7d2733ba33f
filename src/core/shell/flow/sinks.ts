import type { Span, TraceStep } from "../../model.js";
import { patternsOf, type Role } from "../../query/role.js";
import type { Environment } from "./environment.js";
import { pathsNamed } from "./variable-paths.js";
import { stepAt, type Argument } from "./argument.js";
import { encodedOf } from "./decoder-input.js";
import type { Runner } from "./runner.js";
import { cameFromOutside, type Remote, type Stream } from "./stream.js";

/** A command that executes its input or an argument: an interpreter, `eval`, `source`. */
export interface Sink {
  /** The span of the command's word. */
  readonly span: Span;
  readonly name: string;
  /** The role by which it executes; null if no pattern gives it one (a login shell). */
  readonly role: Role | null;
  /** The wrappers that were followed, for the trace. */
  readonly wrappers: readonly TraceStep[];
}

export function sinkOf(
  { span }: Argument,
  name: string,
  role: Role | null = null,
  wrappers: readonly TraceStep[] = [],
): Sink {
  return { span, name, role, wrappers };
}

/**
 * Reports that a sink executes standard input, unless another sink has claimed the bytes. Returns what the program prints; null if
 * no fetched bytes reach the sink.
 */
export function executeInput(
  runner: Runner,
  sink: Sink,
  stdin: Stream,
  message: string,
): Stream | null {
  const { remote } = stdin;
  if (remote === null || remote.executed || remote.shape === null) return null;
  if (!runner.claim(remote)) return printedBy(sink, remote);
  const [start, end] = executedAt(sink, remote);
  report(
    runner,
    remote,
    [Math.min(remote.start, start), Math.max(remote.end, end)],
    sink,
    `${sink.name} executes it: ${message}`,
    1,
  );
  return printedBy(sink, remote);
}

/**
 * Returns the span at which bytes are executed: the call of the function whose body contains the sink. Without a call, or if the sink
 * follows the name in the call, it is the span of the sink.
 */
function executedAt({ span }: Pick<Sink, "span">, { call }: Remote): Span {
  return call === null || span[0] > call[1] ? span : call;
}

/**
 * Reports that a sink executes an argument. Returns what the program prints; null if the argument contains no fetched bytes.
 */
export function executeArgument(
  runner: Runner,
  sink: Sink,
  argument: Argument,
  message: string,
): Stream | null {
  // a function that contains the sink passes the argument on: the argument at the call decides the span
  if (argument.called !== undefined && sink.span[0] > argument.span[0])
    return executeArgument(runner, sink, argument.called, message);
  const remote = argument.process === null ? argument.remote : argument.process.output.remote;
  if (remote === null || remote.shape === null) return null;
  const end = argument.process === null ? argument.remoteEnd : argument.span[1];
  report(
    runner,
    remote,
    argumentSpan(sink.span, argument.span, remote, end),
    sink,
    `${sink.name} executes it: ${message}`,
    argument.process === null ? 8 : 9,
  );
  return printedBy(sink, remote);
}

/**
 * Reports that a sink executes a file operand. Returns what the program prints; null if the operand contains no fetched bytes, or
 * if they are only a part of a file name.
 */
export function executeFile(
  runner: Runner,
  sink: Sink,
  file: Argument,
  message: string,
): Stream | null {
  return file.shape !== undefined ? null : executeArgument(runner, sink, file, message);
}

/**
 * Returns the span of a sink that executes an argument: from the sink to the end of the argument, or from the fetcher to the sink
 * if the bytes come from a pipe around the command (`curl A | bash -c "$(cat)"`).
 */
function argumentSpan(sink: Span, argument: Span, remote: Remote, end: number): Span {
  return cameFromOutside(remote, argument)
    ? pipeSpan(sink, remote)
    : [sink[0], Math.max(end, remote.end)];
}

/**
 * Returns the span from a sink to a word after it. In code that starts a program, a list of arguments may be written before the name
 * of the program.
 */
export function spanTo(sink: Span, word: Span): Span {
  return sink[0] <= word[1] ? [sink[0], word[1]] : [word[0], sink[1]];
}

/** Returns the span from the fetcher of a pipe to the sink that takes its bytes. */
export function pipeSpan(sink: Span, remote: Remote): Span {
  const [start, stop] = executedAt({ span: sink }, remote);
  return [Math.min(remote.start, start), stop];
}

/** Reports that a sink executes bytes. */
export function report(
  runner: Runner,
  remote: Remote,
  span: Span,
  sink: Sink,
  message: string,
  cardRule: number,
): void {
  const trace = [
    ...remote.steps,
    ...sink.wrappers,
    {
      step: "execute",
      span: sink.span,
      message,
      cardRule,
      ...patternsOf(remote.shape, sink.role),
    } as const,
  ];
  runner.report({ rule: ruleOf(remote, sink.role), span, trace, ...encodedOf(remote, sink.role) });
}

/** Reports a command that fetches and executes by itself; `last` is its last word. `rule` is used if its role names no rule. */
export function reportCommand(
  runner: Runner,
  sink: Sink,
  rule: string,
  last: Span,
  message: string,
): void {
  const { span, role, wrappers } = sink;
  runner.report({
    rule: role?.rule ?? rule,
    span: spanTo(span, last),
    trace: [...wrappers, stepAt("execute", sink, message, role)],
  });
}

/**
 * Returns the rule of a match: the rule that the sink's pattern names, or else the source's pattern, or else a fixed rule for decoded
 * bytes and the rule of the shape that fetched bytes went through.
 */
function ruleOf({ origin, rule, shape }: Remote, sink: Role | null): string {
  return sink?.rule ?? rule ?? (origin === "decoded" ? DECODED_RULE : (shape?.rule ?? ""));
}

/** Returns the trace step for a sink that reads a text as code. */
export function readsCode(sink: Pick<Sink, "name" | "role" | "span">): TraceStep {
  return stepAt("inject", sink, `${sink.name} reads it as code`, sink.role);
}

const DECODED_RULE = "bash/decode-pipe";
const FILE_RULE = "bash/fetch-file-run";

/**
 * Reports a downloaded file that is run later, as an advisory; in the contract profile, nothing is reported.
 *
 * @param paths the paths that the file may have, if they are only a part of the word
 */
export function adviseOfFile(
  runner: Runner,
  sink: Sink,
  file: Argument,
  env: Environment,
  paths = pathsNamed(file),
): void {
  if (runner.profile !== "extended") return;
  const downloaded = paths.map((path) => env.downloadOf(path)).find((each) => each !== null);
  if (downloaded === undefined || downloaded === null) return;
  const { steps } = downloaded;
  const message = `${sink.name} runs the file that was ${steps[0]?.step === "decode" ? "decoded" : "downloaded"}`;
  runner.report({
    rule: FILE_RULE,
    level: "advisory",
    span: spanTo(sink.span, file.span),
    trace: [...steps, { step: "execute", span: sink.span, message, cardRule: 17 }],
  });
}

/** Returns what a fetched program prints. */
export function printedBy({ span: [start] }: Pick<Sink, "span">, remote: Remote): Stream {
  return {
    remote: { ...remote, start: Math.min(remote.start, start), executed: true },
    text: null,
  };
}
