import { isUtf8 } from "node:buffer";

/** One line of a file, without its line end. */
export interface Line {
  readonly number: number;
  /** Null for a line longer than the limit. */
  readonly text: string | null;
  /** Whether invalid bytes were replaced. */
  readonly damaged: boolean;
}

const LINE_FEED = 0x0a;
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Yields the lines of a stream. The text of a line longer than `maxSize` bytes is not kept in memory.
 * @param first number of the first line; a byte order mark at the start of line 1 is removed
 */
export async function* linesOf(
  stream: AsyncIterable<Uint8Array | string>,
  maxSize: number,
  first = 1,
): AsyncGenerator<Line> {
  let number = first;
  let pending: Buffer[] = [];
  let length = 0;
  const take = (): Line => {
    const line =
      length > maxSize
        ? { number, text: null, damaged: false }
        : { number, ...decodeLine(joined(pending), number === 1) };
    number++;
    pending = [];
    length = 0;
    return line;
  };
  const keep = (part: Buffer): void => {
    length += part.length;
    if (length <= maxSize) pending.push(part);
    else pending = [];
  };
  for await (const chunk of stream) {
    const bytes = bufferOf(chunk);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      keep(bytes.subarray(start, end));
      yield take();
      start = end + 1;
    }
    // the next chunk may overwrite this one
    if (start < bytes.length) keep(Buffer.from(bytes.subarray(start)));
  }
  if (length > 0) yield take();
}

/** Returns a chunk as a Buffer: a view of the same bytes, or a string encoded in UTF-8. */
export function bufferOf(chunk: Uint8Array | string): Buffer {
  if (typeof chunk === "string") return Buffer.from(chunk);
  return Buffer.isBuffer(chunk)
    ? chunk
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

function joined(parts: readonly Buffer[]): Buffer {
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
}

function decodeLine(bytes: Buffer, first: boolean): { text: string; damaged: boolean } {
  const valid = isUtf8(bytes);
  const text = valid ? bytes.toString("utf8") : lenient.decode(bytes);
  return { text: first && text.startsWith("\uFEFF") ? text.slice(1) : text, damaged: !valid };
}
