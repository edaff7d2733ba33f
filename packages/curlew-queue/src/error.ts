/**
 * The cause of the failure: the queue (`unreachable`), the settings, a partition (`partition`), the workers that worked on a
 * partition (`died`), or another run that writes the same output (`taken`).
 */
export type QueueErrorCode = "unreachable" | "settings" | "partition" | "died" | "taken";

/** A failure of the queue or of work on it. The message is for people and contains no secret. */
export class QueueError extends Error {
  override readonly name = "QueueError";

  constructor(
    readonly code: QueueErrorCode,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
