import { Gunzip, Inflate, Unzlib, type FlateStreamHandler } from "fflate";
import { Undecodable } from "./undecodable.js";

/** Input is handed on in pieces of this length, each of which gives a thousand times as much at most. */
const PIECE = 512;

interface Inflater {
  ondata: FlateStreamHandler;
  push(chunk: Uint8Array, final?: boolean): void;
}

/** The first `most` bytes of what compressed data holds; of data that ends too early, what it holds until then. */
function inflated(inflater: Inflater, input: Uint8Array, most: number): Uint8Array {
  const output: number[] = [];
  inflater.ondata = (chunk) => {
    for (const byte of chunk.subarray(0, most - output.length)) output.push(byte);
  };
  try {
    for (let end = PIECE; end - PIECE < input.length && output.length < most; end += PIECE) {
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

export function inflate(input: Uint8Array, most: number): Uint8Array {
  return inflated(new Inflate(), input, most);
}

/** Data with zlib's head in front. */
export function unzlib(input: Uint8Array, most: number): Uint8Array {
  return inflated(new Unzlib(), input, most);
}

/** Data with gzip's head in front. */
export function gunzip(input: Uint8Array, most: number): Uint8Array {
  return inflated(new Gunzip(), input, most);
}
