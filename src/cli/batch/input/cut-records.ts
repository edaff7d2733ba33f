import { RecordEnds, type CsvSyntax } from "./csv.js";
import { bufferOf } from "./lines.js";

/** Consecutive complete records of a byte stream. */
export interface Block {
  /** Offsets in the stream. */
  readonly start: number;
  readonly end: number;
  /** How many lines it has. */
  readonly lines: number;
  /** Null if only the places of the records are requested. */
  readonly bytes: Uint8Array | null;
}

export interface CutOptions {
  /** A block ends with the record that reaches this size; 0 ends it with each chunk, so that nothing waits. */
  readonly target: number;
  /** Longest record in bytes. Only enough of a longer one is kept to detect that it is too long. */
  readonly maxSize: number;
  /** Null where each line is a record. */
  readonly csv: CsvSyntax | null;
  readonly keep: boolean;
  /** Where the stream begins in the input. */
  readonly offset: number;
}

/**
 * Cuts a stream into blocks that end where a record ends. Complete records before a failure of the stream are passed on before
 * its error.
 */
export async function* cut(
  stream: AsyncIterable<Uint8Array | string>,
  options: CutOptions,
): AsyncGenerator<Block> {
  const cutter = new Cutter(options);
  try {
    for await (const chunk of stream) yield* cutter.take(bufferOf(chunk));
  } catch (error) {
    const whole = cutter.whole();
    if (whole !== null) yield whole;
    throw error;
  }
  yield* cutter.rest();
}

class Cutter {
  private start: number;
  /** End of the last complete record, and of all bytes read so far. */
  private wholeEnd: number;
  private end: number;
  /** Line ends before the block, and up to the end of the last complete record. */
  private linesBefore = 0;
  private wholeLines = 0;
  private kept: Buffer[] = [];
  private part: Buffer[] = [];
  /** Bytes of the record that has begun, kept or not. */
  private partSize = 0;
  private readonly ends: RecordEnds;

  constructor(private readonly options: CutOptions) {
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
      // the rest of a long record may contain an open quote: no other record follows it
      if (isLong && this.options.csv !== null) blocks.push(this.whole());
      if (this.options.keep && last > at) this.kept.push(chunk.subarray(at + 1, last + 1));
      this.wholeEnd = this.end + last + 1;
      this.wholeLines = lastLines;
    }
    this.keepPart(chunk.subarray(last + 1));
    this.end += chunk.length;
    if (this.wholeEnd - this.start >= Math.max(1, this.options.target)) blocks.push(this.whole());
    return blocks.filter((block) => block !== null);
  }

  /** Returns the records that are complete so far. */
  whole(): Block | null {
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

  /** Returns the rest, even if the last record has no line end. */
  rest(): Block[] {
    const { keep, maxSize, csv } = this.options;
    const blocks: (Block | null)[] = [];
    const hasPart = this.end > this.wholeEnd;
    if (!hasPart || (keep && csv !== null && this.partSize > maxSize)) blocks.push(this.whole());
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

  /** Stores the rest of a record with its line end. @returns whether it is longer than the stored part */
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
