import { fstatSync, readSync } from "node:fs";
import { retryUntilReady } from "../retry-until-ready.js";

/** Whether a file descriptor is a pipe, a socket or a regular file instead of, for example, a terminal or /dev/null. */
export function isData(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFIFO() || stat.isSocket() || stat.isFile();
  } catch {
    return false;
  }
}

/**
 * Reads a file descriptor to its end without the streams of Node.js, which take longer to load than most hooks take to respond. Because the
 * input may be endless, reading stops after more than `maxBytes`; the caller must check the length.
 */
export function readAllSync(descriptor: number, maxBytes: number): Buffer {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= maxBytes; ) {
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
