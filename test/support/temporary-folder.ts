/** One folder for the temporary files of a run of all projects, which is removed at its end. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes the folder and names it in the environment of workers and their children. Only the first project does so. Services reject
 * unknown variables that begin with CURLEW_.
 */
export default function setup(): (() => void) | undefined {
  if (process.env["FOLDER_OF_TESTS"] !== undefined) return undefined;
  // a short name, because the path of a socket has at most 107 bytes
  const folder = mkdtempSync(join(tmpdir(), "cu-"));
  // like /tmp, because some tests run a program as another user
  chmodSync(folder, 0o1777);
  process.env["FOLDER_OF_TESTS"] = folder;
  process.env["TMPDIR"] = folder;
  // a process that a test left behind may still write
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
