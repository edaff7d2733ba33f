import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import type { Readable } from "node:stream";
import { fileErrorMessage } from "../../failure.js";
import { STDIN } from "../../input/documents.js";
import { kindOf, shebangTag } from "../../input/kinds.js";
import { readStart } from "../../input/read.js";
import { walk } from "../../input/walk.js";
import type { Settings } from "../settings.js";
import type { InputFailure, Shard, Syntax, TextFile, Unit, Work } from "../shard.js";
import { missingColumn, neededColumns } from "./columns.js";
import { cut, type Block } from "./cut.js";
import { itemsOf } from "./items.js";
import { parquetInfo } from "./parquet.js";
import { openSource, type Source } from "./source.js";
import { csvHeadOf, formatOf, type InputFormat } from "./syntax.js";

/** Where a run goes on. */
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
  /** Size of a shard in bytes. */
  readonly target: number;
  /** Whether records of streams are worked on as soon as they come. */
  readonly flush: boolean;
  readonly from?: Cursor;
}

/** Cuts inputs into shards, in order, as they are asked for. Never holds more than one. */
export async function* plan(
  files: readonly string[],
  options: PlanOptions,
): AsyncGenerator<Shard | InputFailure> {
  const first = options.from?.input ?? 0;
  for (let input = first; input < files.length; input++) {
    const file = files[input] ?? "-";
    const from = options.from?.input === input ? options.from : { input, next: 0, nextFirst: 1 };
    const name = file === "-" ? STDIN : file;
    try {
      const source = await openSource(file, options);
      for await (const piece of piecesOf(source, from, options)) yield { input, name, ...piece };
    } catch (error) {
      yield { input, name, failure: fileErrorMessage(error) };
    }
  }
}

type Piece = Omit<Shard, "input" | "name"> | Pick<InputFailure, "failure">;

async function* piecesOf(
  source: Source,
  from: Cursor,
  options: PlanOptions,
): AsyncGenerator<Piece> {
  switch (source.kind) {
    case "folder":
      yield* folderPieces(source, from, options);
      return;
    case "parquet":
      yield* parquetPieces(source, from, options);
      return;
    case "file":
      yield* filePieces(source, from, options);
      return;
    case "stream":
      yield* streamPieces(source, from, options);
  }
}

async function* filePieces(
  source: Extract<Source, { kind: "file" }>,
  from: Cursor,
  options: PlanOptions,
): AsyncGenerator<Piece> {
  const { name, path, size, start } = source;
  const format = formatOf(name, start, options.format);
  if (format === "text") {
    const work: Work = { kind: "files", files: [{ path: name, absolute: path }] };
    if (from.next === 0) yield { unit: "file", first: 1, next: 1, nextFirst: 2, size, work };
  } else if (format === "json") {
    yield* itemPieces(source.stream(), from, options);
  } else {
    const { syntax, at, line } = await linesFrom(
      start,
      start.length === size,
      format,
      from,
      options,
    );
    const blocks = cut(source.stream(at), {
      target: options.target,
      maxSize: options.settings.maxSize,
      csv: syntax.kind === "csv" ? syntax : null,
      keep: false,
      offset: at,
    });
    yield* linePieces(blocks, line, (block) => ({
      kind: "range",
      path,
      start: block.start,
      end: block.end,
      syntax,
    }));
  }
}

async function* streamPieces(
  source: Extract<Source, { kind: "stream" }>,
  from: Cursor,
  options: PlanOptions,
): AsyncGenerator<Piece> {
  const { name, start, whole, stream } = source;
  const format = formatOf(name, start, options.format);
  if (format === "text") throw new Error("is a single text: give it to `curlew scan`");
  if (format === "json") {
    yield* itemPieces(stream, from, options);
    return;
  }
  const { syntax, at, line } = await linesFrom(start, whole, format, from, options);
  const cutting = {
    target: options.flush ? 0 : options.target,
    maxSize: options.settings.maxSize,
    csv: syntax.kind === "csv" ? syntax : null,
    keep: true,
    offset: at,
  };
  yield* linePieces(cut(without(stream, at), cutting), line, (block) => ({
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

/** Where the records of lines begin, be it behind a header or behind what is done. */
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
  { target, settings }: PlanOptions,
): AsyncGenerator<Piece> {
  let first = 1;
  for await (const { bytes, count } of itemsOf(stream, target, settings.maxSize)) {
    const next = first + count;
    const lines = first >= from.nextFirst ? bytes : afterLines(bytes, from.nextFirst - first);
    const start = Math.max(first, from.nextFirst);
    first = next;
    if (next <= from.nextFirst) continue;
    yield {
      unit: "item",
      first: start,
      next,
      nextFirst: next,
      size: lines.length,
      work: { kind: "bytes", bytes: lines, syntax: { kind: "json" } },
    };
  }
}

function afterLines(bytes: Uint8Array, count: number): Uint8Array {
  let at = 0;
  for (let line = 0; line < count; line++) at = bytes.indexOf(0x0a, at) + 1;
  return bytes.subarray(at);
}

async function* without(
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

const MOST_FILES = 200;

async function* folderPieces(
  source: Extract<Source, { kind: "folder" }>,
  from: Cursor,
  options: PlanOptions,
): AsyncGenerator<Piece> {
  const { name, path } = source;
  const failures: string[] = [];
  const onUnreadable = (folder: string, message: string) =>
    void failures.push(folder === name ? message : `${folder}: ${message}`);
  let files: TextFile[] = [];
  let size = 0;
  let seen = 0;
  const piece = (): Piece => {
    const first = seen - files.length + 1;
    const made: Piece = {
      unit: "file",
      first,
      next: seen,
      nextFirst: seen + 1,
      size,
      work: { kind: "files", files },
    };
    files = [];
    size = 0;
    return made;
  };
  for await (const { path: shown } of walk(name, path, {
    ignoreFiles: options.ignoreFiles,
    excludes: () => false,
    onUnreadable,
  })) {
    const file: TextFile = { path: shown, absolute: resolve(options.cwd, shown) };
    if (!(await isText(file)) || ++seen <= from.next) continue;
    files.push(file);
    size += await stat(file.absolute).then(
      ({ size: bytes }) => bytes,
      () => 0,
    );
    if (files.length >= MOST_FILES || size >= options.target) yield piece();
  }
  if (files.length > 0) yield piece();
  for (const failure of failures) yield { failure };
  if (seen === 0 && failures.length === 0)
    yield { failure: "holds no file of text; name files of records themselves" };
}

/** A file of a known kind, or a script by its first line. */
async function isText({ path, absolute }: TextFile): Promise<boolean> {
  if (kindOf(path).known) return true;
  if (extname(path) !== "") return false;
  const start = await readStart(absolute, 256).catch(() => new Uint8Array());
  return shebangTag(Buffer.from(start).toString("latin1")) !== null;
}
