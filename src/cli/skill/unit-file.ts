import type { FileRole } from "./file-role.js";

/** A file of a unit. */
export interface UnitFile {
  /** From the unit's folder, with forward slashes. */
  readonly path: string;
  readonly role: FileRole;
  /** Bytes; 0 for a link. */
  readonly size: number;
  /** SHA-256 of the content, or of the target of a link, in lower-case hex; null if it could not be read. */
  readonly sha256: string | null;
}
