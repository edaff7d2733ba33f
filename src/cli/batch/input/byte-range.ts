import { open } from "node:fs/promises";
import { isS3, s3Range } from "../storage/s3.js";

/** Maximum size of a chunk, in bytes. */
const MAX_CHUNK = 1 << 20;

/** Buffers that are not in use. They are reused, because allocating one for every call keeps the garbage collector busy. */
const spare: Buffer[] = [];

/**
 * Yields the bytes of a file or an S3 object from one offset to another, or to the end, in chunks. A chunk is valid only until
 * the next one is requested: callers that keep bytes must copy them.
 */
export async function* rangeOf(
  path: string,
  start: number,
  end = Infinity,
  chunk = MAX_CHUNK,
): AsyncGenerator<Buffer> {
  if (isS3(path)) {
    yield* s3Range(path, start, end);
    return;
  }
  const file = await open(path);
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(MAX_CHUNK);
  try {
    for (let at = start; at < end; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(MAX_CHUNK, chunk, end - at), at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    spare.push(buffer);
    await file.close();
  }
}
