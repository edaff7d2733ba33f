import { createHash } from "node:crypto";
import type { UnitFile } from "./unit-file.js";
import type { UnitKind } from "./unit-kinds.js";

/** Returns a hash of the kind of a unit and of the path and hash of each file; it changes if any of them changes. */
export function fingerprintOf(kind: UnitKind, files: readonly UnitFile[]): string {
  const hash = createHash("sha256");
  // JSON escapes line breaks in names, so that they cannot be confused with separators
  hash.update(`${JSON.stringify(kind)}\n`);
  for (const { path, role, sha256 } of files)
    hash.update(`${JSON.stringify([path, role === "link", sha256])}\n`);
  return hash.digest("hex");
}
