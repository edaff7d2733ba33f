import { createReadStream, readFileSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { Failure } from "../failure.js";
import { showSize } from "./size.js";

/**
 * Returns all bytes of a stream.
 * @throws Failure as soon as the bytes exceed the limit, so that an endless stream is not read forever
 */
export async function readAll(stream: Readable, maxSize: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > maxSize) {
      stream.destroy();
      throw new Failure(`longer than ${showSize(maxSize)} (--max-size), not scanned`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}

/**
 * Returns all bytes of a file, which may be a pipe or a device without a known size.
 * @throws Failure if the bytes exceed the limit
 */
export async function readFileUpTo(path: string, maxSize: number): Promise<Uint8Array> {
  const stats = statSync(path);
  if (stats.isFile() && stats.size <= maxSize) return readFileSync(path);
  return readAll(createReadStream(path, { highWaterMark: 1 << 20 }), maxSize);
}

/** Returns at most `length` bytes from the start of a file. */
export async function readStart(path: string, length: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
