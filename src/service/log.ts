import { lstat, mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pino, type DestinationStream, type Logger } from "pino";
import { ConfigError } from "./config/resolve.js";
import type { LogLevel } from "./config/settings.js";
import { fileErrorReason } from "./file-error-reason.js";

/** Maximum number of characters that wait in memory while the log cannot be written; more lines are dropped. */
const MAX_BUFFERED = 1024 * 1024;

/** The mode of a log file, which contains names of tokens and digests of texts. */
const OWNER_AND_GROUP = 0o640;

/**
 * Returns the loggable part of an error: its name, its code, where it was thrown, and the same of its cause, but not its message, which
 * may quote the submitted text or a header.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { type: error.name, code, stack: framesOf(error).join(" < "), cause };
}

/** Returns the frames of the stack that follow the message; a line of the message could look like a frame. */
function framesOf({ message, stack = "" }: Error): string[] {
  const start = stack.indexOf(message);
  const lines = stack.slice(start < 0 ? 0 : start + message.length).split("\n");
  return lines.filter((line) => /^ {4}at /.test(line)).map((line) => line.trim());
}

/** An open log. */
export interface Log {
  readonly log: Logger;
  /** Reopens the file after it was moved for rotation. */
  reopen(): void;
  /** Accepts no more lines, and writes the waiting ones for at most `CLOSE_TIMEOUT_MS`. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 1000;

type Destination = ReturnType<typeof pino.destination>;

/**
 * Opens the structured log: one JSON object per line, on standard output or in a file. Lines that cannot be written are dropped,
 * because the log must not stop the service.
 * @throws ConfigError if the file cannot be opened now
 */
export async function openLog(options: {
  level: LogLevel;
  file?: string | undefined;
}): Promise<Log> {
  if (options.file !== undefined) await tryToOpen(options.file);
  const target =
    options.file === undefined
      ? { dest: 1 }
      : { dest: options.file, append: true, mode: OWNER_AND_GROUP };
  const destination = pino.destination({ ...target, sync: false, maxLength: MAX_BUFFERED });
  destination.on("error", () => undefined);
  // The destination would try forever to write a line that it receives while it is being destroyed.
  let isOpen = true;
  const log = createLog({
    level: options.level,
    stream: { write: (line) => isOpen && destination.write(line) },
  });
  const close = async () => {
    isOpen = false;
    await ended(destination);
    // Otherwise lines that a full disk did not accept would be retried at exit and keep the process running.
    destination.destroy();
  };
  const reopen = () => {
    if (isOpen && options.file !== undefined) destination.reopen();
  };
  return { log, reopen, close };
}

async function tryToOpen(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    // Through a symbolic link, anyone who can write to the folder could make the service write to any file that it has access to.
    const found = await lstat(file).catch(() => null);
    const isDevice = (await stat(file).catch(() => null))?.isFile() === false;
    if (found?.isSymbolicLink() === true && !isDevice)
      throw new ConfigError(`${file}: is a symbolic link; name the file itself`);
    await (await open(file, "a", OWNER_AND_GROUP)).close();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${file}: cannot be written${fileErrorReason(error)}`, { cause: error });
  }
}

/** Resolves when all lines are written, a line cannot be written, or the time is up. */
async function ended(destination: Destination): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    destination.once("close", finish).once("error", finish);
    destination.end();
  });
}

/**
 * Creates a log that writes only the part of an error that {@link describeError} returns, and omits the objects `req` and `res`.
 */
export function createLog({
  level,
  stream,
}: {
  level: LogLevel;
  stream: DestinationStream;
}): Logger {
  const serializers = {
    err: describeError,
    error: describeError,
    req: () => undefined,
    res: () => undefined,
  };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, stream);
}
