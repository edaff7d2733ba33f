import { EVERYTHING, type Interval } from "./interval.js";
import { bufferOf } from "./lines.js";

/** JSON values of a stream, each on a line: elements of one array, or values that follow each other. */
export interface Items {
  readonly bytes: Uint8Array;
  /** Number of values. */
  readonly count: number;
  /** Number of the first value in the stream, counted from 1. */
  readonly first: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Yields the values of a JSON document of any length, such as an export of conversations, without keeping it in memory.
 * @param target size in bytes at which a group of values is yielded
 * @param maxSize maximum size of a value in bytes; of a longer one, only enough is kept to detect that it is too long
 * @throws Error if the document ends within a value, after the complete ones were yielded
 */
export async function* itemsOf(
  stream: AsyncIterable<Uint8Array | string>,
  target: number,
  maxSize: number,
  within: Interval = EVERYTHING,
): AsyncGenerator<Items> {
  const splitter = new Splitter(target, maxSize, within);
  try {
    for await (const chunk of stream) {
      splitter.take(bufferOf(chunk));
      if (splitter.count > 0 && splitter.size >= target) yield splitter.items();
      if (splitter.isPast) break;
    }
  } catch (error) {
    if (splitter.count > 0) yield splitter.items();
    throw error;
  }
  if (!splitter.isPast) splitter.endOfStream();
  if (splitter.count > 0) yield splitter.items();
  if (splitter.open && !splitter.isPast)
    throw new Error(`the JSON ends within item ${splitter.total + 1}: the file is truncated`);
}

class Splitter {
  size = 0;
  count = 0;
  total = 0;
  private done: Buffer[] = [];
  private item: Buffer[] = [];
  private itemSize = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private inArray = false;
  private started = false;
  /** Offset of the current chunk, and of the item that began last. */
  private offset = 0;
  private itemStart = -1;
  /** Number of bytes of a byte order mark that were read; -1 after any other byte. */
  private mark = 0;

  constructor(
    readonly target: number,
    private readonly maxSize: number,
    private readonly within: Interval,
  ) {}

  /** Whether an item began after the requested range. */
  get isPast(): boolean {
    return this.itemStart >= this.within.end;
  }

  /** Whether an item has begun and not ended. */
  get open(): boolean {
    return this.itemSize > 0 || this.inArray;
  }

  take(chunk: Buffer): void {
    // an item that began in an earlier chunk continues at the start of this one
    let from = this.itemSize > 0 ? 0 : -1;
    for (let at = this.mark < 0 ? 0 : this.markEnd(chunk); at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      // each item becomes one line: a line end between tokens becomes a space, and a line end in a string another control character,
      // which is an error, too
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) chunk[at] = this.inString ? 0x0b : 0x20;
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (byte === BACKSLASH) this.escaped = true;
        else if (byte === QUOTE) this.inString = false;
        continue;
      }
      if (this.depth === 0 && this.isBetween(byte)) {
        if (from >= 0) this.keep(chunk.subarray(from, at));
        this.end();
        from = -1;
        continue;
      }
      if (from < 0 && byte <= 0x20) continue;
      if (from < 0) {
        from = at;
        this.itemStart = this.offset + at;
      }
      if (byte === QUOTE) this.inString = true;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) this.depth++;
      else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
        this.depth--;
        if (this.depth > 0) continue;
        this.depth = 0;
        this.keep(chunk.subarray(from, at + 1));
        this.end();
        from = -1;
      }
    }
    if (from >= 0) this.keep(chunk.subarray(from));
    this.offset += chunk.length;
  }

  items(): Items {
    const { count, total } = this;
    const items = { bytes: Buffer.concat(this.done), count, first: total - count + 1 };
    this.done = [];
    this.size = this.count = 0;
    return items;
  }

  endOfStream(): void {
    if (this.depth === 0 && !this.inString) this.end();
  }

  /** Returns the offset in a chunk after a byte order mark, which may be split between two chunks. */
  private markEnd(chunk: Buffer): number {
    let at = 0;
    while (
      at < chunk.length &&
      this.mark < BYTE_ORDER_MARK.length &&
      chunk[at] === BYTE_ORDER_MARK[this.mark]
    ) {
      at++;
      this.mark++;
    }
    if (at < chunk.length) this.mark = -1;
    return at;
  }

  /** Whether a byte outside of items is a bracket of the outer array or a comma. */
  private isBetween(byte: number): boolean {
    if (byte === OPEN_ARRAY && !this.started) return (this.started = this.inArray = true);
    if (byte > 0x20) this.started = true;
    if (byte === CLOSE_ARRAY && this.inArray) {
      this.inArray = false;
      return true;
    }
    return byte === COMMA;
  }

  private keep(bytes: Buffer): void {
    const remaining = this.maxSize + 1 - this.itemSize;
    if (remaining <= 0) return;
    this.item.push(Buffer.from(bytes.subarray(0, remaining)));
    this.itemSize += Math.min(bytes.length, remaining);
  }

  private end(): void {
    if (this.itemSize === 0) return;
    if (this.itemStart < this.within.end) this.total++;
    if (this.itemStart >= this.within.start && this.itemStart < this.within.end) {
      this.done.push(...this.item, Buffer.from("\n"));
      this.size += this.itemSize + 1;
      this.count++;
    }
    this.item = [];
    this.itemSize = 0;
  }
}
