import { writeSync } from "node:fs";
import { Failure, fileErrorMessage } from "./failure.js";
import { retryUntilReady } from "./retry-until-ready.js";

/**
 * Writes a string to standard output (1) or standard error (2) without the streams of Node.js, which take longer to load than
 * most hooks take to respond. If the reader has closed the stream, the rest is dropped.
 * @throws Failure if standard output cannot be written to
 */
export function writeTextSync(descriptor: 1 | 2, text: string): void {
  const error = writeAllSync(descriptor, Buffer.from(text));
  // the reader has closed the output, or the error cannot be reported
  if (error === null || descriptor === 2 || ("code" in error && error.code === "EPIPE")) return;
  throw new Failure(`cannot write standard output: ${fileErrorMessage(error)}`);
}

/** Writes bytes to a descriptor, waiting for its reader. Returns the error, or null if all bytes were written. */
export function writeAllSync(descriptor: number, bytes: Uint8Array): Error | null {
  for (let rest = bytes; rest.length > 0; ) {
    const written = retryUntilReady<number | Error>(
      () => writeSync(descriptor, rest),
      (_code, error) => (error instanceof Error ? error : new Error(String(error))),
    );
    if (typeof written !== "number") return written;
    rest = rest.subarray(written);
  }
  return null;
}
