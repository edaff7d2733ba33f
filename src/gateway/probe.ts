import { callWithin, ServiceError } from "../service/index.js";
import type { GatewayAppOptions } from "./app-options.js";
import { subjectHashOf, type Assessor } from "./assessor.js";

/** Time limit in milliseconds for all requests. */
const TIMEOUT_MS = 2000;

/** The text that is assessed; the result is ignored. */
const TEXT = "ready?";

/**
 * Checks whether texts can be assessed, with one request to each remote service that an assessment needs. An evaluator in this process
 * gets no request, because the request would wait behind texts.
 */
export async function probe(
  { evaluator, redactor }: Pick<GatewayAppOptions, "evaluator" | "redactor">,
  assessor: Assessor,
): Promise<boolean> {
  if (evaluator.isReady?.() === false) return false;
  if (evaluator.mode === "embedded" && redactor.parts.finders.length === 0) return true;
  const call = callWithin(TIMEOUT_MS);
  try {
    const subjectHash = await subjectHashOf(TEXT);
    if (evaluator.mode === "remote") await assessor.assess({ text: TEXT }, subjectHash, call);
    else
      await redactor.redact({
        text: TEXT,
        subjectHash,
        offsetEncoding: "utf-16",
        replace: false,
        signal: call.signal,
      });
    return true;
  } catch (error) {
    // An overloaded service is ready: taking it out of service would not reduce the load.
    return error instanceof ServiceError && error.code === "overloaded";
  } finally {
    call.close();
  }
}
