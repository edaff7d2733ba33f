import { createHash } from "node:crypto";
import type { AssessmentRequest, AssessmentResponse, EvaluationRequest, EvaluationResponse, Verdict } from "../protocol/index.js";
import { isGenuineAssertion, PresidioError, slicer, type RedactedText, type Redactor } from "../redactor/index.js";
import { ServiceError } from "../service/index.js";
import { checkAnswer } from "./check-answer.js";
import type { CodeRegistry } from "./code-registry.js";
import type { EvaluatorPort } from "./evaluator-port.js";

/** SHA-256 of a text as UTF-8, in hexadecimal. */
export function subjectHashOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

export interface AssessorOptions {
  readonly evaluator: EvaluatorPort;
  readonly redactor: Redactor;
  readonly codes: CodeRegistry;
  /** For one assessment. */
  readonly timeoutMs: number;
}

/** Takes a text through redactor and evaluator to a verdict. */
export class Assessor {
  constructor(readonly options: AssessorOptions) {}

  async assess(request: AssessmentRequest, subjectHash = subjectHashOf(request.text)): Promise<AssessmentResponse> {
    const { evaluator, codes, timeoutMs } = this.options;
    const signal = AbortSignal.timeout(timeoutMs);
    const redacted = await this.#redact(request, subjectHash, signal);
    const question: EvaluationRequest = {
      text: redacted.replaced ?? request.text,
      offsetEncoding: request.offsetEncoding ?? "utf-16",
      ...(request.profile === undefined ? {} : { profile: request.profile }),
    };
    const answer = checkAnswer(await evaluator.evaluate(question, signal), question, codes);
    const verdict = verdictOf(answer, codes);
    const { responseId } = request;
    return {
      subjectHash,
      ...(responseId === undefined ? {} : { responseId }),
      verdict,
      ...(verdict === "abstained" ? nullFloor : findingsOf(answer, request)),
      outcome: answer.outcome,
      offsetEncoding: answer.offsetEncoding,
      evaluator: { sourceHash: answer.sourceHash, modelRevision: answer.modelRevision },
      redaction: redacted.summary,
      assertions: genuine(redacted),
    };
  }

  async #redact(request: AssessmentRequest, subjectHash: string, signal: AbortSignal): Promise<RedactedText> {
    const { text, offsetEncoding = "utf-16" } = request;
    // What leaves the machine is redacted; an evaluator in this process reads the original.
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

/** What an abstention says: nothing (card, states). */
const nullFloor = { labels: [], spans: [], findings: [], notes: [] };

/** Nothing found is clear only where everything was analysed. */
function verdictOf(answer: EvaluationResponse, codes: CodeRegistry): Verdict {
  const verdict = codes.verdictFor(answer.code);
  return verdict === "clear" && answer.outcome.status === "incomplete" ? "incomplete" : verdict;
}

/** The findings with the characters of the original text, which the evaluator may not have seen. */
function findingsOf({ labels, spans, findings, notes }: EvaluationResponse, request: AssessmentRequest) {
  const text = slicer(request.text, request.offsetEncoding ?? "utf-16");
  return { labels, spans, notes, findings: findings.map((finding) => ({ ...finding, text: text.slice(finding.span) })) };
}

/** Only what the redactor made in this process leaves as an assertion (card rule 23). */
function genuine({ assertions }: RedactedText) {
  if (!assertions.every(isGenuineAssertion)) throw new ServiceError("internal-error");
  return assertions;
}
