import { Gunzip, Inflate, Unzlib, type FlateStreamHandler } from "fflate";
import { Undecodable } from "./undecodable.js";

/** The number of bytes in a chunk of input. Decompression expands a chunk about a thousandfold at most. */
const CHUNK_SIZE = 512;

interface Inflater {
  ondata: FlateStreamHandler;
  push(chunk: Uint8Array, final?: boolean): void;
}

/** Returns the first `limit` bytes of decompressed data, or fewer if the input is truncated. Throws `Undecodable` if there are none. */
function inflated(inflater: Inflater, input: Uint8Array, limit: number): Uint8Array {
  const output: number[] = [];
  inflater.ondata = (chunk) => {
    for (const byte of chunk.subarray(0, limit - output.length)) output.push(byte);
  };
  try {
    for (let at = 0; at < input.length && output.length < limit; at += CHUNK_SIZE) {
      const end = at + CHUNK_SIZE;
      inflater.push(input.slice(at, end), end >= input.length);
    }
  } catch (error) {
    if (output.length === 0)
      throw new Undecodable(
        `it is not compressed data: ${error instanceof Error ? error.message : String(error)}`,
      );
  }
  if (output.length === 0) throw new Undecodable("the compressed data is empty or truncated");
  return Uint8Array.from(output);
}

/** Decompresses raw deflate data, which has no header. */
export function inflate(input: Uint8Array, limit: number): Uint8Array {
  return inflated(new Inflate(), input, limit);
}

/** Decompresses data with a zlib header. */
export function unzlib(input: Uint8Array, limit: number): Uint8Array {
  return inflated(new Unzlib(), input, limit);
}

/** Decompresses data with a gzip header. */
export function gunzip(input: Uint8Array, limit: number): Uint8Array {
  return inflated(new Gunzip(), input, limit);
}
