/** Creates one folder for the temporary files of all test projects, and removes it when the run ends. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Creates the folder and sets it as the temporary folder of workers and their child processes. Does nothing for projects after the
 * first. The name of the variable does not begin with CURLEW_, because services reject unknown variables that do.
 */
export default function setup(): (() => void) | undefined {
  if (process.env["FOLDER_OF_TESTS"] !== undefined) return undefined;
  // the name is short, because the path of a socket has at most 107 bytes
  const folder = mkdtempSync(join(tmpdir(), "cu-"));
  // the mode is that of /tmp, because some tests run a program as another user
  chmodSync(folder, 0o1777);
  process.env["FOLDER_OF_TESTS"] = folder;
  process.env["TMPDIR"] = folder;
  // the removal is repeated, because a process that a test did not stop may still write files
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
