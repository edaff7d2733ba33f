import type { FileRole } from "./file-role.js";

/** A file of a unit. */
export interface UnitFile {
  /** The path from the unit's folder, with forward slashes. */
  readonly path: string;
  readonly role: FileRole;
  /** The size in bytes; 0 for a link and for an unreadable file. */
  readonly size: number;
  /** SHA-256 of the content, or of the target of a link, in lower-case hex; null if the file could not be read. */
  readonly sha256: string | null;
}
