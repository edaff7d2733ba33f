import { PROBLEMS, type ProblemCode, type ProblemPlace } from "../protocol/index.js";

/** Details of an error beyond its code. The details that are sent never contain text from the request. */
export interface ServiceErrorDetails {
  readonly detail?: string;
  readonly errors?: ProblemPlace[];
  /** Seconds to wait before the next attempt. */
  readonly retryAfter?: number;
  /** For the log only. */
  readonly cause?: unknown;
}

/** An error that is sent as the response to a request. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";

  constructor(
    readonly code: ProblemCode,
    readonly details: ServiceErrorDetails = {},
  ) {
    super(code, { cause: details.cause });
  }

  /** The HTTP status. */
  get status(): number {
    return PROBLEMS[this.code].status;
  }
}
