import { ServiceError } from "./service-error.js";

/** The time limit of the work for one request, and the signal that aborts it. */
export interface Call {
  /** Aborted at the time limit, or when the client disconnects. */
  readonly signal: AbortSignal;
  /** The time limit, in milliseconds on the clock of `performance.now()`. */
  readonly deadline: number;
  /** The caller's `traceparent` (W3C Trace Context), for requests to other services. */
  readonly traceparent?: string | undefined;
}

/** A call that can be aborted early. It must be closed when its request has been answered. */
export interface OpenCall extends Call {
  /** Aborts the call because the client has disconnected. */
  leave(): void;
  /** Stops the timer. */
  close(): void;
}

/** Returns a call that is aborted after a number of milliseconds. */
export function callWithin(milliseconds: number, traceparent?: string): OpenCall {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new ServiceError("evaluation-timeout")),
    milliseconds,
  );
  return {
    signal: controller.signal,
    deadline: performance.now() + milliseconds,
    traceparent,
    leave: () => controller.abort(new ServiceError("client-closed")),
    close: () => clearTimeout(timer),
  };
}

/** Returns the milliseconds until the time limit; never negative. */
export function timeLeft({ deadline }: Call): number {
  return Math.max(0, deadline - performance.now());
}

/** Returns the error for a request whose call was aborted. */
export function abortError({ signal }: Call, cause: unknown): ServiceError {
  return signal.reason instanceof ServiceError
    ? signal.reason
    : new ServiceError("evaluation-timeout", { cause });
}
