/** FIFOs, to which one command writes what another command reads. */

import type { Role } from "../../query/role.js";
import { copied } from "./descriptors.js";
import type { NamedCommand, Runner } from "./runner.js";
import { silent, type Remote, type Stream } from "./stream.js";
import type { Argument } from "./argument.js";

/** Records the FIFOs that `mkfifo NAME` or `mknod NAME p` creates. */
export function makeFifo({ name, args, runner }: NamedCommand, role: Role): null {
  const operands = args
    .slice(1)
    .flatMap(({ text }) => (text?.startsWith("-") === false ? text : []));
  const made = name !== "mknod" ? operands : operands.at(-1) === "p" ? operands.slice(0, 1) : [];
  for (const path of made) runner.files.makeFifo(path, role);
  return null;
}

/** Maximum number of lines between the writing and the reading command of a FIFO that one span covers. */
const MAX_LINES_BETWEEN = 5;

/**
 * Returns what is read from a FIFO; null for any other file. A span covers the writing and the reading command, or only the
 * reading one if there are too many lines between them.
 */
export function readFifo({ text, span }: Argument, runner: Runner): Stream | null {
  const fifo = text === null || !runner.files.hasFifos ? null : runner.files.readFifo(text);
  if (fifo === null) return null;
  const { written, role } = fifo;
  if (written === null) return silent;
  const [start, end] = fetcherOf(written);
  const carried = { ...written, shape: role, inherited: false, executed: false };
  return runner.linesBetween(start, span[0]) > MAX_LINES_BETWEEN
    ? copied(
        { remote: { ...carried, start: Infinity, end: -Infinity, fetcherAt: null }, text: null },
        span[1],
      )
    : { remote: { ...carried, start, end }, text: null };
}

/** Returns the span of the word that fetches or decodes the bytes. */
function fetcherOf({ steps, start, end }: Remote): readonly [number, number] {
  const word = steps.find(({ step }) => step === "fetch" || step === "decode")?.span;
  return word ?? [start, end];
}
