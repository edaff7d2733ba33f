import { Writable } from "node:stream";
import { isData } from "./input/read-sync.js";
import { writeAllSync } from "./write-sync.js";

/**
 * Returns a stream that writes to standard output (1) or standard error (2). If the descriptor is a file, a pipe or a socket, the
 * stream is synchronous, because loading the streams of Node.js takes longer than most analyses. For a terminal, and on Windows,
 * it is the stream of Node.js.
 * @param nodeStream returns the stream of Node.js
 */
export function streamOf(descriptor: 1 | 2, nodeStream: () => NodeJS.WriteStream): Writable {
  if (process.platform === "win32" || !isData(descriptor)) return nodeStream();
  return new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _encoding, done) => {
      done(writeAllSync(descriptor, chunk));
    },
  });
}
