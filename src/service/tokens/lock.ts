import { mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileErrorReason } from "../file-error-reason.js";
import { TokenFileError } from "./token-file-error.js";

/** How often, and with which pause in milliseconds, a command tries to lock a file that another command changes. */
const RETRIES = { tries: 40, pause: 50 };

/** Milliseconds after which a lock without a process id counts as left by a killed command; a change takes far less time. */
const STALE_MS = 10_000;

/** Locks a file for one command. Resolves to a function that unlocks it. */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const name = `${path}.lock`;
  for (let left = RETRIES.tries; ; left--) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(name, "wx", 0o600);
      try {
        await file.writeFile(String(process.pid));
      } finally {
        await file.close();
      }
      return () => rm(name, { force: true });
    } catch (error) {
      const isLocked = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!isLocked)
        throw new TokenFileError(`${path}: cannot be written${fileErrorReason(error)}`, {
          cause: error,
        });
      if (await isStale(name)) await rm(name, { force: true });
      else if (left <= 0)
        throw new TokenFileError(
          `${path}: is being changed by another command; if none is running, remove ${name}`,
        );
      else await setTimeout(RETRIES.pause);
    }
  }
}

/** Whether the process that created a lock has ended or, if its id is unknown, whether the lock is old. */
async function isStale(name: string): Promise<boolean> {
  try {
    const age = Date.now() - (await stat(name)).mtimeMs;
    const owner = Number(await readFile(name, "utf8"));
    // The clock may have been changed, so the age of the lock decides only if the process is unknown.
    return Number.isInteger(owner) && owner > 0 ? !isRunning(owner) : Math.abs(age) > STALE_MS;
  } catch {
    // The lock was removed, or cannot be inspected; the next attempt decides.
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
