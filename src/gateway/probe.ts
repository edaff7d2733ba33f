import { callWithin, ServiceError } from "../service/index.js";
import type { GatewayAppOptions } from "./app-options.js";
import { subjectHashOf, type Assessor } from "./assessor.js";

const TIMEOUT_MS = 2000;

/** Ignored. */
const TEXT = "ready?";

/**
 * Whether texts can be assessed: sends one request to each remote service that an assessment needs. An evaluator in this process
 * gets no request, because it would wait after texts.
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
    // A service that is overloaded must not be considered dead, which would not reduce its load.
    return error instanceof ServiceError && error.code === "overloaded";
  } finally {
    call.close();
  }
}
