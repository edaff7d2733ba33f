import { Readable } from "node:stream";
import { fileErrorMessage } from "../../failure.js";
import { STDIN } from "../../input/documents.js";
import type { Settings } from "../settings.js";
import type { InputFailure, Shard, Syntax, TextFile, Unit, Work } from "../shard.js";
import { missingColumn, neededColumns } from "./columns.js";
import { blocksOf, type Block } from "./blocks.js";
import type { CsvSyntax } from "./csv.js";
import { folderFiles } from "./folder-files.js";
import { EVERYTHING, recordFrom, type Interval, type RecordStart } from "./interval.js";
import { itemsOf } from "./json-items.js";
import { parquetInfo } from "./read-parquet.js";
import { openSource, type Source } from "./input-source.js";
import { csvHeadOf, formatOf, type InputFormat } from "./input-format.js";

/** The position at which a run continues: the input, `next` and `nextFirst` of the last finished {@link Shard}. */
export interface Cursor {
  readonly input: number;
  readonly next: number;
  readonly nextFirst: number;
}

export interface PlanOptions {
  readonly cwd: string;
  readonly stdin: Readable;
  readonly settings: Settings;
  readonly format: InputFormat;
  readonly ignoreFiles: boolean;
  /** Size in bytes that a shard should have. */
  readonly target: number;
  /** Whether the records of a stream are processed as soon as they are received. */
  readonly flush: boolean;
  readonly from?: Cursor;
  /** The part of each input that is read; null if the input is not read. If absent, all inputs are read completely. */
  readonly within?: readonly (Interval | null)[];
}

/** The size in bytes that a shard should have if complete files are read in one process. */
const FILE_TARGET = 1 << 22;

/** Yields the shards of complete files, in order, for a command that does not read standard input. */
export function planFiles(
  files: readonly string[],
  { cwd, settings }: Pick<PlanOptions, "cwd" | "settings">,
): AsyncGenerator<Shard | InputFailure> {
  return plan(files, {
    cwd,
    stdin: Readable.from([]),
    settings,
    format: "auto",
    ignoreFiles: true,
    target: FILE_TARGET,
    flush: false,
  });
}

/** Yields the shards of the inputs, in order. At most one shard is in memory. */
export async function* plan(
  files: readonly string[],
  options: PlanOptions,
): AsyncGenerator<Shard | InputFailure> {
  const first = options.from?.input ?? 0;
  for (let input = first; input < files.length; input++) {
    const file = files[input] ?? "-";
    const from = options.from?.input === input ? options.from : { input, next: 0, nextFirst: 1 };
    const name = file === "-" ? STDIN : file;
    const within = options.within === undefined ? EVERYTHING : (options.within[input] ?? null);
    if (within === null) continue;
    try {
      const source = await openSource(file, options);
      for await (const piece of piecesOf(source, from, within, options))
        yield { input, name, ...piece };
    } catch (error) {
      yield { input, name, failure: fileErrorMessage(error) };
    }
  }
}

type Piece = Omit<Shard, "input" | "name"> | Pick<InputFailure, "failure">;

async function* piecesOf(
  source: Source,
  from: Cursor,
  within: Interval,
  options: PlanOptions,
): AsyncGenerator<Piece> {
  switch (source.kind) {
    case "folder":
      yield* folderPieces(source, from, within, options);
      return;
    case "parquet":
      yield* parquetPieces(source, from, within, options);
      return;
    case "file":
      yield* filePieces(source, from, within, options);
      return;
    case "stream":
      // records of a compressed file cannot be found by their offset: the partition that contains its start reads all of it
      if (within.start === 0) yield* streamPieces(source, from, options);
  }
}

