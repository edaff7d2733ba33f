import type { Channel, Outputs, Scope } from "./runner.js";
import { both, silent, type Stream } from "./stream.js";

/** Returns everything that reaches the standard output of a new pipe or substitution, also through other descriptors. */
export function collected(scope: Scope, run: (inner: Scope) => Stream): Stream {
  const channel: Channel = { stream: silent };
  const written = run({ ...scope, outputs: new Map(scope.outputs).set(1, channel) });
  return both(written, channel.stream);
}

/** Returns the outputs without one descriptor, which is closed. */
export function closed({ outputs }: Scope, descriptor: number): Outputs {
  return new Map([...outputs].filter(([number]) => number !== descriptor));
}

/** Returns the default outputs of a script. */
export function terminal(): Outputs {
  return new Map([1, 2].map((descriptor) => [descriptor, { stream: silent, isUnread: true }]));
}

/** Whether the output of a statement is not read: it goes to the terminal, or nowhere. */
export function isUnread({ outputs }: Scope): boolean {
  const standard = outputs.get(1);
  return standard === undefined || standard.isUnread === true;
}
