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
import type { EvaluatorCodes } from "./evaluator-codes.js";

/** The expected origin of a response. A missing hash and an empty list are not checked. */
export interface Expected {
  readonly sourceHash?: string | undefined;
  /** One for each profile in use. */
  readonly modelRevisions: readonly string[];
}

/**
 * Checks an evaluator's response and returns it.
 * @throws ServiceError if the response does not match the interface, its request or the expected origin
 */
export function checkAnswer(
  answer: unknown,
  request: EvaluationRequest,
  codes: EvaluatorCodes,
  expected: Expected,
): EvaluationResponse {
  if (typeof answer !== "object" || answer === null) throw invalid("expected an object");
  if (
    !("modelRevision" in answer) ||
    typeof answer.modelRevision !== "string" ||
    answer.modelRevision.trim() === ""
  ) {
    throw new ServiceError("evaluator-missing-revision");
  }
  if (carriesAssertions(answer)) throw new ServiceError("evaluator-untrusted-assertion");
  if ("code" in answer && typeof answer.code === "string") codes.verdictFor(answer.code);
  const reading = read(EvaluationResponse, answer);
  if (!reading.ok) throw invalid(reading.places[0] ?? "does not match the schema");
  checkOrigin(reading.value, expected);
  checkConsistency(reading.value, request);
  return reading.value;
}

function invalid(detail: string): ServiceError {
  return new ServiceError("evaluator-invalid-response", { detail });
}

/** Whether a version or a response comes from the expected evaluator. */
export function isExpected(
  from: Pick<EvaluationResponse, "sourceHash" | "modelRevision">,
  expected: Expected,
): boolean {
  if (expected.sourceHash !== undefined && from.sourceHash !== expected.sourceHash) return false;
  return (
    expected.modelRevisions.length === 0 || expected.modelRevisions.includes(from.modelRevision)
  );
}

/**
 * Checks the origin of a response.
 * @throws ServiceError `evaluator-unexpected-revision` if a response comes from an unexpected evaluator
 */
export function checkOrigin(answer: EvaluationResponse, expected: Expected): void {
  if (!isExpected(answer, expected)) throw new ServiceError("evaluator-unexpected-revision");
}

/**
 * Checks that code, labels, spans and findings agree, that every span is within the text that was sent, and that the text of each
 * finding is the text of its span.
 */
function checkConsistency(answer: EvaluationResponse, request: EvaluationRequest): void {
  const encoding = request.offsetEncoding ?? "utf-16";
  if (answer.offsetEncoding !== encoding)
    throw invalid("/offsetEncoding: differs from the requested one");
  if ((answer.code === "PS") !== answer.labels.length > 0)
    throw invalid("/labels: differ from the code");
  const text = slicer(request.text, encoding);
  const fits = ([, end]: Span) => end <= text.length;
  if (!spansOf(answer).every(fits)) throw invalid("a span ends after the end of the text");
  if (!answer.findings.every((finding) => text.slice(finding.span) === finding.text)) {
    throw invalid("/findings: a text differs from its span");
  }
  if (!answer.findings.every(hasConsistentPayload))
    throw invalid("/findings: a finding in a payload differs from the payload's text");
  checkSpans(answer);
}

/** The properties of a finding that the check of its payload needs. */
interface WithPayload {
  readonly span: Span;
  readonly text: string;
  readonly payload?:
    | { readonly text: string; readonly findings: readonly WithPayload[] }
    | undefined;
}

/** Whether the findings in a payload, and in payloads of these findings, match the payload's text. */
function hasConsistentPayload({ payload }: WithPayload): boolean {
  return (
    payload?.findings.every(
      (inner) => payload.text.slice(...inner.span) === inner.text && hasConsistentPayload(inner),
    ) ?? true
  );
}

/** Checks that `spans` are the spans of the findings that set the label. If the list of findings is full, there may be more spans. */
function checkSpans({ labels, spans, findings }: EvaluationResponse): void {
  const labelled = findings
    .filter(({ level }) => level === "finding")
    .map(({ span }) => span.join("-"));
  if (labels.length === 0 && labelled.length > 0)
    throw invalid("/findings: there are some, but the label is missing");
  const known = new Set(spans.map((span) => span.join("-")));
  if (!labelled.every((span) => known.has(span)))
    throw invalid("/spans: differ from those of the findings");
  const listed = new Set(labelled);
  const areAllListed = findings.length < MAX_LISTED;
  if (areAllListed && listed.size < known.size)
    throw invalid("/spans: there are more spans than findings");
}

function spansOf({ spans, findings, notes, outcome }: EvaluationResponse): Span[] {
  const limits = outcome.status === "incomplete" ? outcome.limits : [];
  return [
    ...spans,
    ...findings.flatMap(({ span, trace }) => [
      span,
      ...trace.flatMap((step) => (step.span === undefined ? [] : [step.span])),
    ]),
    ...notes.flatMap(({ span, evidence }) => (evidence === undefined ? [span] : [span, evidence])),
    ...limits.map(({ span }) => span),
  ];
}
