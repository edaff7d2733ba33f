import { access, chmod, constants, realpath, rename, rm, stat, writeFile } from "node:fs/promises";

/** Writes a file atomically: to a temporary file with its mode, which then replaces it. A symbolic link to it stays. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const place = await realpath(path).catch(() => path);
  const before = await stat(place).catch(() => null);
  if (before !== null) await access(place, constants.W_OK);
  const beside = `${place}.curlew-${process.pid}`;
  try {
    await writeFile(beside, content, { flag: "wx" });
    if (before !== null) await chmod(beside, before.mode);
    await rename(beside, place);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
