import type { AssessmentBatchRequest, AssessmentRequest } from "../protocol/index.js";
import { problemOf, ServiceError, type Call } from "../service/index.js";
import type { Assessments } from "./assessments.js";

/** The number of texts of one batch that are evaluated concurrently. */
const MAX_CONCURRENT = 8;

/**
 * Assesses a list of texts.
 * @returns the serialized response: one result for each text, in the same order
 */
export async function assessBatch(
  batch: AssessmentBatchRequest,
  assessments: Assessments,
  client: string,
  call: Call,
): Promise<Buffer> {
  const { requests } = batch;
  const results: Buffer[] = [];
  let next = 0;
  const assessNext = async (): Promise<void> => {
    for (let index = next++; index < requests.length; index = next++) {
      const request = requests[index];
      if (request !== undefined)
        results[index] = await resultOf(request, assessments, client, call);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, assessNext));
  const separated = results.flatMap((result, index) => (index === 0 ? [result] : [COMMA, result]));
  return Buffer.concat([Buffer.from('{"results":['), ...separated, Buffer.from("]}")]);
}

const COMMA = Buffer.from(",");

async function resultOf(
  request: AssessmentRequest,
  assessments: Assessments,
  client: string,
  call: Call,
): Promise<Buffer> {
  try {
    const { json } = await assessments.assess(request, client, call);
    return Buffer.concat([
      Buffer.from('{"status":200,"assessment":'),
      Buffer.from(json),
      Buffer.from("}"),
    ]);
  } catch (error) {
    // The client has disconnected, so no response is sent.
    if (error instanceof ServiceError && error.code === "client-closed") throw error;
    const problem = problemOf(error);
    return Buffer.from(JSON.stringify({ status: problem.status, problem }));
  }
}
