import { RefusedArchive } from "./refused-archive.js";
import { UnpackedFiles, type UnpackLimits } from "./unpacked-files.js";
import { unpackTar } from "./unpack-tar.js";
import { unpackZip } from "./unpack-zip.js";

/** The kinds of archives that are unpacked. */
export type ArchiveKind = "zip" | "tar" | "tar.gz";

/** Number of bytes at the start of an archive that identify its kind. */
export const ARCHIVE_HEAD = 512;

/** Returns the kind of the archive that begins with these bytes; null if it is not an archive. */
export function archiveKind(head: Uint8Array): ArchiveKind | null {
  const [a, b, c, d] = head;
  if (a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6))) return "zip";
  if (a === 0x1f && b === 0x8b) return "tar.gz";
  return Buffer.from(head.subarray(257, 262)).toString("latin1") === "ustar" ? "tar" : null;
}

/**
 * Unpacks an archive into a folder, which must be empty.
 * @throws RefusedArchive if it is not an archive, or breaks a limit or a rule; files that were already written are not removed
 */
export async function unpack(
  bytes: Uint8Array,
  folder: string,
  limits?: UnpackLimits,
): Promise<ArchiveKind> {
  const kind = archiveKind(bytes.subarray(0, ARCHIVE_HEAD));
  const files = new UnpackedFiles(folder, bytes.length, limits);
  if (kind === null) throw new RefusedArchive("not-an-archive", "is not a zip or tar archive");
  if (kind === "zip") await unpackZip(bytes, files);
  else await unpackTar(bytes, kind === "tar.gz", files);
  return kind;
}
