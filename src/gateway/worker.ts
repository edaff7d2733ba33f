import type { EvaluationRequest } from "../protocol/index.js";
import { scan, takeResults } from "../redactor/index.js";
import { handOver } from "../service/threads/hand-over.js";
import { encode as encodeHere, weigh as weighHere, type Weighed, type WeighTask } from "./weigh.js";

/** Entry of a worker thread for long texts: each function of {@link Workshop} by its name. */
// A file of tasks must have a default one.
export { scan, scan as default, takeResults };

export function encode(question: EvaluationRequest): Uint8Array {
  const bytes = encodeHere(question);
  return handOver(bytes, bytes);
}

export function weigh(task: WeighTask): Weighed {
  const weighed = weighHere(task);
  return weighed.ok && weighed.evaluated instanceof Uint8Array
    ? handOver(weighed, weighed.evaluated)
    : weighed;
}
