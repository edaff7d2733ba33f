import {
  accessSync,
  chmodSync,
  constants,
  createWriteStream,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { Failure, fileErrorMessage } from "../failure.js";
import { Output } from "../output.js";

/** Temporary files that have not yet replaced their target. */
const unfinished = new Set<string>();

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Opens a file for a report. A regular file in a writable folder is replaced when the report is complete; any other file, such as a
 * device or a pipe, is written directly.
 * @param name the path as the user wrote it, for messages
 */
export function fileOutput(path: string, name: string): Output {
  const target = resultOrNull(() => realpathSync(path)) ?? path;
  return isReplaceable(target)
    ? new FileOutput(target, `${target}.curlew-${process.pid}`, name)
    : new Output(createWriteStream(path), name, true);
}

/** Writes a temporary file, which replaces the target at the end, so that an interrupted run leaves the target unchanged. */
class FileOutput extends Output {
  constructor(
    private readonly target: string,
    private readonly temporary: string,
    private readonly shown: string,
  ) {
    super(createWriteStream(temporary), shown, true);
    if (unfinished.size === 0) for (const signal of SIGNALS) process.once(signal, interrupted);
    unfinished.add(temporary);
  }

  override async finish(): Promise<void> {
    await super.finish();
    try {
      const mode = statSync(this.target, { throwIfNoEntry: false })?.mode;
      if (mode !== undefined) chmodSync(this.temporary, mode);
      renameSync(this.temporary, this.target);
    } catch (error) {
      throw new Failure(`cannot write ${this.shown}: ${fileErrorMessage(error)}`);
    }
    forget(this.temporary);
  }

  override discard(): void {
    if (!unfinished.has(this.temporary)) return;
    rmSync(this.temporary, { force: true });
    forget(this.temporary);
  }
}

function forget(temporary: string): void {
  unfinished.delete(temporary);
  if (unfinished.size === 0) for (const signal of SIGNALS) process.off(signal, interrupted);
}

/** Removes the temporary files and ends the process as the signal would have. */
function interrupted(signal: NodeJS.Signals): void {
  for (const temporary of unfinished) {
    rmSync(temporary, { force: true });
    forget(temporary);
  }
  process.kill(process.pid, signal);
}

/** Whether a file can be replaced: its folder is writable, and it does not exist or is a writable regular file. */
function isReplaceable(path: string): boolean {
  return (
    resultOrNull(() => {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats !== undefined && !stats.isFile()) return false;
      accessSync(dirname(path), constants.W_OK);
      if (stats !== undefined) accessSync(path, constants.W_OK);
      return true;
    }) ?? false
  );
}

/** Returns the result of an action; null if it throws. */
function resultOrNull<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
