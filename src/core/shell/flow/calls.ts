import type { Downloaded } from "../../downloads.js";
import type { Match } from "../../model.js";
import type { FunctionDefinition } from "../syntax.js";
import type { Argument } from "./argument.js";
import type { CallEnvironment, Environment } from "./environment.js";
import { Memo, View, type Reads } from "./reads.js";
import type { Drain } from "./redirects.js";
import type { Runner, Scope } from "./runner.js";
import { both, filled, Input, silent, type Stream } from "./stream.js";

/** What a call did, and what it had read when it did it. */
interface Deed {
  readonly view: View;
  readonly reads: Reads;
  /** What stood for its standard input; null where nothing was known of that. */
  readonly input: Input | null;
  readonly depth: number;
  readonly written: Stream;
  /** What it added to what goes to each of the channels that were open. */
  readonly sent: readonly Stream[];
  readonly changes: Environment;
  readonly files: ReadonlyMap<string, Downloaded>;
  readonly matches: readonly Match[];
}

/** After so many readings of functions, one that was read before sees of plain values no more than that there are some. */
const manyReadings = 100;

/** Names in the deeds that are kept; beyond, all are forgotten. */
const mostNames = 300_000;

/**
 * Calls of functions. Functions call one another, so that the calls of a long script are exponentially many; but they
 * are made in few ways. A call that finds all that an earlier one read does what that one did, and is not run again.
 */
export class Calls {
  private readonly deeds = new Map<FunctionDefinition, Map<string, Memo<Deed>>>();
  private readonly called = new WeakSet<FunctionDefinition>();
  private names = 0;
  private readings = 0;
  private readonly exact: View;
  private readonly general: View;

  constructor(private readonly runner: Runner) {
    this.exact = new View(runner, false);
    this.general = new View(runner, true);
  }

  /** Calls a function; `body` runs what it consists of. What it sets reaches the environment of the scope. */
  call(
    definition: FunctionDefinition,
    words: readonly Argument[],
    scope: Scope,
    body: (inner: Scope) => Stream,
  ): Stream {
    this.called.add(definition);
    const given = scope.env.layer();
    given.setPositional(words);
    const channels = openChannels(scope);
    if (channels === null) {
      const env = given.call(definition, this.exact);
      const written = body({ ...scope, env });
      scope.env.absorb(env);
      scope.env.tellPassed(words, env.running.reads);
      return written;
    }
    const layout = layoutOf(channels);
    const kept = this.deeds.get(definition);
    const known = kept?.get(layout)?.find(given, (deed) => isFit(deed, scope));
    const view = kept !== undefined && this.readings >= manyReadings ? this.general : this.exact;
    const deed = known ?? this.run(given.call(definition, view), channels, scope, body);
    if (known === undefined) this.remember(definition, layout, deed);
    for (const match of known?.matches ?? []) this.runner.report(match);
    for (const [path, remote] of known?.files ?? []) scope.env.write(path, remote);
    const [input, read] = [deed.input, scope.stdin.text];
    const [written = silent, ...sent] = [deed.written, ...deed.sent].map((stream) =>
      input === null || read === null || stream.text === null
        ? stream
        : { ...stream, text: filled(stream.text, input, read) },
    );
    for (const [index, channel] of channels.entries())
      if (channel !== undefined) channel.stream = both(channel.stream, sent[index] ?? silent);
    scope.env.absorb(deed.changes);
    scope.env.tellPassed(words, deed.reads);
    return written;
  }

  wasCalled(definition: FunctionDefinition): boolean {
    return this.called.has(definition);
  }

  private run(
    env: CallEnvironment,
    channels: readonly (Drain | undefined)[],
    scope: Scope,
    body: (inner: Scope) => Stream,
  ): Deed {
    const { depth, stdin } = scope;
    const input = stdin.text === null ? null : new Input(stdin.text);
    const before = channels.map((channel) => channel?.stream ?? silent);
    for (const channel of channels) if (channel !== undefined) channel.stream = silent;
    const inner = { ...scope, env, stdin: input === null ? stdin : { remote: null, text: input } };
    const { result: written, matches } = this.runner.watched(() => body(inner));
    const sent = channels.map((channel) => channel?.stream ?? silent);
    for (const [index, channel] of channels.entries())
      if (channel !== undefined) channel.stream = before[index] ?? silent;
    const { view, reads, files } = env.running;
    return { view, reads, input, depth, written, sent, changes: env.changes, files, matches };
  }

  private remember(definition: FunctionDefinition, layout: string, deed: Deed): void {
    const kept = this.deeds.get(definition) ?? new Map<string, Memo<Deed>>();
    this.deeds.set(definition, kept);
    const memo = kept.get(layout) ?? new Memo<Deed>();
    kept.set(layout, memo);
    memo.add(deed);
    this.readings++;
    this.names += deed.reads.all.length;
    if (this.names < mostNames) return;
    this.deeds.clear();
    this.names = 0;
  }
}

/** Whether a call in this scope that finds what this one read would do the same. */
function isFit({ reads, depth, input }: Deed, { stdin: { text }, depth: here }: Scope): boolean {
  return (
    (!reads.isCut || depth <= here) &&
    (input === null || text === null ? input === text : input.admits(text))
  );
}

/**
 * Where a scope's output may go, by descriptor; null where its calls are not alike: they read what is fetched or known, or write
 * into a program.
 */
function openChannels({ stdin, descriptors, frame, outputs }: Scope): (Drain | undefined)[] | null {
  const carries = ({ remote, text }: Stream): boolean => remote !== null || text !== null;
  if (stdin.remote !== null || [...descriptors.values()].some(carries) || frame !== null)
    return null;
  const channels: (Drain | undefined)[] = [];
  for (const [number, channel] of outputs as ReadonlyMap<number, Drain>) {
    if (channel.part !== undefined) return null;
    channels[number] = channel;
  }
  return Array.from(channels);
}

/** Which descriptors lead to the same place, and to which files. */
function layoutOf(channels: readonly (Drain | undefined)[]): string {
  return channels
    .map((channel) =>
      channel === undefined
        ? "-"
        : `${channels.indexOf(channel)}${channel.isUnread === true ? "!" : ""}:${channel.file ?? ""}`,
    )
    .join(" ");
}
