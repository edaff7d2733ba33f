import type { NodeDetectorOptions } from "../host/node.js";
import type {
  EvaluationResponse,
  EvaluatorCode,
  OffsetEncoding,
  Profile,
} from "../protocol/index.js";

/** A task for a worker. */
export interface EvaluationTask {
  readonly text: string;
  readonly profile: Profile;
  readonly offsetEncoding: OffsetEncoding;
  /** Milliseconds after which the analysis ends and reports what was not analyzed. */
  readonly analysisMs: number;
  /** Copied to the response; a worker cannot compute it. */
  readonly sourceHash: string;
}

/** The result of a worker. Parsing a large response is costly, so it stays serialized. */
export interface EvaluatedText {
  readonly code: EvaluatorCode;
  /** The `EvaluationResponse` as JSON. */
  readonly json: Uint8Array;
  /** The response as an object, if it is small and was created on the calling thread. */
  readonly answer?: EvaluationResponse;
}

/** A text, and the redacted form that would be sent to a remote evaluator. */
export interface ComparisonTask extends EvaluationTask {
  readonly redacted: string;
}

/** The result of a text, and whether its redacted form has the same result. */
export interface ComparedTexts extends EvaluatedText {
  readonly isSame: boolean;
}

/** The options of the service's detectors in all profiles; every worker is started with them. */
export type Rules = Required<Pick<NodeDetectorOptions, "queriesDirs" | "disabledRules">>;

/** The names of functions that the worker file exports. */
export const REVISIONS_TASK = "revisions";
export const COMPARE_TASK = "compare";
