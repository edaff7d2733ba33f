import { isUtf8 } from "node:buffer";
import { extname } from "node:path";
import { fileErrorMessage, messageOf } from "../../failure.js";
import { decode, looksBinary } from "../../input/decode.js";
import { kindOf, shebangTag } from "../../input/file-type.js";
import { readFileUpTo } from "../../input/read-limited.js";
import { showSize } from "../../input/size.js";
import { isS3 } from "../storage/s3.js";
import { bytesAt } from "../storage/stored-input.js";
import type { RawRecord } from "../record/read-record.js";
import type { Settings } from "../settings.js";
import { parseExact } from "../record/exact-json.js";
import type { Shard, TextFile } from "../shard.js";
import { cellsOf, csvRecordsOf, type CsvRecord, type CsvSyntax } from "./csv.js";
import { linesOf, type Line } from "./lines.js";
import { parquetRows } from "./read-parquet.js";
import { rangeOf } from "./byte-range.js";

/** Yields the records of a shard. */
export async function* recordsOf(shard: Shard, settings: Settings): AsyncGenerator<RawRecord> {
  const { work, first } = shard;
  switch (work.kind) {
    case "range":
    case "bytes":
      yield* work.syntax.kind === "csv"
        ? csvRecords(shard, work.syntax, settings)
        : jsonRecords(shard, settings);
      return;
    case "rows":
      yield* rowRecords(work, first);
      return;
    case "files":
      for (const [index, file] of work.files.entries())
        yield { number: first + index, ...(await fileRecord(file, settings.maxSize)) };
  }
}

/** Yields the rows of a shard of a Parquet file. If rows are damaged, those before and after them are still read. */
async function* rowRecords(
  { path, columns, start, end }: Extract<Shard["work"], { kind: "rows" }>,
  first: number,
): AsyncGenerator<RawRecord> {
  const read = (from: number, to: number): Promise<Fields[]> =>
    parquetRows(path, columns, from, to);
  const numbered = function* (rows: readonly Fields[], from: number): Generator<RawRecord> {
    for (const [index, fields] of rows.entries())
      yield { number: first + from - start + index, fields, problem: null };
  };
  let error: unknown;
  const rows = await read(start, end).catch((caught: unknown) => void (error = caught));
  if (rows !== undefined) {
    yield* numbered(rows, start);
    return;
  }
  const damagedFrom = await lastThat(start, end, (to) => isReadable(read(start, to)));
  const damagedTo = -(await lastThat(-end, -damagedFrom, (to) => isReadable(read(-to, end))));
  if (damagedFrom > start) yield* numbered(await read(start, damagedFrom), start);
  const numberOf = (row: number): number => first + row - start;
  const problem = `rows ${numberOf(damagedFrom)} to ${numberOf(damagedTo - 1)} are not read: ${messageOf(error)}`;
  for (let row = damagedFrom; row < damagedTo; row++)
    yield { number: numberOf(row), fields: null, problem };
  if (damagedTo < end) yield* numbered(await read(damagedTo, end), damagedTo);
}

type Fields = Record<string, unknown>;

function isReadable(read: Promise<unknown>): Promise<boolean> {
  return read.then(
    () => true,
    () => false,
  );
}

