import { callWithin, ServiceError } from "../service/index.js";
import type { GatewayAppOptions } from "./app-options.js";
import { subjectHashOf, type Assessor } from "./assessor.js";

const TIMEOUT_MS = 2000;

/** The text that is assessed; the result is ignored. */
const TEXT = "ready?";

/**
 * Returns whether texts can be assessed, by one request to each remote service that an assessment needs. An evaluator in this
 * process gets no request, which would wait behind texts.
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
