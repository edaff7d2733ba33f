import type { Redirect } from "../syntax.js";
import { expandOne, type Argument } from "./arguments.js";
import { descriptorOf, isStdinName, isStdoutName } from "./descriptors.js";
import type { Runner, Scope } from "./runner.js";
import { silent, type Stream } from "./stream.js";

/** The redirects of one command, read once: what it reads from, and where its output goes. */
export interface Redirections {
  readonly stdin: Stream;
  readonly descriptors: ReadonlyMap<number, Stream>;
  /** Applies the redirects of standard output to what the command wrote. */
  output(written: Stream): Stream;
}

/** Reads the redirects in order; the last one of a descriptor decides. */
export function readRedirects(redirects: readonly Redirect[], runner: Runner, scope: Scope): Redirections {
  let { stdin } = scope;
  const descriptors = new Map(scope.descriptors);
  const outputs: { redirect: Redirect; target: Argument | null }[] = [];
  for (const redirect of redirects) {
    const target = redirect.target === null ? null : expandOne(redirect.target, runner, scope);
    if (!redirect.operator.startsWith("<")) {
      outputs.push({ redirect, target });
      continue;
    }
    const stream = inputOf(redirect, target, stdin, descriptors, runner, scope);
    const descriptor = redirect.descriptor ?? 0;
    if (descriptor === 0) stdin = stream;
    else descriptors.set(descriptor, stream);
  }
  return { stdin, descriptors, output: (written) => outputs.reduce((stream, { redirect, target }) => outputTo(redirect, target, stream, runner, scope), written) };
}

function inputOf(redirect: Redirect, target: Argument | null, stdin: Stream, descriptors: ReadonlyMap<number, Stream>, runner: Runner, scope: Scope): Stream {
  if (redirect.body !== null) return textInput(expandOne(redirect.body, runner, scope), redirect.rule);
  if (target === null) return silent;
  if (redirect.operator === "<<<") return textInput(target, redirect.rule);
  if (redirect.operator === "<&") return target.text === "0" ? stdin : (descriptors.get(Number(target.text)) ?? silent);
  if (target.process !== null) return redirected(target.process.output, target.span[1]);
  if (isStdinName(target.text)) return stdin;
  const descriptor = descriptorOf(target.text);
  return descriptor === null ? silent : (descriptors.get(descriptor) ?? silent);
}

/** A here-string or here-document: its text is what the command reads. */
function textInput(content: Argument, rule: string | null): Stream {
  if (rule === null) return silent;
  const { remote } = content;
  if (remote !== null) return redirected({ remote: { ...remote, rule }, text: null }, content.remoteEnd);
  return { remote: null, text: content.code() };
}

/** Fetched bytes behind `<`: the span starts at the interpreter and ends with the redirect. */
function redirected(stream: Stream, end: number): Stream {
  return stream.remote === null ? stream : { ...stream, remote: { ...stream.remote, start: Infinity, end } };
}

/** What a process substitution or redirect passes on goes by the rule of its pattern. */
export function carriedBy(stream: Stream, rule: string | null): Stream {
  return stream.remote === null || rule === null ? { ...stream, remote: null } : { ...stream, remote: { ...stream.remote, rule } };
}

function outputTo(redirect: Redirect, target: Argument | null, written: Stream, runner: Runner, scope: Scope): Stream {
  const all = redirect.operator.startsWith("&") || (redirect.operator === ">&" && redirect.descriptor === null && !/^\d+$|^-$/.test(target?.text ?? ""));
  const concernsOutput = all || (redirect.descriptor ?? 1) === 1;
  if (target?.process?.part.direction === ">") {
    runner.script(target.process.part.body, { ...scope, env: scope.env.layer(), frame: null, stdin: concernsOutput ? carriedBy(written, target.process.part.rule) : silent });
    return concernsOutput ? silent : written;
  }
  if (!concernsOutput) return written;
  if (target !== null && target.text !== null) {
    if (written.remote !== null) scope.env.write(target.text, written.remote);
    if (isStdoutName(target.text)) return written;
    if (redirect.operator === ">&" && target.text === "1") return written;
  }
  return silent;
}
