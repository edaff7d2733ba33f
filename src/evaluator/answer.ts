import type { Detection } from "../core/index.js";
import { MAX_LISTED, type EvaluatorCode, type Outcome } from "../protocol/index.js";
import type { EvaluationAnswer } from "./task.js";

/** The same shape with nothing read-only, as messages are. */
type Message<T> = T extends object ? { -readonly [K in keyof T]: Message<T[K]> } : T;

/** Puts a detection into the shape of the interface, lists bounded: a text of 1 MiB may hold ten thousands of findings. */
export function toAnswer(
  detection: Detection,
  context: Pick<EvaluationAnswer, "modelRevision" | "offsetEncoding">,
): EvaluationAnswer {
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

function bounded(outcome: Outcome): Outcome {
  return outcome.status === "complete" ? outcome : { ...outcome, limits: outcome.limits.slice(0, MAX_LISTED) };
}
