import { createHash, webcrypto } from "node:crypto";
import type { AssessmentRequest, EvaluationRequest, Verdict } from "../protocol/index.js";
import { PresidioError, type RedactedText, type Redactor } from "../redactor/index.js";
import { ServiceError } from "../service/index.js";
import { assessmentJson } from "./assessment-json.js";
import type { EvaluatorPort } from "./evaluator-port.js";
import type { Weighed, WeighTask } from "./weigh.js";

/** Texts above this length are hashed on a thread of Node's own. */
const LONG = 64 * 1024;

/** SHA-256 of a text as UTF-8, in hexadecimal. */
export async function subjectHashOf(text: string): Promise<string> {
  if (text.length <= LONG) return createHash("sha256").update(text, "utf8").digest("hex");
  return Buffer.from(await webcrypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("hex");
}

export interface AssessorOptions {
  readonly evaluator: EvaluatorPort;
  readonly redactor: Redactor;
  readonly workshop: { weigh(task: WeighTask, signal: AbortSignal): Promise<Weighed> };
  /** Evaluator codes to abstain from. */
  readonly disabledCodes: readonly string[];
  /** For one assessment. */
  readonly timeoutMs: number;
}

export interface Assessment {
  readonly verdict: Verdict;
  /** The answer as it is sent. */
  readonly json: Buffer;
}

/** Takes a text through redactor and evaluator to a verdict. */
export class Assessor {
  constructor(readonly options: AssessorOptions) {}

  async assess(request: AssessmentRequest, subjectHash: string): Promise<Assessment> {
    const signal = AbortSignal.timeout(this.options.timeoutMs);
    const { redacted, weighed } = await this.#ask(request, subjectHash, signal);
    if (!weighed.ok) throw new ServiceError(weighed.code, weighed.detail === undefined ? {} : { detail: weighed.detail });
    const { verdict, evaluated } = weighed;
    const { responseId } = request;
    const head = { subjectHash, ...(responseId === undefined ? {} : { responseId }), verdict };
    return { verdict, json: assessmentJson({ head, evaluated, redaction: redacted.summary, assertions: redacted.assertions }) };
  }

  /**
   * What leaves the machine is redacted first; an evaluator in this process reads the original, and
   * need not wait for the redactor.
   */
  async #ask(request: AssessmentRequest, subjectHash: string, signal: AbortSignal) {
    if (this.options.evaluator.mode === "embedded") {
      const [redacted, weighed] = await Promise.all([
        this.#redact(request, subjectHash, signal),
        this.#evaluate(questionOf(request, request.text), undefined, signal),
      ]);
      return { redacted, weighed };
    }
    const redacted = await this.#redact(request, subjectHash, signal);
    if (redacted.replaced === null) throw new ServiceError("internal-error");
    return { redacted, weighed: await this.#evaluate(questionOf(request, redacted.replaced), request.text, signal) };
  }

  async #evaluate(question: EvaluationRequest, original: string | undefined, signal: AbortSignal): Promise<Weighed> {
    const { evaluator, workshop, disabledCodes } = this.options;
    const answer = await evaluator.evaluate(question, signal);
    try {
      return await workshop.weigh({ answer, question, original, disabled: disabledCodes }, signal);
    } catch (error) {
      if (signal.aborted) throw new ServiceError("evaluation-timeout", { cause: error });
      // An answer that a worker cannot take in would be none at the next try either.
      throw new ServiceError("evaluator-invalid-response", { detail: "the answer cannot be read", cause: error });
    }
  }

  async #redact(request: AssessmentRequest, subjectHash: string, signal: AbortSignal): Promise<RedactedText> {
    const { text, offsetEncoding = "utf-16" } = request;
    const replace = this.options.evaluator.mode === "remote";
    try {
      return await this.options.redactor.redact({ text, subjectHash, offsetEncoding, replace, signal });
    } catch (error) {
      if (signal.aborted) throw new ServiceError("evaluation-timeout", { cause: error });
      if (error instanceof PresidioError) throw new ServiceError("redactor-failed", { cause: error });
      throw new ServiceError("evaluation-interrupted", { retryAfter: 1, cause: error });
    }
  }
}

function questionOf({ profile, offsetEncoding = "utf-16" }: AssessmentRequest, text: string): EvaluationRequest {
  return { text, offsetEncoding, ...(profile === undefined ? {} : { profile }) };
}
