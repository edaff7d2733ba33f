/** The descriptors of a command, and file names that stand for them. */

import type { Scope } from "./runner.js";
import { silent, type Stream } from "./stream.js";
import { valueOf } from "./values.js";

const stdinNames = new Set(["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);
const stdoutNames = new Set(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]);

/** True for a file name that is the command's own standard input. */
export function isStdinName(name: string | null): boolean {
  return name !== null && stdinNames.has(name);
}

/** True for a file name that is the command's own standard output; `-` is one to some tools only. */
export function isStdoutName(name: string | null): boolean {
  return name !== null && stdoutNames.has(name);
}

/** The descriptor that a file name stands for when it is written to: `/dev/stdout`, `/dev/stderr`, `/dev/fd/3`; null for any other. */
export function outputDescriptorOf(name: string | null): number | null {
  if (isStdoutName(name)) return 1;
  return name === "/dev/stderr" ? 2 : descriptorOf(name);
}

/** The descriptor a name such as `/dev/fd/3` stands for; null for any other name. */
export function descriptorOf(name: string | null): number | null {
  const match = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(name ?? "");
  return match === null ? null : Number(match[1]);
}

/** What is read from a descriptor: what a redirect put there, or `exec 3< FILE` did for all commands behind it. */
export function readFrom(
  { descriptors, env }: Pick<Scope, "descriptors" | "env">,
  descriptor: number,
): Stream {
  return descriptors.get(descriptor) ?? env.get(kept(descriptor))?.stream ?? silent;
}

/** `exec 3<> FILE`: the shell itself has the descriptor from now on. */
export function keepDescriptors(
  numbers: readonly (number | null)[],
  { descriptors, env }: Scope,
): void {
  for (const number of numbers) {
    const stream = number === null ? undefined : descriptors.get(number);
    if (number === null || stream === undefined) continue;
    const value = valueOf({ remote: stream.remote, text: null });
    env.set(kept(number), { ...value, stream: { remote: value.remote, text: stream.text } });
  }
}

/** No variable has such a name. */
function kept(descriptor: number): string {
  return `&${String(descriptor)}`;
}
