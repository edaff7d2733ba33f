import { Failure } from "../../failure.js";
import type { Interval } from "../input/interval.js";
import { folderFiles } from "../input/folder.js";
import { locate, statStored } from "../storage/stored.js";
import type { Share } from "./share.js";

export interface SizedInput {
  readonly file: string;
  /** In bytes; 0 if it cannot be read or is not a file. */
  readonly size: number;
}

/** Returns the sizes of inputs. @throws Failure if one cannot be read twice */
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

/** Returns the bytes of each input that belong to a share; null if none do. The shares of all indexes cover every byte once. */
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
    // what has no bytes belongs to whom its place belongs
    if (size === 0) return begin >= from && begin < to ? { start: 0, end: Infinity } : null;
    const start = Math.max(0, from - begin);
    const end = to - begin >= size ? Infinity : to - begin;
    return start >= size || end <= start ? null : { start, end };
  });
}
