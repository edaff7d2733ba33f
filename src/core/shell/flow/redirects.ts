import type { Role } from "../../query/role.js";
import type { Span } from "../../model.js";
import type { ProcessPart, Redirect } from "../script.js";
import { pathsNamed } from "./variable-paths.js";
import { stepAt, type Argument } from "./argument.js";
import { expandOne } from "./expand-words.js";
import {
  chosenDescriptor,
  copied,
  coprocessAt,
  descriptorOf,
  insideCoprocess,
  isStdinName,
  outputDescriptorOf,
  readFrom,
} from "./descriptors.js";
import { readFifo } from "./fifos.js";
import { subshell, type Channel, type Runner, type Scope } from "./runner.js";
import { recordWrite } from "./written-files.js";
import {
  altered,
  withStep,
  both,
  cameFromOutside,
  fetched,
  silent,
  type Stream,
} from "./stream.js";

/** The effect of a command's redirects: what the command reads, and where its output goes. */
export interface Redirections {
  /** The scope in which the command runs. */
  readonly scope: Scope;
  /** The destination of standard output before the redirects. */
  readonly own: Channel | undefined;
  /** The descriptors that are read from. */
  readonly opened: readonly number[];
  /** Whether a process substitution or co-process reads what is written to a descriptor. */
  readonly isRead: boolean;
  /** Applies the redirects of standard output to what the command wrote; returns what still goes to standard output. */
  output(written: Stream): Stream;
}

/** The destination of an output descriptor: a file, a process substitution, a co-process, a connection, or the terminal. */
export interface Drain extends Channel {
  /** The path of the file, or the paths that it may have; absent if they are unknown. */
  readonly files?: readonly string[];
  /** Whether output is appended to the file. */
  readonly appends?: boolean;
  /** The process substitution or co-process that reads the output. */
  readonly part?: ProcessPart;
  /** Whether `part` is a co-process, which reads what several commands write. */
  readonly isCoprocess?: boolean;
  /** The destination of the output of `part`. */
  readonly onward?: Channel | undefined;
  /** The data that the other side of a connection sends. */
  readonly connection?: Stream;
}

/** The highest descriptor that can be opened by default. */
const MAX_DESCRIPTOR = 1023;

/** Reads redirects in order; the last one of a descriptor decides. `original` is the standard output before earlier redirects of `exec`. */
export function readRedirects(
  redirects: readonly Redirect[],
  runner: Runner,
  scope: Scope,
  original?: Channel,
): Redirections {
  const standard = scope.outputs.get(1);
  if (redirects.length === 0)
    return { scope, own: standard, opened: [], isRead: false, output: (written) => written };
  let { stdin } = scope;
  const descriptors = new Map(scope.descriptors);
  const outputs = new Map<number, Drain>(scope.outputs);
  const readers: Drain[] = [];
  const opened: number[] = [];
  for (const written of redirects) {
    const target = written.target === null ? null : expandOne(written.target, runner, scope);
    const redirect = numbered(written, target, runner, scope);
    if (redirect === null || (redirect.descriptor ?? 0) > MAX_DESCRIPTOR) continue;
    const connected =
      redirect.socket === undefined || target === null ? null : connection(redirect.socket, target);
    if (!redirect.operator.startsWith("<")) {
      redirectOutput(redirect, target, outputs, readers, connected, scope);
      // `0>&1`: an output that is a connection is also read from
      if (redirect.descriptor === 0) stdin = outputs.get(0)?.connection ?? stdin;
      continue;
    }
    const stream =
      connected ??
      connectionAfter(redirect, target, outputs) ??
      inputOf(redirect, target, stdin, descriptors, runner, scope);
    const descriptor = redirect.descriptor ?? 0;
    if (descriptor === 0) stdin = stream;
    else descriptors.set(descriptor, stream);
    opened.push(descriptor);
  }
  const own = original ?? standard;
  return {
    scope: { ...scope, stdin, descriptors, outputs },
    own,
    opened,
    isRead: readers.length > 0,
    output(written) {
      const onward = deliver(written, own, outputs.get(1), runner, scope);
      return readers.reduce(
        (stream, reader) =>
          both(stream, deliver(feed(reader, runner, scope), own, reader.onward, runner, scope)),
        onward,
      );
    },
  };
}

