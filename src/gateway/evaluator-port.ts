import type { Registry } from "prom-client";
import type { EvaluationRequest, EvaluationResponse } from "../protocol/index.js";
import type { Call } from "../service/index.js";

/** An evaluator's response: JSON, or the parsed object if it is small and was created on this thread. */
export type ReceivedAnswer = Uint8Array | EvaluationResponse;

/** The gateway's interface to an evaluator in this process or on a server. The gateway checks all responses that are JSON. */
export interface EvaluatorPort {
  /** A remote evaluator gets only redacted texts. */
  readonly mode: "embedded" | "remote";
  evaluate(request: EvaluationRequest, call: Call): Promise<ReceivedAnswer>;
  version(call: Call): Promise<unknown>;
  /** Whether the evaluator can evaluate texts. A remote evaluator has no such method, because only a request can tell. */
  isReady?(): boolean;
  /** Registers the evaluator's metrics, if it has any. */
  observe?(registry: Registry): void;
  close(): Promise<void>;
}

/** The result of a text in this process, and whether its redacted form has the same result. */
export interface Compared {
  /** The response for the original text, as JSON. */
  readonly answer: Uint8Array;
  readonly isSame: boolean;
}

/**
 * Evaluates texts in the gateway's process, in addition to a remote evaluator. A redacted text is sent only if its result is the same
 * as the result of the original.
 */
export interface Reader {
  compare(question: EvaluationRequest, redacted: string, call: Call): Promise<Compared>;
}
