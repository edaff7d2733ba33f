import type { Span, TraceStep } from "../../model.js";
import { patternsOf, type Role } from "../../query/role.js";
import type { Environment } from "./environment.js";
import { pathOf } from "./paths.js";
import { stepAt, type Argument } from "./argument.js";
import { encodedOf } from "./literal.js";
import type { Runner } from "./runner.js";
import { cameFromOutside, type Remote, type Stream } from "./stream.js";

/** A command that executes its input or an argument: an interpreter, `eval`, `source`. */
export interface Sink {
  readonly span: Span;
  readonly name: string;
  /** The pattern that makes it one; null if no pattern names it (a login shell). */
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
 * Reports that a sink takes standard input as its program, if none before it did. Returns what the program prints; null if no
 * fetched bytes reached it.
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
 * Returns where bytes are executed: at the sink, or at the call of the function it is in. A sink among the words of the call
 * follows it.
 */
function executedAt({ span }: Pick<Sink, "span">, { call }: Remote): Span {
  return call === null || span[0] > call[1] ? span : call;
}

/**
 * Reports that a sink takes an argument as its program. Returns what the program prints; null if the argument carries no fetched
 * bytes.
 */
export function executeArgument(
  runner: Runner,
  sink: Sink,
  argument: Argument,
  message: string,
): Stream | null {
  // the argument contains a call of the function with the command: both are at the call
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
 * Reports that a sink takes a file as its program. If fetched bytes are only a part of its name, it is a file like any other
 * (rule 17).
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
 * Bytes fetched inside the argument: from the sink to the argument's end. Bytes from a pipe around the
 * command (`curl A | bash -c "$(cat)"`): from the fetcher to the sink.
 */
function argumentSpan(sink: Span, argument: Span, remote: Remote, end: number): Span {
  return cameFromOutside(remote, argument)
    ? pipeSpan(sink, remote)
    : [sink[0], Math.max(end, remote.end)];
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

/** Reports a command that executes something by itself, up to the end of that; `rule` is used if its pattern names none. */
export function reportCommand(
  runner: Runner,
  sink: Sink,
  rule: string,
  end: number,
  message: string,
): void {
  const { span, role, wrappers } = sink;
  runner.report({
    rule: role?.rule ?? rule,
    span: [span[0], end],
    trace: [...wrappers, stepAt("execute", sink, message, role)],
  });
}

/** Returns the rule of a match: one that a pattern names for the sink or the source has priority over that of the shape between them. */
function ruleOf({ origin, rule, shape }: Remote, sink: Role | null): string {
  return sink?.rule ?? rule ?? (origin === "decoded" ? decodedRule : (shape?.rule ?? ""));
}

/** Returns the trace step in which a text becomes code. */
export function readsCode(sink: Pick<Sink, "name" | "role" | "span">): TraceStep {
  return stepAt("inject", sink, `${sink.name} reads it as code`, sink.role);
}

const decodedRule = "bash/decode-pipe";
const fileRule = "bash/fetch-file-run";

/**
 * Reports a download that is run later (rule 17): an advisory in the extended profile, never a label.
 *
 * @param path the file that the word names, if that is only a part of the word
 */
export function adviseOfFile(
  runner: Runner,
  sink: Sink,
  file: Argument,
  env: Environment,
  path = pathOf(file),
): void {
  const downloaded = path === null ? null : env.written(path);
  if (runner.profile !== "extended" || downloaded === null) return;
  const { steps } = downloaded;
  const message = `${sink.name} runs the file that was ${steps[0]?.step === "decode" ? "decoded" : "downloaded"}`;
  runner.report({
    rule: fileRule,
    level: "advisory",
    span: [sink.span[0], file.span[1]],
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
