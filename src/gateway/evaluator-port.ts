import type { Registry } from "prom-client";
import type { EvaluationRequest, EvaluationResponse } from "../protocol/index.js";
import type { Call } from "../service/index.js";

/** An evaluator's response: JSON, or the parsed object if it is small and was created on this thread. */
export type ReceivedAnswer = Uint8Array | EvaluationResponse;

/**
 * The gateway's interface to an evaluator, in this process or elsewhere. The gateway checks all JSON, whatever its
 * origin.
 */
export interface EvaluatorPort {
  /** A remote evaluator gets redacted text only. */
  readonly mode: "embedded" | "remote";
  evaluate(request: EvaluationRequest, call: Call): Promise<ReceivedAnswer>;
  version(call: Call): Promise<unknown>;
  /** Whether it works, if this is known without a request; a remote evaluator needs one. */
  isReady?(): boolean;
  /** Adds its own metrics. */
  observe?(registry: Registry): void;
  close(): Promise<void>;
}

/** The result of a text in this process, and whether its redacted form has the same one. */
export interface Compared {
  /** The response for the original text, as JSON. */
  readonly answer: Uint8Array;
  readonly isSame: boolean;
}

/**
 * The gateway's own evaluation of texts, in addition to a remote evaluator. A redacted text is sent only if the
 * result does not depend on replaced parts.
 */
export interface Reader {
  compare(question: EvaluationRequest, redacted: string, call: Call): Promise<Compared>;
}
