import { Writable } from "node:stream";
import { isData } from "./input/read-now.js";
import { writeAll } from "./write-now.js";

/**
 * The stream of a descriptor. For a file, a pipe or a socket it is one of our own: what Node.js loads for its streams takes
 * longer than most texts, and it writes to these at once, too. That is otherwise on Windows.
 * @param stream the one of Node.js
 */
export function streamOf(descriptor: 1 | 2, stream: () => NodeJS.WriteStream): Writable {
  if (process.platform === "win32" || !isData(descriptor)) return stream();
  return new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _encoding, done) => {
      done(writeAll(descriptor, chunk));
    },
  });
}
