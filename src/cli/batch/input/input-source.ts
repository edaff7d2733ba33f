import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { STDIN } from "../../input/documents.js";
import { isS3, s3Range } from "../storage/s3.js";
import { locate, startOf, statStored } from "../storage/stored-input.js";
import { compressionOf, decompressed } from "./compressed.js";
import { bufferOf } from "./lines.js";
import { rangeOf } from "./byte-range.js";
import type { InputFormat } from "./input-format.js";

/** An opened input. */
export type Source =
  | { readonly kind: "folder"; readonly name: string; readonly path: string }
  | {
      readonly kind: "parquet";
      readonly name: string;
      readonly path: string;
      readonly size: number;
    }
  | {
      readonly kind: "file";
      readonly name: string;
      readonly path: string;
      readonly size: number;
      readonly start: Uint8Array;
      readonly stream: (from?: number, to?: number) => AsyncIterable<Uint8Array>;
    }
  /** An input that can be read only once, from the start. */
  | {
      readonly kind: "stream";
      readonly name: string;
      readonly start: Uint8Array;
      /** Whether `start` is the complete input. */
      readonly whole: boolean;
      readonly stream: AsyncIterable<Uint8Array>;
    };

/** Size of the `start` of a file, in bytes. */
const START_SIZE = 64 * 1024;

export interface SourceOptions {
  readonly cwd: string;
  readonly stdin: Readable;
  readonly format: InputFormat;
  /** Size of a shard in bytes. A file is read in chunks of this size, limited to the range from 16 KiB to 1 MiB. */
  readonly target: number;
}

/** Opens an input. @throws Error if it cannot be opened */
export async function openSource(
  file: string,
  { cwd, stdin, format, target }: SourceOptions,
): Promise<Source> {
  if (file === "-") return streamSource(STDIN, stdin, format);
  const path = locate(cwd, file);
  const found = await statStored(path);
  if (found.kind === "folder") return { kind: "folder", name: file, path };
  const chunk = Math.min(1 << 20, Math.max(1 << 14, target));
  const read = (): AsyncIterable<Buffer> =>
    isS3(path) ? s3Range(path, 0) : createReadStream(path, { highWaterMark: chunk });
  if (found.kind === "other") return streamSource(file, read(), format);
  const start = await startOf(path, START_SIZE);
  if (isParquet(start) || format === "parquet" || /\.parquet$/i.test(file))
    return { kind: "parquet", name: file, path, size: found.size };
  if (compressionOf(start) !== null) return streamSource(file, read(), format);
  return {
    kind: "file",
    name: file,
    path,
    size: found.size,
    start,
    stream: (from = 0, to = Infinity) => rangeOf(path, from, to, chunk),
  };
}

async function streamSource(
  name: string,
  raw: AsyncIterable<Buffer | string>,
  format: InputFormat,
): Promise<Source> {
  const [rawStart, all] = await peek(chunksOf(raw), 4);
  if (isParquet(rawStart) || format === "parquet")
    throw new Error("is a Parquet file, which cannot be read from a stream: name the file itself");
  const compression = compressionOf(rawStart);
  const { Readable: ReadableClass } = await import("node:stream");
  const plain =
    compression === null
      ? all
      : decompressed(ReadableClass.from(all, { objectMode: false }), compression);
  const [start, stream, whole] = await peek(plain, 1);
  return { kind: "stream", name, start, whole, stream };
}

function isParquet(start: Uint8Array): boolean {
  return start[0] === 0x50 && start[1] === 0x41 && start[2] === 0x52 && start[3] === 0x31;
}

async function* chunksOf(stream: AsyncIterable<Buffer | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield bufferOf(chunk);
}

/** Reads at least `least` bytes of a stream if possible. Returns them, a stream of all bytes, and whether the stream has no more. */
async function peek(
  stream: AsyncIterable<Uint8Array>,
  least: number,
): Promise<[start: Uint8Array, stream: AsyncIterable<Uint8Array>, whole: boolean]> {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let failure: { error: unknown } | null = null;
  let whole = false;
  while (size < least && !whole) {
    try {
      const next = await iterator.next();
      whole = next.done === true;
      if (!next.done) {
        chunks.push(next.value);
        size += next.value.length;
      }
    } catch (error) {
      failure = { error };
      whole = true;
    }
  }
  async function* again(): AsyncGenerator<Uint8Array> {
    yield* chunks;
    if (failure !== null) throw failure.error;
    if (!whole) yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return [Buffer.concat(chunks), again(), whole];
}