async function* filePieces(
  source: Extract<Source, { kind: "file" }>,
  from: Cursor,
  within: Interval,
  options: PlanOptions,
): AsyncGenerator<Piece> {
  const { name, path, size, start } = source;
  const format = formatOf(name, start, options.format);
  if (format === "text") {
    const work: Work = { kind: "files", files: [{ path: name, absolute: path }] };
    if (from.next === 0 && within.start === 0)
      yield { unit: "file", first: 1, next: 1, nextFirst: 2, size, work };
    return;
  }
  if (format === "json") {
    yield* itemPieces(source.stream(), from, within, options);
    return;
  }
  const head = await linesFrom(start, start.length === size, format, from, options);
  const { syntax } = head;
  const csv = syntax.kind === "csv" ? syntax : null;
  const begin = await recordFrom(source.stream(head.at), csv, head, within.start);
  const end = await endOf(source, csv, begin, within.end);
  if (begin.at >= end) return;
  const blocks = blocksOf(source.stream(begin.at, end), {
    target: options.target,
    maxSize: options.settings.maxSize,
    csv,
    keep: false,
    offset: begin.at,
  });
  yield* linePieces(blocks, begin.line, (block) => ({
    kind: "range",
    path,
    start: block.start,
    end: block.end,
    syntax,
  }));
}

/** Returns the offset of the first record after the requested range. */
async function endOf(
  { size, stream }: Extract<Source, { kind: "file" }>,
  csv: CsvSyntax | null,
  begin: RecordStart,
  end: number,
): Promise<number> {
  if (end >= size) return size;
  // a line can be found from any offset; in CSV, the meaning of a quote is known only from the start of a record
  const from = csv === null ? { at: Math.max(begin.at, end - 1), line: 0 } : begin;
  return (await recordFrom(stream(from.at), csv, from, end)).at;
}

async function* streamPieces(
  source: Extract<Source, { kind: "stream" }>,
  from: Cursor,
  options: PlanOptions,
): AsyncGenerator<Piece> {
  const { name, start, whole, stream } = source;
  const format = formatOf(name, start, options.format);
  if (format === "text") throw new Error("is a single text: use `curlew scan`");
  if (format === "json") {
    yield* itemPieces(stream, from, EVERYTHING, options);
    return;
  }
  const { syntax, at, line } = await linesFrom(start, whole, format, from, options);
  const blockOptions = {
    target: options.flush ? 0 : options.target,
    maxSize: options.settings.maxSize,
    csv: syntax.kind === "csv" ? syntax : null,
    keep: true,
    offset: at,
  };
  yield* linePieces(blocksOf(skipBytes(stream, at), blockOptions), line, (block) => ({
    kind: "bytes",
    bytes: block.bytes ?? new Uint8Array(),
    syntax,
  }));
}

interface LinesFrom {
  readonly syntax: Syntax;
  readonly at: number;
  readonly line: number;
}

/** Returns where the records begin: after the header, or after the finished records. */
async function linesFrom(
  start: Uint8Array,
  whole: boolean,
  format: "jsonl" | "csv" | "tsv",
  from: Cursor,
  { settings }: PlanOptions,
): Promise<LinesFrom> {
  if (format === "jsonl") return { syntax: { kind: "json" }, at: from.next, line: from.nextFirst };
  const { syntax, end, line } = await csvHeadOf(
    start,
    format === "tsv" ? "\t" : ",",
    settings.quoting,
    whole,
  );
  if (start.length === 0) return { syntax, at: 0, line: 1 };
  const missing = missingColumn(syntax.header, settings);
  if (missing !== null) throw new Error(missing);
  return from.next > 0
    ? { syntax, at: from.next, line: from.nextFirst }
    : { syntax, at: end, line };
}

async function* linePieces(
  blocks: AsyncIterable<Block>,
  line: number,
  work: (block: Block) => Work,
): AsyncGenerator<Piece> {
  const unit: Unit = "line";
  let first = line;
  for await (const block of blocks) {
    const nextFirst = first + block.lines;
    yield {
      unit,
      first,
      next: block.end,
      nextFirst,
      size: block.end - block.start,
      work: work(block),
    };
    first = nextFirst;
  }
}