/** Returns a redirect with the number of its descriptor; null if it opens no descriptor. */
function numbered(
  redirect: Redirect,
  target: Argument | null,
  runner: Runner,
  scope: Scope,
): Redirect | null {
  const { variable } = redirect;
  if (variable === undefined) return redirect;
  if (runner.profile !== "extended" || target?.text === "-") return null;
  return { ...redirect, descriptor: chosenDescriptor(variable, scope.env) };
}

/** `<&1` after `>& /dev/tcp/HOST/PORT`: returns what is read from the connection; null for any other redirect. */
function connectionAfter(
  { operator }: Redirect,
  target: Argument | null,
  outputs: ReadonlyMap<number, Drain>,
): Stream | null {
  const number = operator === "<&" ? descriptorNumber(target?.text ?? null) : null;
  return number === null ? null : (outputs.get(number)?.connection ?? null);
}

function inputOf(
  redirect: Redirect,
  target: Argument | null,
  stdin: Stream,
  descriptors: ReadonlyMap<number, Stream>,
  runner: Runner,
  scope: Scope,
): Stream {
  if (redirect.body !== null) {
    const { remote, text } = textInput(expandOne(redirect.body, runner, scope), redirect.shape);
    return { remote, text: text === null ? null : altered(text, { unclosed: true }) };
  }
  if (target === null) return silent;
  if (redirect.operator === "<<<") return textInput(target, redirect.shape);
  const number = descriptorNumber(target.text);
  const at = { descriptors, env: scope.env };
  if (redirect.operator.startsWith("<&"))
    return number === 0
      ? stdin
      : copied(
          carriedBy(number === null ? fromAny(target, at) : readFrom(at, number), redirect.shape),
          target.span[1],
        );
  if (target.process !== null) return redirected(target.process.output, target.span);
  if (isStdinName(target.text)) return stdin;
  const descriptor = descriptorOf(target.text);
  return descriptor === null ? (readFifo(target, runner) ?? silent) : readFrom(at, descriptor);
}

/** `<&$fd`: returns what is read if the variable contains one of several numbers. */
function fromAny({ variable }: Argument, at: Pick<Scope, "descriptors" | "env">): Stream {
  const possible = variable === undefined ? [] : (at.env.get(variable)?.possible ?? []);
  return possible
    .filter((each) => /^\d{1,3}$/.test(each))
    .map((each) => readFrom(at, Number(each)))
    .reduce(both, silent);
}

/** `< /dev/tcp/HOST/PORT`: returns what the other side sends. */
function connection(role: Role, target: Argument): Stream {
  const {
    span: [start, end],
  } = target;
  const trace = [stepAt("fetch", target, "the other end of the connection sends it", role)];
  return {
    remote: {
      ...fetched(start, trace, role.rule),
      start: Infinity,
      fetcherAt: null,
      end,
      shape: role,
    },
    text: null,
  };
}

/** Returns the input that a here-string or here-document provides. */
function textInput(content: Argument, shape: Role | null): Stream {
  if (shape === null) return silent;
  const { remote } = content;
  const text = withStep(content.code(), {
    step: "carry",
    message: "a here-document or here-string passes it on",
    patterns: [shape.pattern],
  });
  if (remote === null) return { remote, text };
  return redirected({ remote: { ...remote, shape }, text }, [content.span[0], content.remoteEnd]);
}

