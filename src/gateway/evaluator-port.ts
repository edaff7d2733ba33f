import type { Registry } from "prom-client";
import type { EvaluationRequest, EvaluationResponse } from "../protocol/index.js";
import type { Call } from "../service/index.js";

/** What an evaluator answered: JSON, or what that would say, where it was made on this thread and is small. */
export type GivenAnswer = Uint8Array | EvaluationResponse;

/**
 * An evaluator as the gateway sees it: in this process or elsewhere. Answers are taken as they come, and JSON is checked by the
 * gateway, whoever gave it.
 */
export interface EvaluatorPort {
  /** A remote evaluator gets redacted text only. */
  readonly mode: "embedded" | "remote";
  evaluate(request: EvaluationRequest, call: Call): Promise<GivenAnswer>;
  version(call: Call): Promise<unknown>;
  /** Whether it works, as far as that is known without asking; an evaluator elsewhere must be asked. */
  isReady?(): boolean;
  /** Adds its own metrics. */
  observe?(registry: Registry): void;
  close(): Promise<void>;
}

/** What a text says here, and whether what would be sent of it says the same. */
export interface Compared {
  /** The answer to the text itself, as JSON. */
  readonly answer: Uint8Array;
  readonly isSame: boolean;
}

/**
 * The gateway's own reading of texts, beside a remote evaluator. It decides what may be sent: a redacted text is
 * sent only where nothing of the answer hangs on what was replaced.
 */
export interface Reader {
  compare(question: EvaluationRequest, redacted: string, call: Call): Promise<Compared>;
}
