/**
 * The cause of a failure: the queue cannot be reached (`unreachable`), the settings are invalid, a partition failed, the workers that
 * processed a partition ended (`died`), or another run writes the same output (`taken`).
 */
export type QueueErrorCode = "unreachable" | "settings" | "partition" | "died" | "taken";

/** A failure of the queue or of a partition. The message can be shown to users and contains no secret. */
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
