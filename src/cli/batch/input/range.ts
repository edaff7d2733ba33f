import { open } from "node:fs/promises";
import { isS3, s3Range } from "../storage/s3.js";

const LARGEST = 1 << 20;

/** Buffers that are not in use. They are reused, because a new one for every chunk keeps the garbage collector busy. */
const spare: Buffer[] = [];

/**
 * Yields the bytes of a file or an object from one offset to another, or to its end, in chunks.
 * A chunk is valid until the next one is requested: callers that keep bytes copy them.
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
