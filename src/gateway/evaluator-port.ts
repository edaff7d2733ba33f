import type { Registry } from "prom-client";
import type { EvaluationRequest } from "../protocol/index.js";

/**
 * An evaluator as the gateway sees it: in this process or elsewhere. Answers are taken as they come, as
 * JSON, and checked by the gateway, whoever gave them.
 */
export interface EvaluatorPort {
  /** A remote evaluator gets redacted text only. */
  readonly mode: "embedded" | "remote";
  evaluate(request: EvaluationRequest, signal: AbortSignal): Promise<Uint8Array>;
  version(signal: AbortSignal): Promise<unknown>;
  isReady(signal: AbortSignal): Promise<boolean>;
  /** Adds metrics of its own. */
  observe?(registry: Registry): void;
  close(): Promise<void>;
}
