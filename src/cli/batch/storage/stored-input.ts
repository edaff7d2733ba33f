import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { readStart } from "../../input/read-limited.js";
import { isS3, s3Address, s3List, s3Range, s3Stat } from "./s3.js";

/** An input: a file or folder of the file system, or an S3 object. */
export interface Stored {
  readonly kind: "file" | "folder" | "other";
  /** Size in bytes; 0 if it is not a file. */
  readonly size: number;
  /** Changes whenever the file changes: its modification time, or the entity tag of the object. */
  readonly version: number | string;
}

/** Returns the absolute path of an input; an S3 URL is returned unchanged. */
export function locate(cwd: string, file: string): string {
  return isS3(file) ? file : resolve(cwd, file);
}

/** @throws Error if there is no such file */
export async function statStored(path: string): Promise<Stored> {
  if (isS3(path)) {
    const found = await s3Stat(path);
    if (found === null) throw new Error("no such object");
    return { kind: "file", size: found.size, version: found.etag };
  }
  const found = await stat(path);
  const kind = found.isFile() ? "file" : found.isDirectory() ? "folder" : "other";
  return { kind, size: kind === "file" ? found.size : 0, version: found.mtimeMs };
}

/** Returns the first bytes of a file, at most `size`. */
export function startOf(path: string, size: number): Promise<Uint8Array> {
  return isS3(path) ? allOf(s3Range(path, 0, size)) : readStart(path, size);
}

/** Returns the bytes of a file from `start` to `end` (exclusive); fewer if it ends earlier. */
export async function bytesAt(path: string, start: number, end: number): Promise<Buffer> {
  if (isS3(path)) return allOf(s3Range(path, start, end));
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Replaces each S3 prefix (an S3 URL that ends with `/`) with the URLs of all objects below it. */
export async function expandPrefixes(names: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const name of names) {
    if (!isS3(name) || !name.endsWith("/")) files.push(name);
    else {
      const address = s3Address(name);
      const keys = (await s3List(address)).filter((key) => !key.endsWith("/"));
      // a prefix without objects stays, so that it is reported as an input that cannot be read
      files.push(
        ...(keys.length === 0 ? [name] : keys.map((key) => `s3://${address.Bucket}/${key}`)),
      );
    }
  }
  return files;
}

async function allOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
