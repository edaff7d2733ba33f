import { writeSync } from "node:fs";
import { Failure, fileErrorMessage } from "./failure.js";
import { retried } from "./retried.js";

/**
 * Writes a text to standard output (1) or standard error (2) without the streams of Node.js, whose start takes longer than most answers.
 * A reader that has gone ends the output.
 * @throws Failure where standard output cannot be written
 */
export function writeNow(descriptor: 1 | 2, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    const written = retried(
      () => writeSync(descriptor, rest),
      (code, error) => {
        // nobody reads the rest, or there is nowhere to report it
        if (code === "EPIPE" || descriptor === 2) return rest.length;
        throw new Failure(`cannot write standard output: ${fileErrorMessage(error)}`);
      },
    );
    rest = rest.subarray(written);
  }
}
