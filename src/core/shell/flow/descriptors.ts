/** File names that stand for a command's own descriptors. */

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
