import * as v from "valibot";
import { Span } from "./primitives.js";

/** One step from a source to its execution. Other kinds of steps may be added within v1. */
export const TraceStep = v.object({
  step: v.string(),
  span: v.optional(Span),
  message: v.string(),
  /** Number of the specification's detection rule that decides the step. */
  cardRule: v.optional(v.pipe(v.number(), v.integer())),
  /** The query patterns that captured the step, as file and line: `contract/bash/fetchers.scm:4`. */
  patterns: v.optional(v.array(v.string())),
});
export type TraceStep = v.InferOutput<typeof TraceStep>;

const entries = {
  /** Stable rule id such as `bash/fetch-pipe`. */
  rule: v.string(),
  /** An `advisory` never sets the label. */
  level: v.picklist(["finding", "advisory"]),
  span: Span,
  /** The exact characters of the span. */
  text: v.string(),
  snippet: v.object({
    kind: v.string(),
    language: v.string(),
    /** The tag of the code fence, if there is one. */
    tag: v.nullable(v.string()),
  }),
  trace: v.array(TraceStep),
  /** The fetched content is pinned: its URL names a commit, or a digest is on the same line. */
  pinned: v.optional(v.literal(true)),
  /** The time limit was reached before the detector decided whether the text is an instruction, so it counts as one. */
  unjudged: v.optional(v.literal(true)),
};

type InPayload = v.GenericSchema<unknown>;

/** Returns the schema of a payload, which is decoded but not executed, with the given schema for the findings in it. */
function payloadWith<const Inner extends InPayload>(finding: Inner) {
  return v.optional(
    v.pipe(
      v.object({
        text: v.pipe(
          v.string(),
          v.description("Invisible characters are written as escapes such as \\x1b."),
        ),
        truncated: v.pipe(
          v.boolean(),
          v.description("Whether only the beginning of the payload is shown and was analyzed."),
        ),
        findings: v.pipe(
          v.array(finding),
          v.description("The findings in the payload; offsets are UTF-16 code units of its text."),
        ),
      }),
      v.description("The executed code, if it is decoded from a literal."),
    ),
  );
}

/** A finding in the innermost payload. Nested payloads are decoded up to three levels deep. */
const Innermost = v.object(entries);
const Inner = v.object({ ...entries, payload: payloadWith(Innermost) });
const Within = v.object({ ...entries, payload: payloadWith(Inner) });

/** A part of a text that executes remote content or a decoded payload. */
export const Finding = v.object({ ...entries, payload: payloadWith(Within) });
export type Finding = v.InferOutput<typeof Finding>;

/** A part of a text that looks like a finding but is not reported as one, with the reason. */
export const Note = v.object({
  kind: v.picklist(["dismissed", "undecided"]),
  reason: v.string(),
  message: v.string(),
  span: Span,
  /** The span of the evidence for a dismissal. */
  evidence: v.optional(Span),
  rule: v.optional(v.string()),
});
export type Note = v.InferOutput<typeof Note>;

/** A limit that was reached, and the part of the text that was not analyzed because of it. */
export const Limit = v.object({ limit: v.string(), message: v.string(), span: Span });
export type Limit = v.InferOutput<typeof Limit>;

/** Whether the whole text was analyzed. */
export const Outcome = v.variant("status", [
  v.object({ status: v.literal("complete") }),
  v.object({ status: v.literal("incomplete"), limits: v.array(Limit) }),
]);
export type Outcome = v.InferOutput<typeof Outcome>;
