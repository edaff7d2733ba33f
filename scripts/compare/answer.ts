import { createHash } from "node:crypto";
import type { Detection, Note, Payload, Profile, Span, TraceStep } from "../../src/core/index.js";

/** What is compared of an answer; each part as lines that a person can read, sorted as the library gives them. */
export interface Answer {
  readonly labels: readonly string[];
  readonly spans: readonly string[];
  readonly rules: readonly string[];
  readonly notes: readonly string[];
  /** What each finding says of how it came about, without the places in query files: these move with every line there. */
  readonly traces: readonly string[];
  readonly payloads: readonly string[];
  /** Bounds that were hit, or what the library threw. */
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

/** Changes whenever an {@link Answer} says something else for the same detection. */
export const answerFormat = 2;

const place = ([start, end]: Span): string => `${start}–${end}`;

export function answerOf({ labels, spans, findings, notes, outcome }: Detection): Answer {
  return {
    labels,
    spans: spans.map(place),
    rules: findings.map(
      ({ rule, level, span }) =>
        `${place(span)} ${rule}${level === "finding" ? "" : ` (${level})`}`,
    ),
    notes: notes.map(noteLine),
    traces: findings.flatMap(({ rule, span, trace }) =>
      trace.map((step) => `${place(span)} ${rule}, ${stepLine(step)}`),
    ),
    payloads: findings.flatMap(({ span, payload }) =>
      payload === undefined ? [] : [`${place(span)} ${payloadLine(payload)}`],
    ),
    outcome:
      outcome.status === "complete"
        ? []
        : outcome.limits.map(({ limit, message, span }) => `${place(span)} ${limit}: ${message}`),
  };
}

function noteLine({ kind, reason, message, span, evidence, rule }: Note): string {
  const shownBy = evidence === undefined ? "" : ` at ${place(evidence)}`;
  return `${place(span)} ${kind}, ${reason}: ${message}${shownBy}${rule === undefined ? "" : ` [${rule}]`}`;
}

function stepLine({ step, message, span, cardRule }: TraceStep): string {
  return `${step}: ${message}${span === undefined ? "" : ` at ${place(span)}`}${cardRule === undefined ? "" : ` (rule ${cardRule})`}`;
}

function payloadLine({ text, truncated, findings }: Payload): string {
  const found = findings.map(({ rule, span }) => `${rule} ${place(span)}`);
  return `${JSON.stringify(text)}${truncated ? "…" : ""}${found.length > 0 ? ` holds ${found.join(", ")}` : ""}`;
}

/** The answer of a library that gave none. */
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

/** Which parts of two answers differ. */
export function differingParts(a: Answer, b: Answer): Part[] {
  return parts.filter(
    (part) =>
      a[part].length !== b[part].length || a[part].some((line, index) => line !== b[part][index]),
  );
}

/** Names a text and the profile it is read with. */
export function keyOf(text: string, profile: Profile): string {
  // as UTF-16: lone surrogates are their own texts
  return (
    createHash("sha256").update(Buffer.from(text, "utf16le")).digest("base64url").slice(0, 27) +
    profile.charAt(0)
  );
}
