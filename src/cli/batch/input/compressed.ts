import { createGunzip } from "node:zlib";
import type { Readable } from "node:stream";
import { bufferOf } from "./lines.js";

export type Compression = "gzip" | "zstd";

/** Returns the compression of data from its first bytes; null if it is not compressed. */
export function compressionOf(start: Uint8Array): Compression | null {
  if (start[0] === 0x1f && start[1] === 0x8b) return "gzip";
  // a frame, or a skippable frame before one
  const zstd = start[1] === 0xb5 && start[2] === 0x2f && start[3] === 0xfd && start[0] === 0x28;
  const skippable =
    ((start[0] ?? 0) & 0xf0) === 0x50 &&
    start[1] === 0x2a &&
    start[2] === 0x4d &&
    start[3] === 0x18;
  return zstd || skippable ? "zstd" : null;
}

/** Yields the decompressed bytes. If the data is damaged, yields the bytes before the damage, then throws an error. */
export function decompressed(
  stream: Readable,
  compression: Compression,
): AsyncIterable<Uint8Array> {
  return compression === "gzip" ? gunzipped(stream) : unzstd(stream);
}

async function* gunzipped(stream: Readable): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  stream.on("error", (error) => gunzip.destroy(error));
  try {
    yield* stream.pipe(gunzip) as AsyncIterable<Buffer>;
  } catch (error) {
    throw damage("gzip", error);
  } finally {
    stream.destroy();
  }
}

async function* unzstd(stream: Readable): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import("fzstd");
  const ready: Uint8Array[] = [];
  const decompress = new Decompress((chunk) => void ready.push(chunk.slice()));
  try {
    for await (const chunk of stream as AsyncIterable<Buffer | string>) {
      try {
        decompress.push(bufferOf(chunk));
      } finally {
        yield* ready.splice(0);
      }
    }
    decompress.push(new Uint8Array(0), true);
    yield* ready;
  } catch (error) {
    throw damage("zstd", error);
  }
}

function damage(kind: Compression, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  // an error of the file system needs no explanation
  if (typeof code === "string" && /^E[A-Z]+$/.test(code)) return error;
  const message = error instanceof Error ? error.message : String(error);
  const short = /unexpected end|unexpected eof/i.test(message);
  return new Error(
    short
      ? `the ${kind} data ends unexpectedly: the file is truncated`
      : `the ${kind} data is damaged (${message})`,
    {
      cause: error,
    },
  );
}
