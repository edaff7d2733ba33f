import type { Channel, Outputs, Scope } from "./runner.js";
import { both, silent, type Stream } from "./stream.js";

/** Runs commands in a new pipe or substitution; returns all output that reaches it, also through other descriptors. */
export function collected(scope: Scope, run: (inner: Scope) => Stream): Stream {
  const channel: Channel = { stream: silent };
  const written = run({ ...scope, outputs: new Map(scope.outputs).set(1, channel) });
  return both(written, channel.stream);
}

/** Returns the outputs of a scope with one descriptor closed. */
export function closed({ outputs }: Scope, descriptor: number): Outputs {
  return new Map([...outputs].filter(([number]) => number !== descriptor));
}

/** Returns the default outputs of a script: descriptors 1 and 2 go to the terminal. */
export function terminal(): Outputs {
  return new Map([1, 2].map((descriptor) => [descriptor, { stream: silent, isUnread: true }]));
}

/** Whether nothing reads the output of a statement: it goes to the terminal, or its descriptor is closed. */
export function isUnread({ outputs }: Scope): boolean {
  const standard = outputs.get(1);
  return standard === undefined || standard.isUnread === true;
}
