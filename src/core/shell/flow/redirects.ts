import type { Role } from "../../query/role.js";
import type { Span } from "../../model.js";
import type { ProcessPart, Redirect } from "../script.js";
import { pathOf } from "./paths.js";
import { stepAt, type Argument } from "./argument.js";
import { expandOne } from "./expand.js";
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
import { writeFile } from "./written-files.js";
import {
  altered,
  withStep,
  both,
  cameFromOutside,
  fetched,
  silent,
  type Stream,
} from "./stream.js";

/** The redirects of one command, read once: what it reads from, and where its output goes. */
export interface Redirections {
  /** The scope in which the command runs. */
  readonly scope: Scope;
  /** Where standard output led before. */
  readonly own: Channel | undefined;
  /** The descriptors that are read from. */
  readonly opened: readonly number[];
  /** Whether something reads what is written to a descriptor. */
  readonly isRead: boolean;
  /** Applies the redirects of standard output to what the command wrote; returns what still goes to standard output. */
  output(written: Stream): Stream;
}

/** A destination of output that nothing reads. */
export interface Drain extends Channel {
  /** The name of the file, if it is known, and whether output is appended. */
  readonly file?: string;
  readonly appends?: boolean;
  /** The process substitution that reads it, and where that one writes. */
  readonly part?: ProcessPart;
  /** The process is a co-process, which reads what several commands write. */
  readonly isCoprocess?: boolean;
  readonly onward?: Channel | undefined;
  /** The data that the other side of a connection sends. */
  readonly connection?: Stream;
}

/** The highest descriptor that can be opened by default. */
const MAX_DESCRIPTOR = 1023;

/** Reads the redirects in order; the last one of a descriptor decides. `place` is the destination of output, if not the current one. */
export function readRedirects(
  redirects: readonly Redirect[],
  runner: Runner,
  scope: Scope,
  place?: Channel,
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
  const own = place ?? standard;
  return {
    scope: { ...scope, stdin, descriptors, outputs },
    own,
    opened,
    isRead: readers.length > 0,
    output(written) {
      const onward = isPassedOn(written, own, outputs.get(1), runner, scope);
      return readers.reduce(
        (stream, reader) =>
          both(stream, isPassedOn(feed(reader, runner, scope), own, reader.onward, runner, scope)),
        onward,
      );
    },
  };
}

/** A redirect with the number of its descriptor; null for one that opens none. */
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

/** `<&1` after `>& /dev/tcp/HOST/PORT`: the output is a connection, which is also read from. */
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

/** `<&$fd`, if the variable contains one of several numbers. */
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

/** A here-string or here-document: its text is what the command reads. */
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

/** The number of `<&3` and of `<&3-`, which moves a descriptor. */
function descriptorNumber(text: string | null): number | null {
  const digits = /^(\d+)-?$/.exec(text ?? "")?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * Returns bytes fetched after `<`: the span starts at the interpreter and ends with the redirect. Bytes of a pipe around it keep
 * their start.
 */
function redirected(stream: Stream, place: Span): Stream {
  const { remote } = stream;
  return remote === null || cameFromOutside(remote, place)
    ? stream
    : { ...stream, remote: { ...remote, start: Infinity, end: place[1] } };
}

/** Assigns the rule of its pattern to bytes that only a redirect passes on (the output of a co-process). */
function carriedBy(stream: Stream, shape: Role | null): Stream {
  const { remote } = stream;
  return remote === null || remote.shape !== null
    ? stream
    : { ...stream, remote: { ...remote, shape } };
}

/** Assigns the rule of its pattern to bytes that are written to a process substitution. */
function writtenTo({ shape }: ProcessPart, stream: Stream): Stream {
  const { remote } = stream;
  if (remote === null || shape === null) return { ...stream, remote: null };
  return { ...stream, remote: { ...remote, shape } };
}

/** Redirects a descriptor: to another one, a file, a process substitution, or nowhere. */
function redirectOutput(
  { operator, descriptor, shape }: Redirect,
  target: Argument | null,
  outputs: Map<number, Drain>,
  readers: Drain[],
  connected: Stream | null,
  { env }: Scope,
): void {
  const text = target?.text ?? null;
  const path = target === null ? null : pathOf(target);
  const copies = operator.startsWith(">&");
  const coprocess = copies ? coprocessAt(descriptorNumber(text), env) : null;
  const part = target?.process?.part ?? (coprocess === null ? null : { ...coprocess, shape });
  const channel: Drain | undefined =
    part?.direction === ">"
      ? { stream: silent, part, isCoprocess: coprocess !== null, onward: outputs.get(1) }
      : (outputs.get((copies ? descriptorNumber(text) : null) ?? outputDescriptorOf(text) ?? -1) ??
        (path === null && connected === null
          ? undefined
          : {
              stream: silent,
              ...(path !== null && { file: path, appends: operator.includes(">>") }),
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

/** Returns what still goes to the original standard output: all, if it still leads there. */
function isPassedOn(
  written: Stream,
  own: Channel | undefined,
  channel: Drain | undefined,
  runner: Runner,
  scope: Scope,
): Stream {
  if (channel === own) return written;
  if (channel === undefined) return silent;
  if (channel.file !== undefined)
    writeFile(channel.file, written, channel.appends === true, runner, scope);
  if (channel.isUnread !== true) channel.stream = both(channel.stream, written);
  return silent;
}

function feed(drain: Drain, runner: Runner, scope: Scope): Stream {
  const { part, stream } = drain;
  if (part === undefined) return silent;
  drain.stream = silent;
  const inner = drain.isCoprocess === true ? insideCoprocess(scope) : scope;
  return readBy(part, upTo(stream), runner, inner);
}

/** Returns bytes that may be fetched after the program that reads them: a span then ends with the fetcher's word. */
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
