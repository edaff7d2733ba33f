import {
  carriesAssertions,
  EvaluationResponse,
  MAX_LISTED,
  read,
  type EvaluationRequest,
  type Span,
} from "../protocol/index.js";
import { slicer } from "../redactor/index.js";
import { ServiceError } from "../service/service-error.js";
import type { CodeRegistry } from "./code-registry.js";

/** Refuses an evaluator's answer that is not what the interface says, or that does not fit its request. */
export function checkAnswer(answer: unknown, request: EvaluationRequest, codes: CodeRegistry): EvaluationResponse {
  if (typeof answer !== "object" || answer === null) throw invalid("expected an object");
  if (!("modelRevision" in answer) || typeof answer.modelRevision !== "string" || answer.modelRevision === "") {
    throw new ServiceError("evaluator-missing-revision");
  }
  if (carriesAssertions(answer)) throw new ServiceError("evaluator-untrusted-assertion");
  if ("code" in answer && typeof answer.code === "string") codes.verdictFor(answer.code);
  const reading = read(EvaluationResponse, answer);
  if (!reading.ok) throw invalid(reading.places[0] ?? "does not fit the schema");
  checkConsistency(reading.value, request);
  return reading.value;
}

function invalid(detail: string): ServiceError {
  return new ServiceError("evaluator-invalid-response", { detail });
}

/** Code and labels say the same, and every span lies in the text that was sent and shows what it claims. */
function checkConsistency(answer: EvaluationResponse, request: EvaluationRequest): void {
  const encoding = request.offsetEncoding ?? "utf-16";
  if (answer.offsetEncoding !== encoding) throw invalid("/offsetEncoding: another one was asked for");
  if ((answer.code === "PS") !== answer.labels.length > 0) throw invalid("/labels: differ from the code");
  const text = slicer(request.text, encoding);
  const fits = ([, end]: Span) => end <= text.length;
  if (!spansOf(answer).every(fits)) throw invalid("a span ends after the text");
  if (!answer.findings.every((finding) => text.slice(finding.span) === finding.text)) {
    throw invalid("/findings: a text differs from its span");
  }
  const labelled = answer.findings.filter(({ level }) => level === "finding").length;
  const isListed = answer.findings.length < MAX_LISTED;
  if (isListed && answer.spans.length > labelled) throw invalid("/spans: more than there are findings");
}

function spansOf({ spans, findings, notes, outcome }: EvaluationResponse): Span[] {
  const limits = outcome.status === "incomplete" ? outcome.limits : [];
  return [
    ...spans,
    ...findings.flatMap(({ span, trace }) => [span, ...trace.flatMap((step) => (step.span === undefined ? [] : [step.span]))]),
    ...notes.flatMap(({ span, evidence }) => (evidence === undefined ? [span] : [span, evidence])),
    ...limits.map(({ span }) => span),
  ];
}
