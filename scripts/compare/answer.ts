import { createHash } from "node:crypto";
import type { Detection, Note, Payload, Profile, Span, TraceStep } from "../../src/core/index.js";

/** The compared parts of a detection, each as readable lines in the order in which the library returns them. */
export interface Answer {
  readonly labels: readonly string[];
  readonly spans: readonly string[];
  readonly rules: readonly string[];
  readonly notes: readonly string[];
  /** The trace of each finding, without line numbers of query files, which change when a line is added. */
  readonly traces: readonly string[];
  readonly payloads: readonly string[];
  /** The limits that were reached, or the error that the library threw. */
  readonly outcome: readonly string[];
}

export const parts = [
  "labels",
  "spans",
  "rules",
  "notes",
  "traces",
  "payloads",
  "outcome",
] as const satisfies readonly (keyof Answer)[];
export type Part = (typeof parts)[number];

/** The version of {@link Answer}. Increase it whenever `answerOf` returns something else for the same detection. */
export const answerFormat = 2;

const spanText = ([start, end]: Span): string => `${start}–${end}`;

export function answerOf({ labels, spans, findings, notes, outcome }: Detection): Answer {
  return {
    labels,
    spans: spans.map(spanText),
    rules: findings.map(
      ({ rule, level, span }) =>
        `${spanText(span)} ${rule}${level === "finding" ? "" : ` (${level})`}`,
    ),
    notes: notes.map(noteLine),
    traces: findings.flatMap(({ rule, span, trace }) =>
      trace.map((step) => `${spanText(span)} ${rule}, ${stepLine(step)}`),
    ),
    payloads: findings.flatMap(({ span, payload }) =>
      payload === undefined ? [] : [`${spanText(span)} ${payloadLine(payload)}`],
    ),
    outcome:
      outcome.status === "complete"
        ? []
        : outcome.limits.map(
            ({ limit, message, span }) => `${spanText(span)} ${limit}: ${message}`,
          ),
  };
}

function noteLine({ kind, reason, message, span, evidence, rule }: Note): string {
  const shownBy = evidence === undefined ? "" : ` at ${spanText(evidence)}`;
  return `${spanText(span)} ${kind}, ${reason}: ${message}${shownBy}${rule === undefined ? "" : ` [${rule}]`}`;
}

function stepLine({ step, message, span, cardRule }: TraceStep): string {
  return `${step}: ${message}${span === undefined ? "" : ` at ${spanText(span)}`}${cardRule === undefined ? "" : ` (rule ${cardRule})`}`;
}

function payloadLine({ text, truncated, findings }: Payload): string {
  const found = findings.map(({ rule, span }) => `${rule} ${spanText(span)}`);
  return `${JSON.stringify(text)}${truncated ? "…" : ""}${found.length > 0 ? ` contains ${found.join(", ")}` : ""}`;
}

/** Returns the answer for a text for which the library threw an error. */
export function failureOf(error: unknown): Answer {
  return {
    labels: [],
    spans: [],
    rules: [],
    notes: [],
    traces: [],
    payloads: [],
    outcome: [`threw ${String(error)}`],
  };
}

/** Returns the parts in which two answers differ. */
export function differingParts(a: Answer, b: Answer): Part[] {
  return parts.filter(
    (part) =>
      a[part].length !== b[part].length || a[part].some((line, index) => line !== b[part][index]),
  );
}

/** Returns a key that identifies a text and a profile. */
export function keyOf(text: string, profile: Profile): string {
  // UTF-8 would encode all lone surrogates in the same way.
  return (
    createHash("sha256").update(Buffer.from(text, "utf16le")).digest("base64url").slice(0, 27) +
    profile.charAt(0)
  );
}
