import * as v from "valibot";
import { AssertionRecord, EntityType } from "./assertion.js";
import { ModelRevision } from "./evaluation.js";
import { Finding, Note, Outcome } from "./finding.js";
import { Problem } from "./problem.js";
import { Labels, OffsetEncoding, Profile, Sha256, Span } from "./primitives.js";

/** Body of `POST /v1/assessments`. */
export const AssessmentRequest = v.strictObject({
  text: v.pipe(v.string(), v.description("The text to assess.")),
  responseId: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(256),
      v.description("Identity of the assistant response; returned unchanged."),
    ),
  ),
  profile: v.optional(Profile),
  offsetEncoding: v.optional(OffsetEncoding),
});
export type AssessmentRequest = v.InferOutput<typeof AssessmentRequest>;

/**
 * `finding`: an unsafe pattern was found. `clear`: the whole text was analyzed and nothing was found. `abstained`: the gateway's
 * configuration disables the evaluator's code. `incomplete`: nothing was found, but a part of the text was not analyzed.
 */
export const Verdict = v.picklist(["finding", "clear", "abstained", "incomplete"]);
export type Verdict = v.InferOutput<typeof Verdict>;

/** What a redacted entity type means and does not mean (specification, "Extension behaviour"). */
export const REDACTION_NOTICE =
  "An entity type names a pattern that was found; the text it matches is replaced before a remote evaluator reads it. A redacted URL category does not prove personal sensitivity.";

/** The types of personal data that the redactor found, with their counts; never the data itself. */
export const Redaction = v.object({
  entityTypes: v.array(EntityType),
  entities: v.array(
    v.object({ type: EntityType, count: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  ),
  notice: v.string(),
});
export type Redaction = v.InferOutput<typeof Redaction>;

/** Maximum number of texts in a batch. */
export const MAX_BATCH = 256;

/** Body of `POST /v1/assessments/batch`. */
export const AssessmentBatchRequest = v.strictObject({
  requests: v.pipe(
    v.array(AssessmentRequest),
    v.minLength(1),
    v.maxLength(MAX_BATCH),
    v.description("The texts to assess."),
  ),
});
export type AssessmentBatchRequest = v.InferOutput<typeof AssessmentBatchRequest>;

/** Response of `POST /v1/assessments`. Fields may be added within v1. */
export const AssessmentResponse = v.object({
  /** SHA-256 of the text as UTF-8. */
  subjectHash: Sha256,
  responseId: v.optional(v.string()),
  verdict: Verdict,
  labels: Labels,
  spans: v.array(Span),
  findings: v.array(Finding),
  notes: v.array(Note),
  outcome: Outcome,
  offsetEncoding: OffsetEncoding,
  evaluator: v.object({ sourceHash: Sha256, modelRevision: ModelRevision }),
  redaction: Redaction,
  assertions: v.array(AssertionRecord),
});
export type AssessmentResponse = v.InferOutput<typeof AssessmentResponse>;

/** The result of one text of a batch: its assessment, or the problem document that a request for this text alone would receive. */
export const AssessmentResult = v.variant("status", [
  v.object({ status: v.literal(200), assessment: AssessmentResponse }),
  v.object({ status: v.pipe(v.number(), v.integer(), v.minValue(400)), problem: Problem }),
]);
export type AssessmentResult = v.InferOutput<typeof AssessmentResult>;

/** Response of `POST /v1/assessments/batch`: one result for each text, in the order of the request. */
export const AssessmentBatchResponse = v.object({ results: v.array(AssessmentResult) });
export type AssessmentBatchResponse = v.InferOutput<typeof AssessmentBatchResponse>;
