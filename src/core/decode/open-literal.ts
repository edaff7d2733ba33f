import type { Literal } from "../literal.js";
import type { Opened } from "../model.js";
import { toBytes } from "./bytes.js";
import { Undecodable } from "./undecodable.js";

/** Maximum number of bytes that are joined or decoded for one literal: a longer payload in a finding is not useful. */
const MAX_BYTES_DECODED = 1 << 21;

/** Decodes a literal, without executing anything. Returns the bytes, or why it cannot be decoded. */
export function openLiteral(literal: Literal): Opened {
  let left = MAX_BYTES_DECODED;
  const spend = (bytes: number): void => {
    left -= bytes;
    if (left < 0) throw new Undecodable("the literal is too long");
  };
  const bytesOf = ({ parts, through, length }: Literal): Uint8Array => {
    spend(length);
    const pieces = parts.map((part) => (typeof part === "string" ? toBytes(part) : bytesOf(part)));
    const [only] = pieces;
    const whole = pieces.length === 1 && only !== undefined ? only : joined(pieces);
    return through.reduce((bytes, codec) => {
      spend(bytes.length);
      const decoded = codec(bytes);
      spend(decoded.length);
      return decoded;
    }, whole);
  };
  try {
    return { bytes: bytesOf(literal) };
  } catch (error) {
    if (error instanceof Undecodable) return { failure: error.message };
    throw error;
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
