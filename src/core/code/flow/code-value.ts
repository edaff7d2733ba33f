import type { Expr } from "../ir.js";
import { recordCut } from "./truncated-values.js";
import type { Evaluator } from "./evaluator.js";
import { outputValue } from "./processes.js";
import { UNKNOWN, type Value } from "./value.js";

/**
 * Handles a string that is executed where it is written, such as a handler attribute or a command in backticks. Returns the output of a
 * shell command, and an unknown value for other code.
 */
export function codeValue(
  engine: Evaluator,
  { language, start, end }: Extract<Expr, { kind: "code" }>,
  value: Value,
): Value {
  const { texts, taint } = value;
  const place = { start, end };
  const name = language === "shell" ? "`…`" : "the handler";
  recordCut(engine, place, [value]);
  for (const text of texts) engine.report.inject(language, text.source, place, name, []);
  const isTainted = taint?.origin === "decoded" || taint?.origin === "fetched";
  if (language === "shell" && taint !== null && isTainted)
    engine.report.shellExecute(place, taint, null, null);
  return language === "shell" && texts[0] !== undefined
    ? outputValue(place, texts[0].source, null)
    : UNKNOWN;
}
