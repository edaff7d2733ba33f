/** The reasons why there is no assessment. Each has its own message, and none means that an answer is clear. */
export const FAILURES = [
  "not-chosen",
  "token-missing",
  "unreachable",
  "unauthorized",
  "forbidden",
  "rate-limited",
  "bad-gateway",
  "gateway-timeout",
  "timeout",
  "overloaded",
  "too-large",
  "rejected",
  "server-error",
  "bad-response",
  "device-failed",
  "worker-restarted",
  "extension-updated",
  "storage-failed",
] as const;
export type Failure = (typeof FAILURES)[number];

/** Returns the reply with the reason why there is no assessment; `retryAfter` is in whole seconds. */
export function unavailable(
  reason: Failure,
  retryAfter?: number,
): { status: "unavailable"; reason: Failure; retryAfter?: number } {
  return { status: "unavailable", reason, ...(retryAfter === undefined ? {} : { retryAfter }) };
}
