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

/** Files that are written and not yet in their place. */
const unfinished = new Set<string>();

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Opens an output to a file: one that is replaced at the end, or a device, a pipe or the like that is written directly. */
export function fileOutput(path: string, name: string): Output {
  const place = attempt(() => realpathSync(path)) ?? path;
  return isReplaceable(place)
    ? new FileOutput(place, `${place}.curlew-${process.pid}`, name)
    : new Output(createWriteStream(path), name, true);
}

/** Writes a temporary file and replaces the file at the end, so that an interrupted run leaves it unchanged. */
class FileOutput extends Output {
  constructor(
    private readonly place: string,
    private readonly beside: string,
    private readonly file: string,
  ) {
    super(createWriteStream(beside), file, true);
    if (unfinished.size === 0) for (const signal of SIGNALS) process.once(signal, interrupted);
    unfinished.add(beside);
  }

  override async finish(): Promise<void> {
    await super.finish();
    try {
      const mode = statSync(this.place, { throwIfNoEntry: false })?.mode;
      if (mode !== undefined) chmodSync(this.beside, mode);
      renameSync(this.beside, this.place);
    } catch (error) {
      throw new Failure(`cannot write ${this.file}: ${fileErrorMessage(error)}`);
    }
    forget(this.beside);
  }

  override discard(): void {
    if (!unfinished.has(this.beside)) return;
    rmSync(this.beside, { force: true });
    forget(this.beside);
  }
}

function forget(beside: string): void {
  unfinished.delete(beside);
  if (unfinished.size === 0) for (const signal of SIGNALS) process.off(signal, interrupted);
}

/** Removes the temporary file and ends the process as the signal would have. */
function interrupted(signal: NodeJS.Signals): void {
  for (const beside of unfinished) {
    rmSync(beside, { force: true });
    forget(beside);
  }
  process.kill(process.pid, signal);
}

/** Whether a file may be replaced: a new or regular one that may be written, in a writable folder. */
function isReplaceable(place: string): boolean {
  return (
    attempt(() => {
      const stats = statSync(place, { throwIfNoEntry: false });
      if (stats !== undefined && !stats.isFile()) return false;
      accessSync(dirname(place), constants.W_OK);
      if (stats !== undefined) accessSync(place, constants.W_OK);
      return true;
    }) ?? false
  );
}

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
