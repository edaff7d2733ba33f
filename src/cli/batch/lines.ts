import type { Readable } from "node:stream";

/** One line of a file, without its line end. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Null for a line longer than the limit. */
  readonly text: string | null;
  /** Whether bytes had to be replaced to read it. */
  readonly damaged: boolean;
}

const LINE_FEED = 0x0a;

/** Reads lines one by one, however long the file is; a line above the limit is passed over without being kept. */
export async function* linesOf(stream: Readable, maxSize: number): AsyncGenerator<Line> {
  let number = 1;
  let pending: Buffer[] = [];
  let length = 0;
  const take = (): Line => {
    const line = length > maxSize ? { number, text: null, damaged: false } : { number, ...decodeLine(Buffer.concat(pending), number === 1) };
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
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      keep(bytes.subarray(start, end));
      yield take();
      start = end + 1;
    }
    keep(bytes.subarray(start));
  }
  if (length > 0) yield take();
}

function decodeLine(bytes: Buffer, first: boolean): { text: string; damaged: boolean } {
  // only the file's first line may begin with a byte order mark that is none of the text
  const ignoreBOM = !first;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM }).decode(bytes), damaged: false };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM }).decode(bytes), damaged: true };
  }
}
