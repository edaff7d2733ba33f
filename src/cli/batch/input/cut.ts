import { bufferOf } from "./lines.js";

/** A run of whole records of a stream of bytes. */
export interface Block {
  /** Offsets in the stream. */
  readonly start: number;
  readonly end: number;
  /** How many lines it has. */
  readonly lines: number;
  /** Null where only the places of the records are asked for. */
  readonly bytes: Uint8Array | null;
}

export interface CutOptions {
  /** A block ends with the record that reaches this size; 0 ends it with each chunk, so that nothing waits. */
  readonly target: number;
  /** Longest record in bytes. Of a longer one so much is kept that it is seen to be too long. */
  readonly maxSize: number;
  /** Whether line feeds within double quotes belong to the record, as in CSV. */
  readonly quoted: boolean;
  readonly keep: boolean;
  /** Where the stream begins in the input. */
  readonly offset: number;
}

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** Cuts a stream into blocks that end where a record ends. What was whole before a stream broke is given before its error. */
export async function* cut(
  stream: AsyncIterable<Uint8Array | string>,
  options: CutOptions,
): AsyncGenerator<Block> {
  const cutter = new Cutter(options);
  try {
    for await (const chunk of stream) {
      const block = cutter.take(bufferOf(chunk));
      if (block !== null) yield block;
    }
  } catch (error) {
    const whole = cutter.whole();
    if (whole !== null) yield whole;
    throw error;
  }
  const last = cutter.rest();
  if (last !== null) yield last;
}

class Cutter {
  private start: number;
  /** End of the last whole record, and of all that was seen. */
  private wholeEnd: number;
  private end: number;
  private wholeLines = 0;
  private lines = 0;
  private whole_: Buffer[] = [];
  private part: Buffer[] = [];
  private partSize = 0;
  private inQuotes = false;

  constructor(private readonly options: CutOptions) {
    this.start = this.wholeEnd = this.end = options.offset;
  }

  take(chunk: Buffer): Block | null {
    const { first, last } = this.ends(chunk);
    if (last >= 0) {
      this.keepFirst(chunk.subarray(0, first + 1));
      this.whole_.push(...this.part);
      if (this.options.keep && last > first) this.whole_.push(chunk.subarray(first + 1, last + 1));
      this.part = [];
      this.partSize = 0;
      this.wholeEnd = this.end + last + 1;
    }
    this.keepPart(chunk.subarray(last + 1));
    this.end += chunk.length;
    return this.wholeEnd - this.start >= Math.max(1, this.options.target) ? this.whole() : null;
  }

  /** The records that have come whole so far. */
  whole(): Block | null {
    if (this.wholeEnd === this.start) return null;
    const block = {
      start: this.start,
      end: this.wholeEnd,
      lines: this.wholeLines,
      bytes: this.options.keep ? Buffer.concat(this.whole_) : null,
    };
    this.start = this.wholeEnd;
    this.lines -= this.wholeLines;
    this.wholeLines = 0;
    this.whole_ = [];
    return block;
  }

  /** All that is left, where the last record has no line end too. */
  rest(): Block | null {
    if (this.end === this.start) return null;
    if (this.end === this.wholeEnd) return this.whole();
    const bytes = this.options.keep ? Buffer.concat([...this.whole_, ...this.part]) : null;
    return {
      start: this.start,
      end: this.end,
      lines: this.lines + (this.end > this.wholeEnd ? 1 : 0),
      bytes,
    };
  }

  /** The first and the last line feed of a chunk that end a record; counts lines on the way. */
  private ends(chunk: Buffer): { first: number; last: number } {
    let first = -1;
    let last = -1;
    const end = (at: number): void => {
      if (first < 0) first = at;
      last = at;
      this.wholeLines = this.lines;
    };
    if (this.options.quoted) this.quotedEnds(chunk, end);
    else {
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) {
        this.lines++;
        end(at);
      }
    }
    return { first, last };
  }

  private quotedEnds(chunk: Buffer, end: (at: number) => void): void {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === QUOTE) this.inQuotes = !this.inQuotes;
      else if (byte === LINE_FEED) {
        this.lines++;
        if (!this.inQuotes) end(at);
      }
    }
  }

  /** Keeps the rest of a record with its line feed. */
  private keepFirst(bytes: Buffer): void {
    this.keepPart(bytes.subarray(0, -1));
    if (this.options.keep) this.part.push(bytes.subarray(-1));
  }

  private keepPart(bytes: Buffer): void {
    const room = this.options.maxSize + 1 - this.partSize;
    if (!this.options.keep || bytes.length === 0 || room <= 0) return;
    this.part.push(bytes.subarray(0, room));
    this.partSize += Math.min(bytes.length, room);
  }
}
