import { constants } from "node:fs";
import { open, realpath, type FileHandle } from "node:fs/promises";
import { resolve } from "node:path";
import { fileErrorMessage } from "../failure.js";
import { decode, looksBinary } from "../input/decode.js";
import { kindOf, shebangTag } from "../input/file-type.js";
import { showSize } from "../input/size.js";
import { isBelow } from "../is-below.js";
import type { NamedText } from "./check-text.js";

/** Maximum size of a file that is read, in bytes. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** A file that was not read, with the reason. */
export interface Unreadable {
  readonly name: string;
  readonly error: {
    readonly code:
      | "outside-roots"
      | "no-roots"
      | "not-found"
      | "not-a-file"
      | "too-large"
      | "binary"
      | "unreadable";
    readonly message: string;
  };
}

/**
 * Reads a file that is in one of the folders after all symbolic links are resolved. A relative path is resolved against the first folder
 * in which it exists.
 */
export async function readConfined(
  name: string,
  roots: readonly string[],
): Promise<NamedText | Unreadable> {
  const fail = (code: Unreadable["error"]["code"], message: string): Unreadable => ({
    name,
    error: { code, message },
  });
  if (roots.length === 0)
    return fail("no-roots", "the client has no open folder; open one, or pass the text itself");
  const within = roots.length === 1 ? (roots[0] ?? "") : roots.join(", ");
  const outside = fail(
    "outside-roots",
    `is not below ${within}; only files there are read: pass the text itself`,
  );
  if (name.includes("\0")) return fail("not-found", "a path cannot contain NUL");
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  let missing: unknown = null;
  for (const root of roots) {
    const path = resolve(root, name);
    // a path outside the folders is not accessed before links are resolved, so that the response reveals nothing about it
    if (!isBelowAny(path, roots) && !isBelowAny(path, real)) continue;
    const target = await realpath(path).catch((error: unknown) => {
      missing = error;
      return null;
    });
    if (target === null) continue;
    if (!isBelowAny(target, real)) return outside;
    return readRegular(name, target, fail);
  }
  if (missing === null) return outside;
  return fail(isMissing(missing) ? "not-found" : "unreadable", fileErrorMessage(missing));
}

type Fail = (code: Unreadable["error"]["code"], message: string) => Unreadable;

async function readRegular(
  name: string,
  path: string,
  fail: Fail,
): Promise<NamedText | Unreadable> {
  let file: FileHandle | null = null;
  try {
    // O_NONBLOCK: does not wait for a writer of a pipe; O_NOFOLLOW: does not follow a link that was created meanwhile
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const stats = await file.stat();
    if (!stats.isFile())
      return fail(
        "not-a-file",
        stats.isDirectory() ? "is a folder; name the files in it" : "is not a regular file",
      );
    const bytes = await bytesOf(file);
    if (bytes === null)
      return fail(
        "too-large",
        `is larger than ${showSize(MAX_FILE_BYTES)}; run \`curlew scan\` on it`,
      );
    if (looksBinary(bytes)) return fail("binary", "is a binary file");
    const { text } = decode(bytes);
    const kind = kindOf(path);
    return { name, text, language: kind.known ? kind.tag : shebangTag(text) };
  } catch (error) {
    return fail(isMissing(error) ? "not-found" : "unreadable", fileErrorMessage(error));
  } finally {
    await file?.close();
  }
}

/** Returns the bytes of a file; null if they exceed the limit, even if the file exceeds it only because it grows while it is read. */
async function bytesOf(file: FileHandle): Promise<Uint8Array | null> {
  const buffer = Buffer.alloc(Math.min(MAX_FILE_BYTES, (await file.stat()).size) + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
  }
  return null;
}

/** Whether a path is one of the folders or in one; a folder that does not exist is null. */
export function isBelowAny(path: string, folders: readonly (string | null)[]): boolean {
  return folders.some((folder) => folder !== null && isBelow(path, folder));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
