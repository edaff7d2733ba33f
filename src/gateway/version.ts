import {
  EvaluatorVersion,
  INTERFACE_VERSION,
  read,
  type GatewayVersion,
} from "../protocol/index.js";
import type { EvaluatorCodes } from "./evaluator-codes.js";
import { callWithin } from "../service/index.js";
import type { EvaluatorPort } from "./evaluator-port.js";

/** Time limit in milliseconds for the evaluator's response. */
const TIMEOUT_MS = 2000;

/** Returns the version of the gateway; `evaluator` is null if the evaluator does not send its version. */
export async function describeGateway(
  version: string,
  evaluator: EvaluatorPort,
  codes: EvaluatorCodes,
): Promise<GatewayVersion> {
  return {
    service: "gateway",
    version,
    interface: INTERFACE_VERSION,
    evaluatorMode: evaluator.mode,
    evaluator: await describeEvaluator(evaluator),
    codes: codes.rules,
  };
}

async function describeEvaluator(evaluator: EvaluatorPort): Promise<GatewayVersion["evaluator"]> {
  const call = callWithin(TIMEOUT_MS);
  try {
    const answer = read(EvaluatorVersion, await evaluator.version(call));
    if (!answer.ok) return null;
    const { sourceHash, modelRevision } = answer.value;
    return { sourceHash, modelRevision };
  } catch {
    return null;
  } finally {
    call.close();
  }
}
