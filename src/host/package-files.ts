import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { QueryFile } from "../core/index.js";
import { AssetError } from "./asset-error.js";
import { isPackageFile } from "./asset-files.js";

/** A file of the package, which is read on request. */
export interface PackageFile {
  /** The path below the folder of query files or the folder of grammars, with `/` as the separator. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Returns the package's files of queries and prose, in the order of their paths. */
export function readPackageFiles(folder: string): readonly PackageFile[] {
  return packageFiles(folder, pathsBelow(folder, "").sort());
}

/**
 * Returns files of a folder, each of which is read on request. Since the files are many and small, reading them synchronously is
 * faster.
 */
export function packageFiles(folder: string, paths: readonly string[]): readonly PackageFile[] {
  return paths.map((path) => {
    let bytes: Uint8Array | null = null;
    return {
      path,
      get bytes() {
        return (bytes ??= readBytes(`${folder}/${path}`));
      },
    };
  });
}

/** Returns a file whose text is decoded on request: if a build has stored the parsed files, most texts are not needed. */
export function textOfFile(file: PackageFile): QueryFile {
  let text: string | null = null;
  return {
    path: file.path,
    get text() {
      return (text ??= new TextDecoder().decode(file.bytes));
    },
  };
}

/** Returns a checksum of the paths and contents of files. */
export function checksumOf(files: readonly PackageFile[]): number {
  return files.reduce((sum, { path, bytes }) => crc32(bytes, crc32(path, sum)), 0);
}

/** Returns the content of a file. @throws AssetError if the file cannot be read */
export function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new AssetError("asset-missing", path, "the file cannot be read", cause);
  }
}

function pathsBelow(folder: string, path: string): string[] {
  try {
    return readdirSync(`${folder}/${path}`, { withFileTypes: true }).flatMap((entry) => {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) return pathsBelow(folder, inner);
      return entry.isFile() && isPackageFile(inner) ? [inner] : [];
    });
  } catch (cause) {
    throw new AssetError("asset-missing", join(folder, path), "the folder cannot be read", cause);
  }
}
