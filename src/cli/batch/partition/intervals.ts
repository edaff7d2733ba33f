import { Failure } from "../../failure.js";
import type { Interval } from "../input/interval.js";
import { folderFiles } from "../input/folder-files.js";
import { locate, statStored } from "../storage/stored-input.js";
import type { Share } from "./share.js";

export interface SizedInput {
  readonly file: string;
  /** Size in bytes of a file, or of all text files of a folder; 0 if it cannot be read. */
  readonly size: number;
}

/** Returns the sizes of inputs. @throws Failure if one of them is standard input, which cannot be read again */
export async function sizedInputs(
  files: readonly string[],
  options: { readonly cwd: string; readonly ignoreFiles: boolean },
): Promise<SizedInput[]> {
  const inputs: SizedInput[] = [];
  for (const file of files) {
    if (file === "-")
      throw new Failure(
        "--out-dir needs files as input: standard input cannot be read again when a partition is repeated",
      );
    const path = locate(options.cwd, file);
    const found = await statStored(path).catch(() => null);
    let size = found?.size ?? 0;
    if (found?.kind === "folder")
      for await (const { bytes } of folderFiles(file, path, { ...options, onUnreadable: () => {} }))
        size += bytes;
    inputs.push({ file, size });
  }
  return inputs;
}

/** Returns the bytes of each input that belong to a share; null if none do. Every byte belongs to exactly one share. */
export function intervalsOf(
  inputs: readonly SizedInput[],
  { index, count }: Share,
): (Interval | null)[] {
  const total = inputs.reduce((sum, { size }) => sum + size, 0);
  const from = Math.floor((index * total) / count);
  const isLast = index === count - 1;
  const to = isLast ? Infinity : Math.floor(((index + 1) * total) / count);
  let offset = 0;
  return inputs.map(({ size }) => {
    const begin = offset;
    offset += size;
    // an input without bytes belongs to the share that contains its offset
    if (size === 0) return begin >= from && begin < to ? { start: 0, end: Infinity } : null;
    const start = Math.max(0, from - begin);
    const end = to - begin >= size ? Infinity : to - begin;
    return start >= size || end <= start ? null : { start, end };
  });
}
