import type { Drain } from "./redirects.js";
import type { Runner, Scope } from "./runner.js";
import { fields, type Signatures } from "./signatures.js";
import { silent } from "./stream.js";

/** Returns the destinations of a scope's outputs; the index is the descriptor. */
export function openChannels({ outputs }: Scope): readonly (Drain | undefined)[] {
  const channels: (Drain | undefined)[] = [];
  for (const [number, channel] of outputs as ReadonlyMap<number, Drain>) channels[number] = channel;
  return Array.from(channels);
}

/**
 * Returns the signature of a call's context without its variables: the content of standard input and other descriptors, which
 * outputs lead to the same destination and to which files, and the code string that contains the call.
 */
export function siteSignatureOf(
  { stdin, descriptors, frame }: Scope,
  channels: readonly (Drain | undefined)[],
  runner: Runner,
  signatures: Signatures,
): string {
  const places = channels.map((channel) =>
    channel === undefined
      ? "-"
      : fields(
          channels.indexOf(channel),
          channel.isUnread,
          channel.files?.join("\n"),
          channel.part && signatures.ofIdentity(channel.part),
        ),
  );
  const opened = [...descriptors].map(([number, stream]) =>
    stream === silent ? "" : fields(number, signatures.ofStream(stream)),
  );
  const code = frame && fields(frame.start, frame.sink.join("-"), frame.end);
  const { remote } = stdin;
  const claimed = remote !== null && runner.isClaimed(remote);
  return fields(signatures.ofRemote(remote), claimed, code, ...places, "", ...opened);
}