async function* itemPieces(
  stream: AsyncIterable<Uint8Array>,
  from: Cursor,
  within: Interval,
  { target, settings }: PlanOptions,
): AsyncGenerator<Piece> {
  for await (const { bytes, count, first: number } of itemsOf(
    stream,
    target,
    settings.maxSize,
    within,
  )) {
    const next = number + count;
    if (next <= from.nextFirst) continue;
    const first = Math.max(number, from.nextFirst);
    const lines = skipLines(bytes, first - number);
    yield {
      unit: "item",
      first,
      next,
      nextFirst: next,
      size: lines.length,
      work: { kind: "bytes", bytes: lines, syntax: { kind: "json" } },
    };
  }
}

function skipLines(bytes: Uint8Array, count: number): Uint8Array {
  let at = 0;
  for (let line = 0; line < count; line++) at = bytes.indexOf(0x0a, at) + 1;
  return bytes.subarray(at);
}

async function* skipBytes(
  stream: AsyncIterable<Uint8Array>,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of stream) {
    if (chunk.length > left) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function* parquetPieces(
  source: Extract<Source, { kind: "parquet" }>,
  from: Cursor,
  within: Interval,
  { settings, target }: PlanOptions,
): AsyncGenerator<Piece> {
  const { rows, columns: all, groups } = await parquetInfo(source.path);
  const missing = missingColumn(all, settings);
  if (missing !== null) throw new Error(missing);
  const columns = neededColumns(all, settings);
  let start = 0;
  for (const group of groups) {
    const parts = Math.max(1, Math.round(group.size / (4 * target)));
    const step = Math.max(1, Math.ceil(group.rows / parts));
    const groupEnd = start + group.rows;
    // the offset of a group is computed as if all rows had the same size, so that every partition computes the same one
    const offset = Math.floor((source.size * start) / Math.max(1, rows));
    if (offset < within.start || offset >= within.end) {
      start = groupEnd;
      continue;
    }
    for (; start < groupEnd; start = Math.min(groupEnd, start + step)) {
      const end = Math.min(groupEnd, start + step);
      const begin = Math.max(start, from.next);
      if (begin >= end) continue;
      const size = Math.round((source.size * (end - begin)) / Math.max(1, rows));
      const work: Work = { kind: "rows", path: source.path, start: begin, end, columns };
      yield { unit: "row", first: begin + 1, next: end, nextFirst: end + 1, size, work };
    }
  }
}

/** Maximum number of files in a shard. */
const MAX_FILES = 200;

async function* folderPieces(
  source: Extract<Source, { kind: "folder" }>,
  from: Cursor,
  within: Interval,
  options: PlanOptions,
): AsyncGenerator<Piece> {
  const { name, path } = source;
  const failures: string[] = [];
  const onUnreadable = (folder: string, message: string) =>
    void failures.push(folder === name ? message : `${folder}: ${message}`);
  let files: TextFile[] = [];
  let size = 0;
  let fileCount = 0;
  let offset = 0;
  const takePiece = (next: number): Piece => {
    const first = next - files.length + 1;
    const work: Work = { kind: "files", files };
    const piece: Piece = { unit: "file", first, next, nextFirst: next + 1, size, work };
    files = [];
    size = 0;
    return piece;
  };
  for await (const { bytes, ...file } of folderFiles(name, path, { ...options, onUnreadable })) {
    const isWanted = offset >= within.start && offset < within.end;
    offset += bytes;
    fileCount++;
    if (!isWanted || fileCount <= from.next) {
      if (files.length > 0) yield takePiece(fileCount - 1);
      continue;
    }
    files.push(file);
    size += bytes;
    if (files.length >= MAX_FILES || size >= options.target) yield takePiece(fileCount);
  }
  if (files.length > 0) yield takePiece(fileCount);
  if (within.start > 0) return;
  for (const failure of failures) yield { failure };
  if (fileCount === 0 && failures.length === 0)
    yield { failure: "contains no text files; name files of records explicitly" };
}
