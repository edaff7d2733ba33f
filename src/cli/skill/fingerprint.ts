import { createHash } from "node:crypto";
import type { UnitFile } from "./unit-file.js";
import type { UnitKind } from "./unit-kinds.js";

/** Returns a hash over the kind of a unit and the path and hash of each of its files: equal only where nothing changed. */
export function fingerprintOf(kind: UnitKind, files: readonly UnitFile[]): string {
  const hash = createHash("sha256");
  // JSON keeps names with line ends apart
  hash.update(`${JSON.stringify(kind)}\n`);
  for (const { path, role, sha256 } of files)
    hash.update(`${JSON.stringify([path, role === "link", sha256])}\n`);
  return hash.digest("hex");
}
