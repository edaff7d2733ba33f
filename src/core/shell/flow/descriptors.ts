/** The descriptors of a command, and file names that refer to them. */

import { Source } from "../../source.js";
import { argumentOf, type Argument } from "./argument.js";
import { arrayOf } from "./arrays.js";
import type { Environment } from "./environment.js";
import type { ProcessPart, Statement } from "../script.js";
import type { Scope } from "./runner.js";
import { silent, type Stream } from "./stream.js";
import { emptyValue, valueOf } from "./values.js";

const STDIN_NAMES = new Set([
  "/dev/stdin",
  "/dev/fd/0",
  "/proc/self/fd/0",
  "/proc/thread-self/fd/0",
]);
const STDOUT_NAMES = new Set([
  "/dev/stdout",
  "/dev/fd/1",
  "/proc/self/fd/1",
  "/proc/thread-self/fd/1",
]);

/** Whether a file name refers to the command's standard input. */
export function isStdinName(name: string | null): boolean {
  return name !== null && STDIN_NAMES.has(name);
}

/** Whether a file name refers to the command's standard output. `-` is not included, because it does so only for some tools. */
export function isStdoutName(name: string | null): boolean {
  return name !== null && STDOUT_NAMES.has(name);
}

/** Returns the descriptor that `/dev/stdout`, `/dev/stderr` or `/dev/fd/3` refers to as an output; null for any other file name. */
export function outputDescriptorOf(name: string | null): number | null {
  if (isStdoutName(name)) return 1;
  return name === "/dev/stderr" ? 2 : descriptorOf(name);
}

/** Returns the descriptor that a name such as `/dev/fd/3` refers to; null for any other name. */
export function descriptorOf(name: string | null): number | null {
  const match = /^\/(?:dev|proc\/(?:thread-)?self)\/fd\/(\d+)$/.exec(name ?? "");
  return match === null ? null : Number(match[1]);
}

/** Returns what is read from a descriptor, which a redirect or an earlier `exec 3< FILE` opened. */
export function readFrom(
  { descriptors, env }: Pick<Scope, "descriptors" | "env">,
  descriptor: number,
): Stream {
  return descriptors.get(descriptor) ?? env.get(storedName(descriptor))?.stream ?? silent;
}

/** Returns the stream that a word such as `<&3` or `/dev/fd/3` reads; `end` is the document offset where the word ends. */
export function copied(stream: Stream, end: number): Stream {
  const { remote } = stream;
  return remote === null || Number.isFinite(remote.start)
    ? stream
    : { ...stream, remote: { ...remote, end: Math.max(remote.end, end) } };
}

/** `exec 3<> FILE`: keeps descriptors open in the shell for later commands. */
export function keepDescriptors(numbers: readonly number[], { descriptors, env }: Scope): void {
  for (const number of numbers) {
    const stream = descriptors.get(number);
    if (stream !== undefined) keep(number, stream, env);
  }
}

function keep(number: number, stream: Stream, env: Environment): void {
  const value = valueOf({ remote: stream.remote, text: null });
  env.set(storedName(number), { ...value, stream: { remote: value.remote, text: stream.text } });
}

/** The first descriptor that the shell chooses by itself, and the maximum number of such descriptors: systems allow 1,024 open files. */
const FIRST_CHOSEN = 10;
const MAX_CHOSEN = 1014;

/** Returns the descriptor that the shell chooses for `{NAME}<`, and assigns its number to the variable. */
export function chosenDescriptor(name: string, env: Environment): number {
  const number = allocate(env);
  env.set(name, { ...emptyValue, text: String(number) });
  return number;
}

function asArgument(number: number): Argument {
  const source = Source.whole(String(number));
  return argumentOf([0, 0], source.text, () => ({ source, variables: [], from: 0, to: 0 }));
}

/** Opens the first unused descriptor that the shell may choose, and returns its number. */
function allocate(env: Environment): number {
  let number = FIRST_CHOSEN;
  while (number < FIRST_CHOSEN + MAX_CHOSEN && env.get(storedName(number)) !== null) number++;
  keep(number, silent, env);
  return number;
}

/** `coproc NAME COMMAND`: its output is read from the first element of the array, and its input is written to the second. */
export function bindCoprocess(
  name: string,
  written: Stream,
  body: Statement,
  env: Environment,
): void {
  const numbers = [allocate(env), allocate(env)];
  keep(numbers[0] ?? FIRST_CHOSEN, written, env);
  const part: ProcessPart = {
    kind: "process",
    direction: ">",
    start: 0,
    end: 0,
    quoted: false,
    close: 0,
    body: { statements: [body] },
    shape: null,
  };
  env.set(storedName(numbers[1] ?? FIRST_CHOSEN), {
    ...emptyValue,
    process: { part, output: silent },
  });
  env.set(name, arrayOf(numbers.map(asArgument)));
}

/** The name that is set while a co-process reads: its output to other co-processes is not followed, since this may never end. */
const READING = "&reading";

/** Returns the co-process that reads what is written to a descriptor; null if there is none, or if a co-process is running. */
export function coprocessAt(descriptor: number | null, env: Environment): ProcessPart | null {
  if (descriptor === null || env.get(READING) !== null) return null;
  return env.get(storedName(descriptor))?.process?.part ?? null;
}

/** Returns the scope in which a co-process runs. */
export function insideCoprocess(scope: Scope): Scope {
  const env = scope.env.layer();
  env.set(READING, emptyValue);
  return { ...scope, env };
}

/** Returns the name under which a descriptor is stored, which no variable has. */
function storedName(descriptor: number): string {
  return `&${String(descriptor)}`;
}
