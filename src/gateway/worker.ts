import type { EvaluationRequest } from "../protocol/index.js";
import { scan, takeResults } from "../redactor/index.js";
import { handOver } from "../service/threads/hand-over.js";
import {
  encode as encodeHere,
  assessAnswer as assessHere,
  type AssessedAnswer,
  type AnswerTask,
} from "./assess-answer.js";

/** Entry of a worker thread for long texts: each function of {@link TextWorker} by its name. */
// A file of tasks must have a default one.
export { scan, scan as default, takeResults };

export function encode(question: EvaluationRequest): Uint8Array {
  const bytes = encodeHere(question);
  return handOver(bytes, bytes);
}

export function assessAnswer(task: AnswerTask): AssessedAnswer {
  const assessed = assessHere(task);
  return assessed.ok && assessed.evaluated instanceof Uint8Array
    ? handOver(assessed, assessed.evaluated)
    : assessed;
}
