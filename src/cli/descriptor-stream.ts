import { Writable } from "node:stream";
import { isData } from "./input/read-sync.js";
import { writeAllSync } from "./write-sync.js";

/**
 * Returns the stream of a descriptor. For a file, a pipe or a socket it is a custom one, because loading the streams of Node.js takes
 * longer than most analyses; those write synchronously, too. Windows differs.
 * @param stream the one of Node.js
 */
export function streamOf(descriptor: 1 | 2, stream: () => NodeJS.WriteStream): Writable {
  if (process.platform === "win32" || !isData(descriptor)) return stream();
  return new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _encoding, done) => {
      done(writeAllSync(descriptor, chunk));
    },
  });
}
