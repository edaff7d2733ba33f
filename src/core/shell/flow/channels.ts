import type { Channel, Scope } from "./runner.js";
import { both, silent, type Stream } from "./stream.js";

/** All that reaches the standard output of a new pipe or substitution, also through other descriptors. */
export function collected(scope: Scope, run: (inner: Scope) => Stream): Stream {
  const channel: Channel = { stream: silent };
  const written = run({ ...scope, outputs: { standard: channel, all: scope.outputs?.all } });
  return both(written, channel.stream);
}
