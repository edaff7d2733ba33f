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

/** A log that can be written nowhere must not take the service down: lines are dropped instead. */
function openDestination(file: string | undefined): DestinationStream {
  const target = file === undefined ? { dest: 1 } : { dest: file, append: true, mkdir: true };
  const destination = pino.destination({ ...target, sync: false, maxLength: MAX_BUFFERED });
  destination.on("error", () => undefined);
  return destination;
}

/** Opens the structured log: one JSON object a line, on standard output or in a file. */
export function createLog(options: { level: LogLevel; file?: string | undefined; stream?: DestinationStream }): Logger {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError, error: describeError, req: () => undefined, res: () => undefined },
    },
    options.stream ?? openDestination(options.file),
  );
}
