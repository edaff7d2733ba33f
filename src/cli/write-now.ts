import { writeSync } from "node:fs";
import { Failure, fileErrorMessage } from "./failure.js";

/**
 * Writes a text to standard output (1) or standard error (2) without the streams of Node.js, whose start takes longer than most answers.
 * A reader that has gone ends the output.
 * @throws Failure where standard output cannot be written
 */
export function writeNow(descriptor: 1 | 2, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") {
        if (descriptor === 2) return;
        throw new Failure(`cannot write standard output: ${fileErrorMessage(error)}`);
      }
      // the reader does not block, and has not read yet
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
