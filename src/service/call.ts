import { ServiceError } from "./service-error.js";

/** The terms on which work for one request is done. */
export interface Call {
  /** Aborted at the time limit, or when the client has disconnected. */
  readonly signal: AbortSignal;
  /** When the time is out, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** The caller's `traceparent` (W3C Trace Context), for requests to other services. */
  readonly traceparent?: string | undefined;
}

/** A call that can be ended before its time, and must be closed when it is answered. */
export interface OpenCall extends Call {
  /** The client has disconnected. */
  leave(): void;
  close(): void;
}

/** Returns a call with a number of milliseconds. */
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

/** Milliseconds until the time is out; never negative. */
export function timeLeft({ deadline }: Call): number {
  return Math.max(0, deadline - performance.now());
}

/** Returns the error for a request whose call has ended. */
export function endOf({ signal }: Call, cause: unknown): ServiceError {
  return signal.reason instanceof ServiceError
    ? signal.reason
    : new ServiceError("evaluation-timeout", { cause });
}
