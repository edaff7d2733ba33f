import type { AssessmentResponse } from "../protocol/index.js";
import { isGenuineAssertion, type PersonalDataAssertion } from "../redactor/index.js";
import { ServiceError } from "../service/index.js";
import type { Evaluated } from "./assess-answer.js";

/** The parts of an assessment. */
export interface AssessmentParts {
  readonly head: Pick<AssessmentResponse, "subjectHash" | "responseId" | "verdict">;
  /** An object, or its JSON. */
  readonly evaluated: Evaluated | Uint8Array;
  readonly redaction: AssessmentResponse["redaction"];
  readonly assertions: readonly PersonalDataAssertion[];
}

type Tail = Omit<AssessmentResponse, keyof AssessmentParts["head"] | keyof Evaluated>;

/**
 * Returns the JSON of an assessment. The evaluator's part may be large, so JSON is copied without parsing it.
 * @throws ServiceError `internal-error` if an assertion was not created by the redactor in this process
 */
export function assessmentJson({
  head,
  evaluated,
  redaction,
  assertions,
}: AssessmentParts): string | Buffer {
  if (!assertions.every(isGenuineAssertion)) throw new ServiceError("internal-error");
  const tail: Tail = { redaction, assertions: [...assertions] };
  if (!(evaluated instanceof Uint8Array))
    return JSON.stringify({ ...head, ...evaluated, ...tail } satisfies AssessmentResponse);
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head).slice(0, -1)},`),
    evaluated.subarray(1, -1),
    Buffer.from(`,${JSON.stringify(tail).slice(1)}`),
  ]);
}
