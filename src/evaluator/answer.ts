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

/** Puts a detection into the shape of the interface, lists bounded: a text of 1 MiB may hold ten thousands of findings. */
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

/** Makes an answer ready to be sent. */
export function encodeAnswer(answer: EvaluationResponse & { code: EvaluatorCode }): EvaluatedText {
  return { code: answer.code, json: new TextEncoder().encode(JSON.stringify(answer)) };
}

/** Answers with more findings than this are passed on as JSON, to be taken apart where they hold up nothing. */
const FEW = 16;

/** Passes on an answer within one thread, as it is and, where it is wanted so, ready to be sent. */
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
 * Whether two texts of the same length read the same: all of the answers is equal but the characters that findings
 * quote. Where time ran out it is not known.
 */
export function readsTheSame(one: EvaluationResponse, other: EvaluationResponse): boolean {
  return !ranOut(one.outcome) && readingOf(one) === readingOf(other);
}

/** Whether an analysis came to no end for want of time. */
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
