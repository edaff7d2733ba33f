import * as v from "valibot";
import {
  Finding,
  Labels,
  ModelRevision,
  Note,
  Outcome,
  Profile,
  Redaction,
  Sha256,
  Span,
  Verdict,
} from "../../protocol/index.js";
import { FAILURES } from "./failures.js";

/** Where an answer was evaluated. */
export const EvaluationMode = v.picklist(["gateway", "device"]);
export type EvaluationMode = v.InferOutput<typeof EvaluationMode>;

/** What the user can do about a finding. */
export const Help = v.object({
  /** Safer commands, or advice if they cannot be determined. */
  remedy: v.union([
    v.object({
      steps: v.array(
        v.object({
          purpose: v.picklist(["download", "save", "look", "compare", "run", "print"]),
          command: v.string(),
          /** A command to use if Windows does not allow `command`. */
          otherwise: v.exactOptional(v.string()),
        }),
      ),
    }),
    v.object({ advice: v.picklist(["download", "print", "pin", "log-in"]) }),
  ]),
  /** The hosts from which the finding fetches; null if they are not certain. */
  hosts: v.nullable(v.array(v.string())),
});
export type Help = v.InferOutput<typeof Help>;

/** The part of an assessment that the marks and the panel show. Offsets are UTF-16 code units of the assessed text. */
export const Assessment = v.object({
  mode: EvaluationMode,
  subjectHash: Sha256,
  verdict: Verdict,
  labels: Labels,
  /** The profile that the text was checked with. */
  profile: Profile,
  /** The labels under the contract profile; null if they are not known. */
  contractLabels: v.nullable(Labels),
  spans: v.array(Span),
  findings: v.array(Finding),
  /** The help for each finding, in the same order. */
  helps: v.array(Help),
  /** Indices of the findings whose hosts the user marked as known. */
  known: v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
  notes: v.array(Note),
  outcome: Outcome,
  sourceHash: Sha256,
  modelRevision: ModelRevision,
  /** null for an assessment on this device, where nothing is redacted because no text leaves the device. */
  redaction: v.nullable(Redaction),
});
export type Assessment = v.InferOutput<typeof Assessment>;

export const Failure = v.picklist(FAILURES);

/** The worker's reply to a request for an assessment. */
export const AssessReply = v.variant("status", [
  v.object({ status: v.literal("assessed"), responseId: v.string(), assessment: Assessment }),
  v.object({
    status: v.literal("unavailable"),
    reason: Failure,
    /** Whole seconds after which to try again. */
    retryAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  }),
]);
export type AssessReply = v.InferOutput<typeof AssessReply>;
