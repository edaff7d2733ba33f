import { createGunzip } from "node:zlib";
import { Parser, type ReadEntry } from "tar";
import { messageOf } from "../failure.js";
import { RefusedArchive } from "./refused-archive.js";
import type { UnpackedFiles } from "./unpacked-files.js";

const FILES = new Set(["File", "OldFile", "ContiguousFile"]);
const FOLDERS = new Set(["Directory", "GNUDumpDir"]);
const LINKS = new Set(["SymbolicLink", "Link"]);
/** Bytes that are parsed at once. */
const CHUNK_SIZE = 64 * 1024;

/**
 * Unpacks a tar archive.
 * @param isCompressed whether it is compressed with gzip
 * @throws RefusedArchive if the archive is damaged, or breaks a limit or a rule
 */
export async function unpackTar(
  bytes: Uint8Array,
  isCompressed: boolean,
  files: UnpackedFiles,
): Promise<void> {
  const members = new Members(files);
  try {
    for await (const chunk of isCompressed ? gunzipped(bytes) : chunksOf(bytes)) {
      files.countBytes(chunk.length);
      members.read(chunk);
      await members.write();
    }
    members.end();
    await members.write();
  } catch (error) {
    if (error instanceof RefusedArchive) throw error;
    throw new RefusedArchive("damaged", `is a damaged tar archive: ${messageOf(error)}`);
  }
  if (members.count === 0)
    throw new RefusedArchive("not-an-archive", "is not a zip or tar archive");
}

interface Member {
  readonly path: string;
  readonly content: readonly Uint8Array[];
}

/** Parses a tar archive chunk by chunk, and writes its members. */
class Members {
  count = 0;
  private readonly complete: Member[] = [];
  private failure: Error | null = null;
  private readonly parser = new Parser({
    strict: true,
    onReadEntry: (entry) => this.begin(entry),
  });

  constructor(private readonly files: UnpackedFiles) {
    this.parser.on("error", (error: Error) => (this.failure ??= error));
    this.parser.on("ignoredEntry", (entry: ReadEntry) => this.begin(entry));
  }

  read(chunk: Uint8Array): void {
    this.parser.write(Buffer.from(chunk));
    if (this.failure !== null) throw this.failure;
  }

  end(): void {
    this.parser.end();
    if (this.failure !== null) throw this.failure;
  }

  /** Writes the members that are complete. */
  async write(): Promise<void> {
    for (const { path, content } of this.complete.splice(0)) await this.files.write(path, content);
  }

  /** Starts to collect the content of a member. An error is stored; `read` and `end` throw it. */
  private begin(entry: ReadEntry): void {
    this.count++;
    const content: Uint8Array[] = [];
    try {
      this.files.countMember();
      const isFile = isRegular(entry);
      entry.on("data", (chunk) => content.push(chunk));
      entry.on("end", () => {
        if (isFile) this.complete.push({ path: entry.path, content });
      });
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
      entry.resume();
    }
  }
}

/** Returns true for a file and false for a folder. @throws RefusedArchive for any other member */
function isRegular({ type, path }: ReadEntry): boolean {
  if (FILES.has(type)) return true;
  if (FOLDERS.has(type)) return false;
  const name = JSON.stringify(path.slice(0, 200));
  if (LINKS.has(type))
    throw new RefusedArchive("link", `contains a symbolic or hard link: ${name}`);
  throw new RefusedArchive("special-file", `contains a special file: ${name}`);
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += CHUNK_SIZE) yield bytes.subarray(i, i + CHUNK_SIZE);
}

function gunzipped(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  const stream = createGunzip({ chunkSize: CHUNK_SIZE });
  stream.end(bytes);
  return stream as AsyncIterable<Uint8Array>;
}
