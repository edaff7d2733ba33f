import type { NodeDetectorOptions } from "../host/node.js";
import type {
  EvaluationResponse,
  EvaluatorCode,
  OffsetEncoding,
  Profile,
} from "../protocol/index.js";

/** What a worker is asked. */
export interface EvaluationTask {
  readonly text: string;
  readonly profile: Profile;
  readonly offsetEncoding: OffsetEncoding;
  /** Milliseconds after which the analysis ends and says what it left out. */
  readonly analysisMs: number;
  /** Goes into the answer; a worker does not know it. */
  readonly sourceHash: string;
}

/** What a worker answers. A large answer is costly to take apart, so it stays as it is sent. */
export interface EvaluatedText {
  readonly code: EvaluatorCode;
  /** The `EvaluationResponse` as JSON. */
  readonly json: Uint8Array;
  /** The same as it is, where it is small and was made on the calling thread. */
  readonly answer?: EvaluationResponse;
}

/** A text, and what would be sent of it elsewhere. */
export interface ComparisonTask extends EvaluationTask {
  readonly redacted: string;
}

/** How a text reads, and whether what would be sent of it reads the same. */
export interface ComparedTexts extends EvaluatedText {
  readonly isSame: boolean;
}

/** What a detector of the service is made with, whatever its profile; every worker is started with it. */
export type Rules = Required<Pick<NodeDetectorOptions, "queriesDirs" | "disabledRules">>;

/** Functions of the worker file that can be called by name. */
export const REVISIONS_TASK = "revisions";
export const COMPARE_TASK = "compare";
