import type { Detection } from "../core/index.js";
import type { EvaluatorCode } from "../protocol/index.js";
import type { EvaluationAnswer } from "./task.js";

/** The same shape with nothing read-only, as messages are. */
type Message<T> = T extends object ? { -readonly [K in keyof T]: Message<T[K]> } : T;

/** Puts a detection into the shape of the interface. */
export function toAnswer(
  detection: Detection,
  context: Pick<EvaluationAnswer, "modelRevision" | "offsetEncoding">,
): EvaluationAnswer {
  const { labels, spans, findings, notes, outcome } = detection as Message<Detection>;
  const code: EvaluatorCode = labels.length > 0 ? "PS" : "NONE";
  return { code, labels, spans, findings, notes, outcome, ...context };
}
