/** How cells are quoted: as in RFC 4180, not at all, or as in TSV that databases export (`\t`, `\n`, `\\`, `\N`). */
export const quotings = ["double", "none", "backslash"] as const;
export type Quoting = (typeof quotings)[number];

/** The dialect and the column names of a CSV or TSV file. */
export interface CsvSyntax extends Dialect {
  readonly kind: "csv";
  readonly header: readonly string[];
}

export interface Dialect {
  readonly delimiter: string;
  readonly quoting: Quoting;
  /** The byte that ends a record: a line feed, or the carriage return of old files. */
  readonly lineEnd: number;
}

export const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/** The state of a scan: at the start of a cell, in an unquoted or quoted one, or after a quote in a quoted one. */
type State = "start" | "plain" | "quoted" | "closing";

/** Finds the ends of records in chunks of bytes, and counts lines. */
export class RecordEnds {
  /** Number of line ends so far, including those in quoted cells. */
  lines = 0;
  private state: State = "start";
  private readonly delimiter: number;

  /** @param syntax null if each line is a record */
  constructor(private readonly syntax: Dialect | null) {
    this.delimiter = syntax?.delimiter.charCodeAt(0) ?? -1;
  }

  /** Whether a quoted cell has begun and not ended. */
  get open(): boolean {
    return this.state === "quoted";
  }

  /** Calls `end` with the offset of each line end of the chunk that ends a record. */
  scan(chunk: Buffer, end: (at: number) => void): void {
    if (this.syntax?.quoting === "double") this.scanQuoted(chunk, this.syntax.lineEnd, end);
    else {
      const lineEnd = this.syntax?.lineEnd ?? LINE_FEED;
      for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) {
        this.lines++;
        end(at);
      }
    }
  }

  private scanQuoted(chunk: Buffer, lineEnd: number, end: (at: number) => void): void {
    // the next quote and line end; each is searched again only after the scan has passed it
    let quote = indexFrom(chunk, QUOTE, 0);
    let line = indexFrom(chunk, lineEnd, 0);
    for (let at = 0; at < chunk.length; ) {
      if (this.state === "closing") {
        this.close(chunk[at] ?? 0, lineEnd, () => end(at));
        at++;
      } else {
        while (line < quote) {
          this.lines++;
          if (this.state !== "quoted") end(line);
          line = indexFrom(chunk, lineEnd, line + 1);
        }
        this.passTo(chunk, at, quote, lineEnd);
        at = quote + 1;
      }
      if (quote < at) quote = indexFrom(chunk, QUOTE, at);
      if (line < at) line = indexFrom(chunk, lineEnd, at);
    }
  }

  /** Reads the byte after a quote in a quoted cell. */
  private close(byte: number, lineEnd: number, end: () => void): void {
    if (byte === lineEnd) {
      this.lines++;
      end();
    }
    this.state = byte === QUOTE ? "quoted" : this.isBetween(byte, lineEnd) ? "start" : "plain";
  }

  /** Reads the bytes from an offset to the next quote, or to the end of the chunk. */
  private passTo(chunk: Buffer, from: number, quote: number, lineEnd: number): void {
    const isEnd = quote === chunk.length;
    if (this.state === "quoted") {
      if (!isEnd) this.state = "closing";
      return;
    }
    // a quote opens a quoted cell only at the start of the cell: elsewhere it is an ordinary character
    const isStart =
      quote > from ? this.isBetween(chunk[quote - 1] ?? 0, lineEnd) : this.state === "start";
    this.state = !isStart ? "plain" : isEnd ? "start" : "quoted";
  }

  private isBetween(byte: number, lineEnd: number): boolean {
    return byte === this.delimiter || byte === lineEnd;
  }
}

/** Returns the offset of a byte, or the length if it is not found. */
function indexFrom(chunk: Buffer, byte: number, from: number): number {
  const found = chunk.indexOf(byte, from);
  return found < 0 ? chunk.length : found;
}

/** A CSV record as bytes, with the facts known before it is decoded. */
export interface CsvRecord {
  /** Number of the first line of the record. */
  readonly number: number;
  /** How many lines the record has. */
  readonly lines: number;
  /** Where the record begins in the stream, in bytes. */
  readonly offset: number;
  /** The record with its line end; only the first bytes if it is longer than the limit. */
  readonly bytes: Buffer;
  /** Whether the record is longer than the limit. */
  readonly long: boolean;
  /** Whether the stream ends within a quoted cell of the record. */
  readonly open: boolean;
}

/** Yields the records of a stream. @param first number of the first line */
export async function* csvRecordsOf(
  stream: AsyncIterable<Uint8Array>,
  syntax: Dialect,
  maxSize: number,
  first: number,
): AsyncGenerator<CsvRecord> {
  const ends = new RecordEnds(syntax);
  let number = first;
  let before = 0;
  let offset = 0;
  let size = 0;
  let kept: Buffer[] = [];
  const keep = (bytes: Buffer): void => {
    if (size <= maxSize && bytes.length > 0)
      kept.push(Buffer.from(bytes.subarray(0, maxSize + 1 - size)));
    size += bytes.length;
  };
  const take = (lines: number, open: boolean): CsvRecord => {
    const bytes = Buffer.concat(kept);
    const record = { number, lines, offset, bytes, long: size > maxSize, open };
    number += lines;
    offset += size;
    size = 0;
    kept = [];
    return record;
  };
  for await (const part of stream) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    const found: [at: number, lines: number][] = [];
    ends.scan(chunk, (at) => void found.push([at, ends.lines]));
    let from = 0;
    for (const [at, lines] of found) {
      keep(chunk.subarray(from, at + 1));
      yield take(lines - before, false);
      before = lines;
      from = at + 1;
    }
    keep(chunk.subarray(from));
  }
  if (size > 0) yield take(ends.lines - before + 1, ends.open);
}

/** Returns the cells of a record; a cell `\N` of a database is null. */
export function cellsOf(
  record: string,
  { delimiter, quoting, lineEnd }: Dialect,
): (string | null)[] {
  let end = record.length;
  if (record.charCodeAt(end - 1) === lineEnd) end--;
  if (lineEnd === LINE_FEED && record.charCodeAt(end - 1) === CARRIAGE_RETURN) end--;
  const text = record.slice(0, end);
  if (quoting === "backslash") return text.split(delimiter).map(unescaped);
  if (quoting === "none" || !text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const cell =
      text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter);
    cells.push(cell.value);
    at = cell.end + 1;
  }
  return cells;
}

interface Cell {
  readonly value: string;
  /** Offset of the delimiter after the cell, or of the end of the record. */
  readonly end: number;
}

function plainCell(text: string, from: number, delimiter: string): Cell {
  const found = text.indexOf(delimiter, from);
  const end = found < 0 ? text.length : found;
  return { value: text.slice(from, end), end };
}

/** Reads a cell that begins with a quote. If something follows the closing quote, both quotes are part of the value. */
function quotedCell(text: string, from: number, delimiter: string): Cell {
  let value = "";
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, quote);
    if (text[quote + 1] === '"') {
      value += '"';
      at = quote + 2;
      continue;
    }
    const { value: rest, end } = plainCell(text, quote + 1, delimiter);
    return rest === "" ? { value, end } : { value: `"${value}"${rest}`, end };
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "0": "\0",
};

function unescaped(cell: string): string | null {
  if (cell === "\\N") return null;
  return cell.replace(/\\([^])/g, (_, character: string) => ESCAPES[character] ?? character);
}
