import { open } from "node:fs/promises";
import { isS3, s3Range } from "../storage/s3.js";

const LARGEST = 1 << 20;

/** Buffers that nobody reads into: each is used again, for a fresh one for every chunk keeps the collector busy. */
const spare: Buffer[] = [];

/**
 * The bytes of a file or an object from one offset to another, or to its end, in chunks.
 * A chunk holds them until the next is asked for: whoever keeps bytes copies them.
 */
export async function* rangeOf(
  path: string,
  start: number,
  end = Infinity,
  chunk = LARGEST,
): AsyncGenerator<Buffer> {
  if (isS3(path)) {
    yield* s3Range(path, start, end);
    return;
  }
  const file = await open(path);
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(LARGEST);
  try {
    for (let at = start; at < end; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(LARGEST, chunk, end - at), at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    spare.push(buffer);
    await file.close();
  }
}
