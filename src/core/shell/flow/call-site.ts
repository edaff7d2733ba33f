import type { Drain } from "./redirects.js";
import type { Runner, Scope } from "./runner.js";
import { fields, type Signatures } from "./signatures.js";
import { silent } from "./stream.js";

/** Returns where the output of a scope may go, by descriptor. */
export function openChannels({ outputs }: Scope): readonly (Drain | undefined)[] {
  const channels: (Drain | undefined)[] = [];
  for (const [number, channel] of outputs as ReadonlyMap<number, Drain>) channels[number] = channel;
  return Array.from(channels);
}

/**
 * Returns the signature of a call's context other than variables: what its standard input and other descriptors carry, which
 * outputs lead to the same destination and to which files, and the code that it is in.
 */
export function layoutOf(
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
          channel.file,
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
