import type { Detection } from "../core/index.js";
import {
  MAX_LISTED,
  type EvaluationResponse,
  type EvaluatorCode,
  type Outcome,
} from "../protocol/index.js";
import type { EvaluatedText } from "./task.js";

/** The same type without `readonly`, as in the types of messages. */
type Message<T> = T extends object ? { -readonly [K in keyof T]: Message<T[K]> } : T;

/**
 * Returns the response for a detection, with bounded lists: a text of 1 MiB may contain tens of thousands of findings.
 */
export function toAnswer(
  detection: Detection,
  context: Pick<EvaluationResponse, "modelRevision" | "offsetEncoding" | "sourceHash">,
): EvaluationResponse & { code: EvaluatorCode } {
  const { labels, spans, findings, notes, outcome } = detection as Message<Detection>;
  const code: EvaluatorCode = labels.length > 0 ? "PS" : "NONE";
  return {
    code,
    labels,
    spans,
    findings: findings.slice(0, MAX_LISTED),
    notes: notes.slice(0, MAX_LISTED),
    outcome: bounded(outcome),
    ...context,
  };
}

/** Serializes a response. */
export function encodeAnswer(answer: EvaluationResponse & { code: EvaluatorCode }): EvaluatedText {
  return { code: answer.code, json: new TextEncoder().encode(JSON.stringify(answer)) };
}

/** A response with more findings and notes than this is passed only as JSON, which another thread parses. */
const MAX_OBJECT_ENTRIES = 16;

/** Returns the result of the calling thread. A short response is passed as an object and serialized on request, a long one as JSON. */
export function toEvaluatedText(
  answer: EvaluationResponse & { code: EvaluatorCode },
): EvaluatedText {
  if (answer.findings.length + answer.notes.length > MAX_OBJECT_ENTRIES)
    return encodeAnswer(answer);
  return {
    code: answer.code,
    answer,
    get json() {
      return encodeAnswer(answer).json;
    },
  };
}

/**
 * Whether two texts of the same length have equal results, except for the quoted characters of findings. False if the first
 * result is incomplete because of the time limit.
 */
export function isSameResult(one: EvaluationResponse, other: EvaluationResponse): boolean {
  return !reachedDeadline(one.outcome) && withoutQuotes(one) === withoutQuotes(other);
}

/** Whether an analysis reached its time limit. */
export function reachedDeadline(outcome: Detection["outcome"] | Outcome): boolean {
  return (
    outcome.status === "incomplete" && outcome.limits.some(({ limit }) => limit === "deadline")
  );
}

function withoutQuotes(answer: EvaluationResponse): string {
  return JSON.stringify({
    ...answer,
    findings: answer.findings.map((finding) => ({ ...finding, text: "" })),
  });
}

function bounded(outcome: Message<Outcome>): Outcome {
  return outcome.status === "complete"
    ? outcome
    : { ...outcome, limits: outcome.limits.slice(0, MAX_LISTED) };
}
