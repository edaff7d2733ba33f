import * as v from "valibot";
import { Finding, Note, Outcome } from "./finding.js";
import { Labels, OffsetEncoding, Profile, Sha256, Span, areOrdered } from "./primitives.js";

/** Body of `POST /v1/evaluate`. */
export const EvaluationRequest = v.strictObject({
  text: v.pipe(v.string(), v.description("The text to inspect.")),
  profile: v.optional(Profile),
  offsetEncoding: v.optional(OffsetEncoding),
});
export type EvaluationRequest = v.InferOutput<typeof EvaluationRequest>;

/** The evaluator codes that this version of the protocol defines. */
export const KNOWN_CODES = ["PS", "NONE"] as const;
export type EvaluatorCode = (typeof KNOWN_CODES)[number];

/** An evaluator code: upper-case letters, digits and underscores. The gateway decides which codes it accepts. */
export const Code = v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{0,31}$/));

/** An identifier of the active rules: package version, profile, grammar versions, and digest of the loaded queries. */
export const ModelRevision = v.pipe(v.string(), v.maxLength(512), v.regex(/^.*\S.*$/));

/** Maximum number of findings, of notes and of limits in a response; `spans` is always complete. */
export const MAX_LISTED = 1000;

const evaluation = v.object({
  code: Code,
  labels: Labels,
  spans: v.array(Span),
  findings: v.array(Finding),
  notes: v.array(Note),
  outcome: Outcome,
  modelRevision: ModelRevision,
  sourceHash: Sha256,
  offsetEncoding: OffsetEncoding,
});

/** Response of `POST /v1/evaluate`. Fields may be added within v1. */
export const EvaluationResponse = v.pipe(
  evaluation,
  v.check(
    (answer) => answer.labels.length > 0 || answer.spans.length === 0,
    "a text without a label has no spans",
  ),
  v.check((answer) => areOrdered(answer.spans), "spans are sorted and disjoint"),
);
export type EvaluationResponse = v.InferOutput<typeof EvaluationResponse>;