/** Returns the last number of a range up to which a condition is true, by binary search; the first number if it is always false. */
async function lastThat(
  first: number,
  last: number,
  condition: (at: number) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [first, last];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await condition(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the bytes of a shard of the kind `range` or `bytes`. */
export function bytesOf(work: Shard["work"]): AsyncIterable<Uint8Array> {
  if (work.kind === "bytes") return once(work.bytes);
  if (work.kind !== "range") throw new TypeError(`a shard of ${work.kind} has no bytes`);
  return rangeOf(work.path, work.start, work.end);
}

export async function allBytesOf(work: Shard["work"]): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of bytesOf(work)) copies.push(Buffer.from(chunk));
  return Buffer.concat(copies);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* jsonRecords(shard: Shard, { maxSize }: Settings): AsyncGenerator<RawRecord> {
  for await (const line of linesOf(bytesOf(shard.work), maxSize, shard.first)) {
    if (line.text === null || line.text.trim() !== "") yield jsonRecord(line, maxSize);
  }
}

function tooLong(number: number, maxSize: number): RawRecord {
  return {
    number,
    fields: null,
    problem: `longer than ${showSize(maxSize)} (--max-size)`,
    limit: "size",
  };
}

const DAMAGED = "not valid UTF-8: undecodable bytes were read as U+FFFD";

function jsonRecord({ number, text, damaged }: Line, maxSize: number): RawRecord {
  if (text === null) return tooLong(number, maxSize);
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (error) {
    return { number, fields: null, problem: `not valid JSON (${messageOf(error)})` };
  }
  if (typeof value === "string")
    return { number, fields: { text: value }, problem: damaged ? DAMAGED : null };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { number, fields: null, problem: "not a JSON object" };
  return { number, fields: value as Record<string, unknown>, problem: damaged ? DAMAGED : null };
}

async function* csvRecords(
  shard: Shard,
  syntax: CsvSyntax,
  { maxSize }: Settings,
): AsyncGenerator<RawRecord> {
  const { work } = shard;
  let stream = bytesOf(work);
  let start = 0;
  for (let first = shard.first; ; first++) {
    let open: CsvRecord | null = null;
    for await (const record of csvRecordsOf(stream, syntax, maxSize, first)) {
      if (record.open) open = record;
      else if (record.long) yield tooLong(record.number, maxSize);
      else if (!isBlank(record, syntax)) yield csvRecord(record, syntax);
    }
    if (open === null) return;
    const { number, bytes, long, offset } = open;
    const second = bytes.indexOf(syntax.lineEnd) + 1;
    if (long && (work.kind !== "range" || second === 0)) {
      yield tooLong(number, maxSize);
      return;
    }
    yield {
      number,
      fields: null,
      problem: "a quotation mark opens a cell that is never closed",
    };
    if (second === 0) return;
    // read the quote as an ordinary character: only the line that contains it is lost
    start += offset + second;
    first = number;
    stream =
      work.kind === "range"
        ? rangeOf(work.path, work.start + start, work.end)
        : once(bytes.subarray(second));
  }
}

function isBlank({ bytes }: CsvRecord, { delimiter }: CsvSyntax): boolean {
  return bytes.every((byte) => byte <= 0x20) && !bytes.includes(delimiter);
}

function csvRecord({ number, bytes }: CsvRecord, syntax: CsvSyntax): RawRecord {
  const damaged = !isUtf8(bytes);
  const cells = cellsOf(bytes.toString("utf8"), syntax);
  const { header } = syntax;
  if (cells.length !== header.length)
    return {
      number,
      fields: null,
      problem: `has ${cells.length} cells where the header has ${header.length}`,
    };
  return {
    number,
    fields: Object.fromEntries(header.map((name, i) => [name, cells[i]])),
    problem: damaged ? DAMAGED : null,
  };
}

async function fileRecord(
  { path, absolute }: TextFile,
  maxSize: number,
): Promise<Omit<RawRecord, "number">> {
  try {
    const bytes = isS3(absolute)
      ? await bytesAt(absolute, 0, maxSize + 1)
      : await readFileUpTo(absolute, maxSize);
    if (looksBinary(bytes)) return { fields: { id: path }, problem: "is binary" };
    const { text, remarks } = decode(bytes);
    const { known, tag } = kindOf(path);
    const format = (known ? tag : null) ?? (extname(path) === "" ? shebangTag(text) : null);
    return {
      fields: { id: path, text },
      problem: remarks.find((remark) => remark.startsWith("not ")) ?? null,
      ...(format === null ? {} : { format }),
    };
  } catch (error) {
    return { fields: { id: path }, problem: fileErrorMessage(error) };
  }
}
