import { RecordEnds, type CsvSyntax } from "./csv.js";
import { bufferOf } from "./lines.js";

/** Consecutive complete records of a byte stream. */
export interface Block {
  /** Offsets in the input. */
  readonly start: number;
  readonly end: number;
  /** Number of lines. */
  readonly lines: number;
  /** Null if only the offsets are requested. */
  readonly bytes: Uint8Array | null;
}

export interface BlockOptions {
  /** A block ends when it has at least this size, in bytes; with 0, it ends with each chunk, so that no complete record waits. */
  readonly target: number;
  /** Maximum size of a record in bytes. Of a longer record, only enough is kept to detect that it is too long. */
  readonly maxSize: number;
  /** Null where each line is a record. */
  readonly csv: CsvSyntax | null;
  /** Whether blocks contain their bytes. */
  readonly keep: boolean;
  /** Offset in the input at which the stream begins. */
  readonly offset: number;
}

/**
 * Splits a stream into blocks that end where a record ends. If the stream fails, yields the complete records before the failure,
 * then throws its error.
 */
export async function* blocksOf(
  stream: AsyncIterable<Uint8Array | string>,
  options: BlockOptions,
): AsyncGenerator<Block> {
  const splitter = new BlockSplitter(options);
  try {
    for await (const chunk of stream) yield* splitter.take(bufferOf(chunk));
  } catch (error) {
    const block = splitter.completed();
    if (block !== null) yield block;
    throw error;
  }
  yield* splitter.rest();
}

class BlockSplitter {
  private start: number;
  /** End of the last complete record, and of all bytes read so far, as offsets in the input. */
  private wholeEnd: number;
  private end: number;
  /** Number of line ends before the block, and up to the end of the last complete record. */
  private linesBefore = 0;
  private wholeLines = 0;
  private kept: Buffer[] = [];
  private part: Buffer[] = [];
  /** Bytes of the record that has begun, kept or not. */
  private partSize = 0;
  private readonly ends: RecordEnds;

  constructor(private readonly options: BlockOptions) {
    this.start = this.wholeEnd = this.end = options.offset;
    this.ends = new RecordEnds(options.csv);
  }

  take(chunk: Buffer): Block[] {
    const blocks: (Block | null)[] = [];
    let first: { at: number; lines: number } | null = null;
    let last = -1;
    let lastLines = 0;
    this.ends.scan(chunk, (at) => {
      first ??= { at, lines: this.ends.lines };
      last = at;
      lastLines = this.ends.lines;
    });
    const { at, lines } = first ?? { at: -1, lines: 0 };
    if (at >= 0) {
      const isLong = this.endPart(chunk.subarray(0, at + 1));
      this.wholeEnd = this.end + at + 1;
      this.wholeLines = lines;
      // a record of which only a part is kept may contain an open quote, so the block ends with it
      if (isLong && this.options.csv !== null) blocks.push(this.completed());
      if (this.options.keep && last > at) this.kept.push(chunk.subarray(at + 1, last + 1));
      this.wholeEnd = this.end + last + 1;
      this.wholeLines = lastLines;
    }
    this.keepPart(chunk.subarray(last + 1));
    this.end += chunk.length;
    if (this.wholeEnd - this.start >= Math.max(1, this.options.target))
      blocks.push(this.completed());
    return blocks.filter((block) => block !== null);
  }

  /** Returns the complete records that were not returned yet, or null. */
  completed(): Block | null {
    if (this.wholeEnd === this.start) return null;
    const block = {
      start: this.start,
      end: this.wholeEnd,
      lines: this.wholeLines - this.linesBefore,
      bytes: this.options.keep ? Buffer.concat(this.kept) : null,
    };
    this.start = this.wholeEnd;
    this.linesBefore = this.wholeLines;
    this.kept = [];
    return block;
  }

  /** Returns the remaining records; the last one may have no line end. */
  rest(): Block[] {
    const { keep, maxSize, csv } = this.options;
    const blocks: (Block | null)[] = [];
    const hasPart = this.end > this.wholeEnd;
    if (!hasPart || (keep && csv !== null && this.partSize > maxSize))
      blocks.push(this.completed());
    if (hasPart) {
      blocks.push({
        start: this.start,
        end: this.end,
        lines: this.ends.lines - this.linesBefore + 1,
        bytes: keep ? Buffer.concat([...this.kept, ...this.part]) : null,
      });
    }
    return blocks.filter((block) => block !== null);
  }

  /** Stores the rest of a record with its line end. @returns whether the record is longer than the stored part */
  private endPart(bytes: Buffer): boolean {
    this.keepPart(bytes.subarray(0, -1));
    const isLong = this.options.keep && this.partSize > this.options.maxSize;
    if (this.options.keep) this.kept.push(...this.part, bytes.subarray(-1));
    this.part = [];
    this.partSize = 0;
    return isLong;
  }

  private keepPart(bytes: Buffer): void {
    const remaining = this.options.maxSize + 1 - this.partSize;
    this.partSize += bytes.length;
    if (this.options.keep && bytes.length > 0 && remaining > 0)
      this.part.push(bytes.subarray(0, remaining));
  }
}
