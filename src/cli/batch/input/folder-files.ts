import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { kindOf, shebangTag } from "../../input/file-type.js";
import { readStart } from "../../input/read-limited.js";
import { walk } from "../../input/walk.js";
import type { TextFile } from "../shard.js";

export interface FolderOptions {
  readonly cwd: string;
  readonly ignoreFiles: boolean;
  readonly onUnreadable: (folder: string, message: string) => void;
}

export interface SizedFile extends TextFile {
  readonly bytes: number;
}

/** Yields the text files below a folder, sorted by name in each folder. */
export async function* folderFiles(
  name: string,
  path: string,
  { cwd, ignoreFiles, onUnreadable }: FolderOptions,
): AsyncGenerator<SizedFile> {
  for await (const { path: shown } of walk(name, path, {
    ignoreFiles,
    excludes: () => false,
    onUnreadable,
  })) {
    const file: TextFile = { path: shown, absolute: resolve(cwd, shown) };
    if (!(await isText(file))) continue;
    const found = await stat(file.absolute).catch(() => null);
    yield { ...file, bytes: found?.size ?? 0 };
  }
}

/** Whether the name of a file has a known extension or, without an extension, its first line is that of a script. */
async function isText({ path, absolute }: TextFile): Promise<boolean> {
  if (kindOf(path).known) return true;
  if (extname(path) !== "") return false;
  const start = await readStart(absolute, 256).catch(() => new Uint8Array());
  return shebangTag(Buffer.from(start).toString("latin1")) !== null;
}
