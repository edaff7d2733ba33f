import { pino, type DestinationStream, type Logger } from "pino";
import type { LogLevel } from "./config/settings.js";

/** How much may wait in memory for a log that takes nothing, before lines are dropped. */
const MAX_BUFFERED = 1024 * 1024;

/**
 * What the log says of an error: its kind, its code and where it was thrown. Never its message, which
 * may quote the submitted text or a header.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line));
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { type: error.name, code, stack: frames.map((line) => line.trim()).join(" < "), cause };
}

/** An open log. */
export interface Log {
  readonly log: Logger;
  /** Writes what is left, and gives up on a log that takes nothing. */
  close(): Promise<void>;
}

const CLOSE_PATIENCE_MS = 1000;

/**
 * Opens the structured log: one JSON object a line, on standard output or in a file. A log that can be
 * written nowhere must not take the service down: then lines are dropped.
 */
export function openLog(options: { level: LogLevel; file?: string | undefined }): Log {
  const target = options.file === undefined ? { dest: 1 } : { dest: options.file, append: true, mkdir: true };
  const destination = pino.destination({ ...target, sync: false, maxLength: MAX_BUFFERED });
  destination.on("error", () => undefined);
  const log = createLog({ level: options.level, stream: destination });
  const close = async () => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CLOSE_PATIENCE_MS);
      log.flush(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    // Otherwise the process would try again and again to write the rest before it ends.
    destination.destroy();
  };
  return { log, close };
}

/** Makes a log that writes nothing but what {@link describeError} lets through of an error. */
export function createLog({ level, stream }: { level: LogLevel; stream: DestinationStream }): Logger {
  const serializers = { err: describeError, error: describeError, req: () => undefined, res: () => undefined };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, stream);
}
