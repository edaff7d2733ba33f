import type { Channel, Outputs, Scope } from "./runner.js";
import { both, silent, type Stream } from "./stream.js";

/** All that reaches the standard output of a new pipe or substitution, also through other descriptors. */
export function collected(scope: Scope, run: (inner: Scope) => Stream): Stream {
  const channel: Channel = { stream: silent };
  const written = run({ ...scope, outputs: { standard: channel, all: scope.outputs?.all } });
  return both(written, channel.stream);
}

/** Where the output of a script goes that nothing was said of. */
export function terminal(): Outputs {
  const standard: Channel = { stream: silent, isUnread: true };
  const errors: Channel = { stream: silent, isUnread: true };
  return { standard, all: new Map([[1, standard], [2, errors]]) };
}

/** True where nobody reads what a statement writes: it goes to the terminal, or nowhere. */
export function isUnread({ outputs }: Scope): boolean {
  return outputs !== undefined && (outputs.standard === undefined || outputs.standard.isUnread === true);
}
