import { Gunzip, Inflate, Unzlib, type FlateStreamHandler } from "fflate";
import { Undecodable } from "./undecodable.js";

/** The size of the chunks of input, each of which expands at most a thousandfold. */
const PIECE = 512;

interface Inflater {
  ondata: FlateStreamHandler;
  push(chunk: Uint8Array, final?: boolean): void;
}

/** Returns at most `limit` bytes of decompressed data; of truncated data, what it contains up to its end. */
function inflated(inflater: Inflater, input: Uint8Array, limit: number): Uint8Array {
  const output: number[] = [];
  inflater.ondata = (chunk) => {
    for (const byte of chunk.subarray(0, limit - output.length)) output.push(byte);
  };
  try {
    for (let end = PIECE; end - PIECE < input.length && output.length < limit; end += PIECE) {
      inflater.push(input.slice(end - PIECE, end), end >= input.length);
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

export function inflate(input: Uint8Array, limit: number): Uint8Array {
  return inflated(new Inflate(), input, limit);
}

/** Decompresses data with zlib's header. */
export function unzlib(input: Uint8Array, limit: number): Uint8Array {
  return inflated(new Unzlib(), input, limit);
}

/** Decompresses data with gzip's header. */
export function gunzip(input: Uint8Array, limit: number): Uint8Array {
  return inflated(new Gunzip(), input, limit);
}
