import { access, chmod, constants, realpath, rename, rm, stat, writeFile } from "node:fs/promises";

/**
 * Writes a file atomically: writes the content to a temporary file, gives it the mode of the original, and renames it. If the path
 * is a symbolic link, the file to which it points is replaced.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const before = await stat(target).catch(() => null);
  if (before !== null) await access(target, constants.W_OK);
  const temporary = `${target}.curlew-${process.pid}`;
  try {
    await writeFile(temporary, content, { flag: "wx" });
    if (before !== null) await chmod(temporary, before.mode);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
