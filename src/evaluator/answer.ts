import type { Detection } from "../core/index.js";
import {
  MAX_LISTED,
  type EvaluationResponse,
  type EvaluatorCode,
  type Outcome,
} from "../protocol/index.js";
import type { EvaluatedText } from "./task.js";

/** The same shape with nothing read-only, as messages are. */
type Message<T> = T extends object ? { -readonly [K in keyof T]: Message<T[K]> } : T;

/**
 * Converts a detection to the format of the interface, with bounded lists: a text of 1 MiB may contain tens of thousands of
 * findings.
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

/** Responses with more findings than this are passed on as JSON and parsed on another thread. */
const FEW = 16;

/** Passes on a response within one thread, as an object and, if requested, serialized. */
export function answerHere(answer: EvaluationResponse & { code: EvaluatorCode }): EvaluatedText {
  if (answer.findings.length + answer.notes.length > FEW) return encodeAnswer(answer);
  return {
    code: answer.code,
    answer,
    get json() {
      return encodeAnswer(answer).json;
    },
  };
}

/**
 * Whether two texts of the same length have equal results, except for the quoted characters of findings. Unknown if the time
 * limit was reached.
 */
export function readsTheSame(one: EvaluationResponse, other: EvaluationResponse): boolean {
  return !ranOut(one.outcome) && readingOf(one) === readingOf(other);
}

/** Whether an analysis reached its time limit. */
export function ranOut(outcome: Detection["outcome"] | Outcome): boolean {
  return (
    outcome.status === "incomplete" && outcome.limits.some(({ limit }) => limit === "deadline")
  );
}

function readingOf(answer: EvaluationResponse): string {
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
