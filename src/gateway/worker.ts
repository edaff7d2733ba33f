import type { EvaluationRequest } from "../protocol/index.js";
import { readResults, scan } from "../redactor/index.js";
import { transferResult } from "../service/threads/transfer.js";
import {
  encode as encodeMessage,
  assessAnswer as assess,
  type AssessedAnswer,
  type AnswerTask,
} from "./assess-answer.js";

/** Entry of a worker thread for long texts: the functions that `TextWorker` calls by name. */
// Piscina requires a default export.
export { scan, scan as default, readResults };

export function encode(question: EvaluationRequest): Uint8Array {
  const bytes = encodeMessage(question);
  return transferResult(bytes, bytes);
}

export function assessAnswer(task: AnswerTask): AssessedAnswer {
  const assessed = assess(task);
  return assessed.ok && assessed.evaluated instanceof Uint8Array
    ? transferResult(assessed, assessed.evaluated)
    : assessed;
}
