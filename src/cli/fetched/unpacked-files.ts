import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { showSize } from "../input/size.js";
import { RefusedArchive } from "./refused-archive.js";

/** The limits of unpacking. */
export interface UnpackLimits {
  readonly files: number;
  /** Bytes of all files together. */
  readonly bytes: number;
  /** How many times larger than the archive all files together may be, once they are larger than `ratioFrom` bytes. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

export const UNPACK_LIMITS: UnpackLimits = {
  files: 20_000,
  bytes: 512 * 1024 * 1024,
  ratio: 200,
  ratioFrom: 16 * 1024 * 1024,
};

/** Maximum length of the path of a member, in UTF-16 code units. */
const MAX_PATH_LENGTH = 1024;
/** Maximum size of each name in a path, in bytes of UTF-8. */
const MAX_NAME_SIZE = 255;
/** Control characters, line separators, and characters that change the direction of writing. */
const CONTROL = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u;

/** Writes the files of an archive below a folder, within limits. The archive is rejected at the first member that breaks a rule. */
export class UnpackedFiles {
  private files = 0;
  private bytes = 0;
  /** Paths that were written, normalized as in file systems that ignore case. */
  private readonly written = new Set<string>();
  private readonly folders = new Set<string>();

  /** @param archiveSize size of the archive in bytes, for the ratio */
  constructor(
    private readonly folder: string,
    private readonly archiveSize: number,
    private readonly limits: UnpackLimits = UNPACK_LIMITS,
  ) {}

  /**
   * Counts a member, before anything of it is written.
   * @throws RefusedArchive if there are too many
   */
  countMember(): void {
    this.expectMembers(++this.files);
  }

  /**
   * Checks the number of members that an archive announces.
   * @throws RefusedArchive if there are too many
   */
  expectMembers(count: number): void {
    if (count > this.limits.files)
      throw new RefusedArchive("too-many-files", `contains more than ${this.limits.files} files`);
  }

  /**
   * Counts unpacked bytes, before they are written.
   * @throws RefusedArchive if they are too many
   */
  countBytes(size: number): void {
    this.bytes += size;
    const { bytes, ratio, ratioFrom } = this.limits;
    if (this.bytes > bytes)
      throw new RefusedArchive("too-large", `unpacks to more than ${showSize(bytes)}`);
    if (this.bytes > ratioFrom && this.bytes > ratio * this.archiveSize)
      throw new RefusedArchive("ratio", `unpacks to more than ${ratio} times its size`);
  }

  /**
   * Writes a member. The caller must count its bytes.
   * @throws RefusedArchive if its path leads out of the folder, contains a name that is not allowed, or was already written
   */
  async write(
    path: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const names = namesOf(path);
    const key = names.join("/").normalize("NFC").toLowerCase();
    const parents = [...key.matchAll(/\//g)].map(({ index }) => key.slice(0, index));
    if (
      this.written.has(key) ||
      this.folders.has(key) ||
      parents.some((parent) => this.written.has(parent))
    )
      throw new RefusedArchive("duplicate", `contains ${JSON.stringify(path)} more than once`);
    this.written.add(key);
    for (const parent of parents) this.folders.add(parent);
    const target = join(this.folder, ...names);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    // never follows a link, and never writes over a file
    const file = await open(target, "wx", 0o600);
    try {
      for await (const chunk of content) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
  }
}

/**
 * Returns the names in the path of a member.
 * @throws RefusedArchive if the path may lead out of the folder on some system, or contains a name that is not allowed
 */
export function namesOf(path: string): string[] {
  const shown = JSON.stringify(path.slice(0, 200));
  if (CONTROL.test(path))
    throw new RefusedArchive("name", `contains a name with control characters: ${shown}`);
  if (path.startsWith("/") || path.includes("\\") || /^[A-Za-z]:/.test(path))
    throw new RefusedArchive("path", `contains an absolute path or a backslash: ${shown}`);
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (names.includes(".."))
    throw new RefusedArchive("path", `contains a path that leads out of the archive: ${shown}`);
  if (
    names.length === 0 ||
    path.length > MAX_PATH_LENGTH ||
    names.some((name) => Buffer.byteLength(name) > MAX_NAME_SIZE)
  )
    throw new RefusedArchive("name", `contains a path that is empty or too long: ${shown}`);
  return names;
}
