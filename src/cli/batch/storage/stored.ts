import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { readStart } from "../../input/read.js";
import { isS3, s3Address, s3List, s3Range, s3Stat } from "./s3.js";

/** An input: a file on this machine, or an object of a bucket. */
export interface Stored {
  readonly kind: "file" | "folder" | "other";
  /** In bytes; 0 if it is not a file. */
  readonly size: number;
  /** Changes whenever the file does: its time, or the version in the bucket. */
  readonly version: number | string;
}

/** Returns where an input is that a user has named. */
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

/** Returns the first bytes of a file. */
export function startOf(path: string, size: number): Promise<Uint8Array> {
  return isS3(path) ? allOf(s3Range(path, 0, size)) : readStart(path, size);
}

/** Returns some bytes of a file; fewer if it ends earlier. */
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

/** Returns the inputs for some names: a prefix of a bucket, which ends with `/`, means all objects below it. */
export async function expanded(names: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const name of names) {
    if (!isS3(name) || !name.endsWith("/")) files.push(name);
    else {
      const address = s3Address(name);
      const keys = (await s3List(address)).filter((key) => !key.endsWith("/"));
      // a prefix without objects is named as an input that cannot be read
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
