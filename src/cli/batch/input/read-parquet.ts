import { closeSync, openSync, readSync, statSync } from "node:fs";
import { messageOf } from "../../failure.js";
import { ExactNumber } from "../record/exact-json.js";
import { isS3 } from "../storage/s3.js";
import { bytesAt, statStored } from "../storage/stored-input.js";

/** The metadata of a Parquet file. */
export interface ParquetInfo {
  readonly rows: number;
  /** Names of the columns, in order. */
  readonly columns: readonly string[];
  /** Rows and uncompressed bytes of each row group. */
  readonly groups: readonly { readonly rows: number; readonly size: number }[];
}

/** Reads the metadata of a Parquet file. @throws Error if it is not a complete Parquet file */
export async function parquetInfo(path: string): Promise<ParquetInfo> {
  const { parquetMetadataAsync, parquetSchema } = await import("hyparquet");
  const file = await openFile(path);
  try {
    const metadata = await parquetMetadataAsync(file);
    const groups = metadata.row_groups.map(({ num_rows, total_byte_size }) => ({
      rows: Number(num_rows),
      size: Number(total_byte_size),
    }));
    return {
      rows: Number(metadata.num_rows),
      columns: parquetSchema(metadata).children.map(({ element }) => element.name),
      groups,
    };
  } catch (error) {
    throw damaged(error);
  } finally {
    file.close();
  }
}

/** Returns the rows from `start` to `end` (exclusive) of a Parquet file, as objects with the requested columns. */
export async function parquetRows(
  path: string,
  columns: readonly string[],
  start: number,
  end: number,
): Promise<Record<string, unknown>[]> {
  const [{ parquetReadObjects }, { compressors }] = await Promise.all([
    import("hyparquet"),
    import("hyparquet-compressors"),
  ]);
  const file = await openFile(path);
  try {
    const rows = await parquetReadObjects({
      file,
      compressors,
      columns: [...columns],
      rowStart: start,
      rowEnd: end,
      utf8: true,
    });
    return rows.map((row) => plain(row) as Record<string, unknown>);
  } catch (error) {
    throw damaged(error);
  } finally {
    file.close();
  }
}

function damaged(error: unknown): Error {
  return new Error(`is not a complete Parquet file (${messageOf(error)})`, { cause: error });
}

/** An open file, from which the library reads ranges of bytes. */
interface OpenFile {
  readonly byteLength: number;
  readonly slice: (start: number, end?: number) => ArrayBuffer | Promise<ArrayBuffer>;
  readonly close: () => void;
}

async function openFile(path: string): Promise<OpenFile> {
  return isS3(path) ? openObject(path) : openLocal(path);
}

async function openObject(path: string): Promise<OpenFile> {
  const { size } = await statStored(path);
  return {
    byteLength: size,
    slice: async (start, end = size) => {
      const from = start < 0 ? Math.max(0, size + start) : start;
      const bytes = await bytesAt(path, from, Math.min(end, size));
      return new Uint8Array(bytes).buffer;
    },
    close: () => undefined,
  };
}

function openLocal(path: string): OpenFile {
  const { size } = statSync(path);
  const descriptor = openSync(path, "r");
  return {
    byteLength: size,
    slice: (start, end = size) => {
      const from = start < 0 ? Math.max(0, size + start) : start;
      const bytes = new Uint8Array(new ArrayBuffer(Math.max(0, Math.min(end, size) - from)));
      for (let at = 0; at < bytes.length; ) {
        const read = readSync(descriptor, bytes, at, bytes.length - at, from + at);
        if (read === 0) throw new Error("the file is truncated");
        at += read;
      }
      return bytes.buffer;
    },
    close: () => closeSync(descriptor),
  };
}

/** Converts a value of a table to one that JSON can represent. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint")
    return Number.isSafeInteger(Number(value)) ? Number(value) : new ExactNumber(String(value));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(plain);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
