import type {
  AssessmentResponse,
  EvaluationRequest,
  EvaluationResponse,
  ProblemCode,
  Verdict,
} from "../protocol/index.js";
import { slicer } from "../redactor/index.js";
import { ServiceError } from "../service/service-error.js";
import { checkAnswer, checkOrigin, type Expected } from "./check-answer.js";
import { EvaluatorCodes } from "./evaluator-codes.js";
import type { ReceivedAnswer } from "./evaluator-port.js";

export type { Expected } from "./check-answer.js";

/** An evaluator's response, and the values that it must match. */
export interface AnswerTask {
  /** As received from the evaluator. */
  readonly answer: ReceivedAnswer;
  /** The request that was sent to the evaluator. */
  readonly question: EvaluationRequest;
  /** The submitted text, if the evaluator received a redacted text. */
  readonly original: string | undefined;
  /** Codes to abstain from. */
  readonly disabled: readonly string[];
  readonly expected: Expected;
}

/** The part of an assessment that comes from the evaluator. */
export type Evaluated = Pick<
  AssessmentResponse,
  "labels" | "spans" | "findings" | "notes" | "outcome" | "offsetEncoding" | "evaluator"
>;

export type AssessedAnswer =
  | {
      readonly ok: true;
      readonly verdict: Verdict;
      /** An object, or its JSON. */
      readonly evaluated: Evaluated | Uint8Array;
    }
  | { readonly ok: false; readonly code: ProblemCode; readonly detail: string | undefined };

/** Returns the JSON of a message in UTF-8. */
export function encode(message: EvaluationRequest | Evaluated): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(message));
}

/**
 * Returns the verdict and the findings of an evaluator's response. A response in bytes is not trusted and is checked; an object was
 * created in this process, and only its origin is checked.
 */
export function assessAnswer({
  answer,
  question,
  original,
  disabled,
  expected,
}: AnswerTask): AssessedAnswer {
  try {
    const codes = new EvaluatorCodes(disabled);
    const isObject = !(answer instanceof Uint8Array);
    const checked = isObject ? answer : checkAnswer(parse(answer), question, codes, expected);
    if (isObject) checkOrigin(answer, expected);
    const verdict = verdictOf(checked, codes);
    const evaluated: Evaluated = {
      ...(verdict === "abstained" ? NO_FINDINGS : findingsOf(checked, question, original)),
      outcome: checked.outcome,
      offsetEncoding: checked.offsetEncoding,
      evaluator: { sourceHash: checked.sourceHash, modelRevision: checked.modelRevision },
    };
    return { ok: true, verdict, evaluated: isObject ? evaluated : encode(evaluated) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ok: false, code: error.code, detail: error.details.detail };
  }
}

function parse(answer: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(answer)) as unknown;
  } catch {
    throw new ServiceError("evaluator-invalid-response", { detail: "the response is not JSON" });
  }
}

/** The findings of an abstention: none (specification, "States and transitions"). */
const NO_FINDINGS = { labels: [], spans: [], findings: [], notes: [] };

/** Returns the verdict of a response. A text without findings is clear only if it was analyzed completely. */
function verdictOf(answer: EvaluationResponse, codes: EvaluatorCodes): Verdict {
  const verdict = codes.verdictFor(answer.code);
  return verdict === "clear" && answer.outcome.status === "incomplete" ? "incomplete" : verdict;
}

/** Returns the findings with the characters of the original text, which the evaluator may not have seen. */
function findingsOf(
  { labels, spans, findings, notes }: EvaluationResponse,
  question: EvaluationRequest,
  original: string | undefined,
) {
  if (original === undefined) return { labels, spans, findings, notes };
  const text = slicer(original, question.offsetEncoding ?? "utf-16");
  const quoted = findings.map((finding) => ({
    ...finding,
    text: text.slice(finding.span) ?? finding.text,
  }));
  return { labels, spans, findings: quoted, notes };
}
