import { extname } from "node:path";
import { fileErrorMessage, messageOf } from "../../failure.js";
import { decode, looksBinary } from "../../input/decode.js";
import { kindOf, shebangTag } from "../../input/kinds.js";
import { readFileUpTo } from "../../input/read.js";
import { showSize } from "../../options.js";
import type { RawRecord } from "../record/record.js";
import type { Settings } from "../settings.js";
import type { Shard, Syntax, TextFile } from "../shard.js";
import { linesOf, type Line } from "./lines.js";
import { parquetRows } from "./parquet.js";
import { rangeOf } from "./range.js";

/** The records of a shard, one by one. */
export async function* recordsOf(shard: Shard, settings: Settings): AsyncGenerator<RawRecord> {
  const { work, first } = shard;
  switch (work.kind) {
    case "range":
    case "bytes":
      yield* work.syntax.kind === "csv"
        ? csvRecords(shard, work.syntax, settings)
        : jsonRecords(shard, settings);
      return;
    case "rows": {
      const rows = await parquetRows(work.path, work.columns, work.start, work.end);
      for (const [index, fields] of rows.entries())
        yield { number: first + index, fields, problem: null };
      return;
    }
    case "read":
      for (const line of Buffer.from(work.bytes).toString("utf8").split("\n"))
        if (line !== "") yield JSON.parse(line) as RawRecord;
      return;
    case "files":
      for (const [index, file] of work.files.entries())
        yield { number: first + index, ...(await fileRecord(file, settings.maxSize)) };
  }
}

/** The bytes of a shard of lines. */
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
    value = JSON.parse(text);
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
  syntax: Extract<Syntax, { kind: "csv" }>,
  { maxSize }: Settings,
): AsyncGenerator<RawRecord> {
  const { CsvError, parse } = await import("csv-parse/sync");
  const { text, remarks } = decode(await allBytesOf(shard.work));
  let number = shard.first;
  let rows: { record: string[]; raw: string }[];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: syntax.delimiter,
      raw: true,
      relax_column_count: true,
      relax_quotes: true,
    }) as unknown as typeof rows;
  } catch (error) {
    const message =
      error instanceof CsvError
        ? error.message.replace(/ at line \d+.*| on line \d+.*/, "")
        : messageOf(error);
    yield {
      number,
      fields: null,
      problem: `not valid CSV (${message}): the lines up to ${number + text.split("\n").length - 1} are not read`,
    };
    return;
  }
  for (const { record, raw } of rows) {
    const own = number;
    number += raw.split("\n").length - (raw.endsWith("\n") ? 1 : 0);
    if (record.length === 1 && record[0]?.trim() === "") continue;
    yield csvRecord(
      own,
      record,
      syntax.header,
      Buffer.byteLength(raw) > maxSize ? maxSize : null,
      remarks.length > 0 && raw.includes("\uFFFD"),
    );
  }
}

function csvRecord(
  number: number,
  cells: readonly string[],
  header: readonly string[],
  limit: number | null,
  damaged: boolean,
): RawRecord {
  if (limit !== null) return tooLong(number, limit);
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
    const bytes = await readFileUpTo(absolute, maxSize);
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
