import { fstatSync, readSync } from "node:fs";
import { retryUntilReady } from "../retry-until-ready.js";

/** Whether a descriptor is a pipe, a socket or a file; a terminal or /dev/null is not. */
export function isData(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFIFO() || stat.isSocket() || stat.isFile();
  } catch {
    return false;
  }
}

/**
 * Reads a descriptor to its end without the streams of Node.js, which take longer to load than most answers take. Stops after
 * `mostBytes`, because the input may be endless; the caller rejects longer input.
 */
export function readAllSync(descriptor: number, mostBytes: number): Buffer {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= mostBytes; ) {
    const chunk = Buffer.allocUnsafe(1 << 16);
    const length = readSome(descriptor, chunk);
    if (length === 0) break;
    chunks.push(chunk.subarray(0, length));
    size += length;
  }
  return Buffer.concat(chunks);
}

function readSome(descriptor: number, chunk: Buffer): number {
  return retryUntilReady(
    () => readSync(descriptor, chunk),
    (code, error) => {
      if (code === "EOF") return 0;
      throw error;
    },
  );
}