/** Returns the number in `<&3`, or in `<&3-`, which moves a descriptor; null if it is not a number. */
function descriptorNumber(text: string | null): number | null {
  const digits = /^(\d+)-?$/.exec(text ?? "")?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * Returns the input of `<` with a process substitution or here-string: a span then starts at the interpreter and ends with the
 * redirect. Bytes from a pipe around the redirect keep their start.
 */
function redirected(stream: Stream, place: Span): Stream {
  const { remote } = stream;
  return remote === null || cameFromOutside(remote, place)
    ? stream
    : { ...stream, remote: { ...remote, start: Infinity, end: place[1] } };
}

/** Adds the redirect's shape to fetched bytes that no other shape has passed through (the output of a co-process). */
function carriedBy(stream: Stream, shape: Role | null): Stream {
  const { remote } = stream;
  return remote === null || remote.shape !== null
    ? stream
    : { ...stream, remote: { ...remote, shape } };
}

/** Adds the shape of a process substitution to fetched bytes that are written to it; removes them if it has no shape. */
function writtenTo({ shape }: ProcessPart, stream: Stream): Stream {
  const { remote } = stream;
  if (remote === null || shape === null) return { ...stream, remote: null };
  return { ...stream, remote: { ...remote, shape } };
}

/** Redirects a descriptor to another one, a file, a process substitution or a connection, or closes it. */
function redirectOutput(
  { operator, descriptor, shape }: Redirect,
  target: Argument | null,
  outputs: Map<number, Drain>,
  readers: Drain[],
  connected: Stream | null,
  { env }: Scope,
): void {
  const text = target?.text ?? null;
  const files = target === null ? [] : pathsNamed(target);
  const copies = operator.startsWith(">&");
  const coprocess = copies ? coprocessAt(descriptorNumber(text), env) : null;
  const part = target?.process?.part ?? (coprocess === null ? null : { ...coprocess, shape });
  const channel: Drain | undefined =
    part?.direction === ">"
      ? { stream: silent, part, isCoprocess: coprocess !== null, onward: outputs.get(1) }
      : (outputs.get((copies ? descriptorNumber(text) : null) ?? outputDescriptorOf(text) ?? -1) ??
        (files.length === 0 && connected === null
          ? undefined
          : {
              stream: silent,
              ...(files.length > 0 && { files, appends: operator.includes(">>") }),
              ...(connected !== null && { connection: connected }),
            }));
  if (channel?.part !== undefined && channel.part === part) readers.push(channel);
  const isFile =
    connected !== null || (text !== null && text !== "-" && descriptorNumber(text) === null);
  const both = operator.startsWith("&") || (copies && descriptor === null && isFile);
  for (const number of both ? [1, 2] : [descriptor ?? 1]) {
    if (channel === undefined) outputs.delete(number);
    else outputs.set(number, channel);
  }
}

/** Sends output to a channel. Returns the output if the channel is the original standard output; otherwise an empty stream. */
function deliver(
  written: Stream,
  own: Channel | undefined,
  channel: Drain | undefined,
  runner: Runner,
  scope: Scope,
): Stream {
  if (channel === own) return written;
  if (channel === undefined) return silent;
  for (const file of channel.files ?? [])
    recordWrite(file, written, channel.appends === true, runner, scope);
  if (channel.isUnread !== true) channel.stream = both(channel.stream, written);
  return silent;
}

/** Runs the process that reads a destination with what was written to it so far; returns the output of that process. */
function feed(drain: Drain, runner: Runner, scope: Scope): Stream {
  const { part, stream } = drain;
  if (part === undefined) return silent;
  drain.stream = silent;
  const inner = drain.isCoprocess === true ? insideCoprocess(scope) : scope;
  return readBy(part, upTo(stream), runner, inner);
}

/** Returns a stream whose fetcher may be written after the program that reads it: a span then ends with the fetcher's word. */
function upTo(stream: Stream): Stream {
  const { remote } = stream;
  const end = remote?.steps[0]?.span?.[1];
  return remote === null || end === undefined || !Number.isFinite(remote.start)
    ? stream
    : { ...stream, remote: { ...remote, end: Math.max(remote.end, end) } };
}

/** Returns the output of a process substitution that reads a stream. */
export function readBy(part: ProcessPart, stream: Stream, runner: Runner, scope: Scope): Stream {
  return runner.script(part.body, subshell(scope, writtenTo(part, stream)));
}
