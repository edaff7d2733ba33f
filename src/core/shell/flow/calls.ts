import type { Downloaded } from "../../downloads.js";
import type { Match } from "../../model.js";
import type { FunctionDefinition } from "../syntax.js";
import type { Argument } from "./argument.js";
import type { Environment } from "./environment.js";
import { alike } from "./equality.js";
import type { Reads } from "./reads.js";
import type { Drain } from "./redirects.js";
import type { Runner, Scope } from "./runner.js";
import { both, silent, type Stream } from "./stream.js";

/** What a call did, and what it had read when it did it. */
interface Deed {
  readonly reads: Reads;
  readonly stdin: Stream;
  readonly depth: number;
  readonly written: Stream;
  /** What it added to what goes to each of the channels that were open. */
  readonly sent: readonly Stream[];
  readonly changes: Environment;
  readonly files: ReadonlyMap<string, Downloaded>;
  readonly matches: readonly Match[];
}

/** Names in the deeds that are kept; beyond, all are forgotten. */
const mostNames = 100_000;
/** Deeds of a function that are kept: of more, the oldest goes. */
const mostAlike = 32;

/**
 * Calls of functions. Functions call one another, so that the calls of a long script are exponentially many; but they
 * are made in few ways. A call that finds all that an earlier one read does what that one did, and is not run again.
 */
export class Calls {
  private readonly deeds = new Map<FunctionDefinition, Map<string, Deed[]>>();
  private names = 0;

  constructor(private readonly runner: Runner) {}

  /** Calls a function; `body` runs what it consists of. What it sets reaches the environment of the scope. */
  call(definition: FunctionDefinition, words: readonly Argument[], scope: Scope, body: (inner: Scope) => Stream): Stream {
    const given = scope.env.layer();
    given.setPositional(words);
    const channels = openChannels(scope);
    const key = channels === null ? null : layoutOf(channels);
    const done =
      key === null
        ? undefined
        : this.alike(definition, key).find(
            ({ reads, depth, stdin }) =>
              (!reads.isCut || depth <= scope.depth) &&
              alike(stdin, scope.stdin) &&
              reads.areThoseOf(given, (text) => this.runner.mentions(text)),
          );
    if (done !== undefined && channels !== null) {
      scope.env.tellPassed(words, done.reads);
      return this.again(done, channels, scope);
    }
    const env = given.call(definition);
    const inner = { ...scope, env };
    if (channels === null || key === null || env.running === null) {
      const written = body(inner);
      scope.env.absorb(env);
      if (env.running !== null) scope.env.tellPassed(words, env.running.reads);
      return written;
    }
    const before = channels.map((channel) => channel?.stream ?? silent);
    for (const channel of channels) if (channel !== undefined) channel.stream = silent;
    const { result: written, matches } = this.runner.watched(() => body(inner));
    const sent = channels.map((channel) => channel?.stream ?? silent);
    for (const [index, channel] of channels.entries())
      if (channel !== undefined) channel.stream = both(before[index] ?? silent, sent[index] ?? silent);
    scope.env.absorb(env);
    const { reads, files } = env.running;
    scope.env.tellPassed(words, reads);
    this.remember(definition, key, { reads, stdin: scope.stdin, depth: scope.depth, written, sent, changes: env.changes, files, matches });
    return written;
  }

  private alike(definition: FunctionDefinition, key: string): Deed[] {
    return this.deeds.get(definition)?.get(key) ?? [];
  }

  private again({ written, sent, changes, files, matches }: Deed, channels: readonly (Drain | undefined)[], { env }: Scope): Stream {
    for (const match of matches) this.runner.report(match);
    for (const [path, remote] of files) env.write(path, remote);
    for (const [index, channel] of channels.entries())
      if (channel !== undefined) channel.stream = both(channel.stream, sent[index] ?? silent);
    env.absorb(changes);
    return written;
  }

  private remember(definition: FunctionDefinition, key: string, deed: Deed): void {
    this.names += deed.reads.size;
    if (this.names > mostNames) {
      this.deeds.clear();
      this.names = deed.reads.size;
    }
    const kept = this.deeds.get(definition) ?? new Map<string, Deed[]>();
    this.deeds.set(definition, kept);
    kept.set(key, [deed, ...this.alike(definition, key)].slice(0, mostAlike));
  }
}

/**
 * Where a scope's output may go, by descriptor; null where its calls are not alike: they read what is fetched or known, or write
 * into a program.
 */
function openChannels({ stdin, descriptors, frame, outputs }: Scope): (Drain | undefined)[] | null {
  const carries = ({ remote, text }: Stream): boolean => remote !== null || text !== null;
  if (stdin.remote !== null || [...descriptors.values()].some(carries) || frame !== null) return null;
  if (outputs === undefined) return [];
  const open = new Map<number, Drain>(outputs.all);
  if (outputs.standard === undefined) open.delete(1);
  else open.set(1, outputs.standard);
  const channels: (Drain | undefined)[] = [];
  for (const [number, channel] of open) {
    if (channel.part !== undefined) return null;
    channels[number] = channel;
  }
  return Array.from(channels);
}

/** Which descriptors lead to the same place, and to which files. */
function layoutOf(channels: readonly (Drain | undefined)[]): string {
  return channels
    .map((channel) =>
      channel === undefined ? "-" : `${channels.indexOf(channel)}${channel.isUnread === true ? "!" : ""}:${channel.file ?? ""}`,
    )
    .join(" ");
}
