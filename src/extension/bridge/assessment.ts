import * as v from "valibot";
import { Finding, ModelRevision, Note, Outcome, Redaction, Sha256, Span, Verdict } from "../../protocol/index.js";

/** Where an answer was evaluated. */
export const EvaluationMode = v.picklist(["gateway", "device"]);
export type EvaluationMode = v.InferOutput<typeof EvaluationMode>;

/** The part of an assessment that badge and panel show. Offsets are UTF-16 code units of the assessed text. */
export const Assessment = v.object({
  mode: EvaluationMode,
  subjectHash: Sha256,
  verdict: Verdict,
  spans: v.array(Span),
  findings: v.array(Finding),
  notes: v.array(Note),
  outcome: Outcome,
  sourceHash: Sha256,
  modelRevision: ModelRevision,
  /** null on this device: nothing was redacted, because nothing left it. Only the redactor speaks of personal data (card rule 23). */
  redaction: v.nullable(Redaction),
});
export type Assessment = v.InferOutput<typeof Assessment>;

/** Why there is no assessment. Each one has a text of its own, and none of them says that an answer is clear. */
export const FAILURES = [
  "token-missing",
  "unreachable",
  "unauthorized",
  "forbidden",
  "rate-limited",
  "bad-gateway",
  "gateway-timeout",
  "timeout",
  "overloaded",
  "too-large",
  "rejected",
  "server-error",
  "bad-response",
  "device-failed",
  "worker-restarted",
  "extension-updated",
  "storage-failed",
] as const;
export const Failure = v.picklist(FAILURES);
export type Failure = v.InferOutput<typeof Failure>;

/** What the worker answers to a request for an assessment. */
export const AssessReply = v.variant("status", [
  v.object({ status: v.literal("assessed"), responseId: v.string(), assessment: Assessment }),
  v.object({
    status: v.literal("unavailable"),
    reason: Failure,
    /** Whole seconds after which trying again makes sense. */
    retryAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  }),
]);
export type AssessReply = v.InferOutput<typeof AssessReply>;

/**
 * Whether an assessment fits the text it is about: the spans and findings lie in it, and each finding
 * repeats its characters. One that does not is never shown.
 */
export function fitsText(assessment: Assessment, text: string): boolean {
  const inside = ([start, end]: readonly [number, number]): boolean => start < end && end <= text.length;
  return (
    assessment.spans.every(inside) &&
    assessment.findings.every(({ span, text: evidence }) => inside(span) && text.slice(...span) === evidence) &&
    (assessment.verdict !== "clear" || (assessment.spans.length === 0 && assessment.outcome.status === "complete"))
  );
}
