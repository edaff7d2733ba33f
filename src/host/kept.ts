import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checksumOf, readBytes, type PackageFile } from "./package-files.js";

/** The folder of the script that runs: a build keeps there what it knows; source has nothing there. */
export function folderOfScript(): string {
  return dirname(fileURLToPath(import.meta.url));
}

/** Writes down a text that was made of the package's files. */
export function keep(path: string, checksum: number, text: string): void {
  writeFileSync(path, `${checksum}\n${text}`);
}

/** The text that was written down; null where none was, or where the files it was made of are others by now. */
export function kept(path: string, checksum: number): string | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return null;
  }
  const end = text.indexOf("\n");
  return Number(text.slice(0, end)) === checksum ? text.slice(end + 1) : null;
}

/** A number that tells these files of queries, with the registry and the manifest beside them, from others. */
export function checksumOfQueries(root: string, files: readonly PackageFile[]): number {
  const others = ["wasm/manifest.json", "queries/captures.json"].map((path) => ({
    path,
    bytes: readBytes(join(root, path)),
  }));
  return checksumOf([...others, ...files]);
}
