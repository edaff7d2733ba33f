/** What went wrong, for whoever decides what to do: `unreachable` is the queue, `store` the folder or bucket. */
export type QueueErrorCode = "unreachable" | "store" | "shard" | "settings";

/** Something between machines that did not work. The message is for people and holds no secret. */
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
