import type { Span } from "../../model.js";
import type { Language } from "../language/prose-language.js";
import { COMMAND } from "./mask-characters.js";

/** Number of characters before and after the evidence that are searched for a limit. */
const MAX_LIMIT_DISTANCE = 600;

/**
 * Whether a prohibition applies only to some people, under a condition or in production, and so does not forbid the command in
 * general. `evidence` is the negator with its verb, `clause` the side of the sentence that contains it.
 */
export function isLimited(language: Language, mask: string, clause: Span, evidence: Span): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - MAX_LIMIT_DISTANCE), evidence[0]);
  const text = mask.slice(evidence[1], Math.min(clause[1], evidence[1] + MAX_LIMIT_DISTANCE));
  const after = language.test("pipes", mask.slice(...evidence))
    ? text.replace(language.expression("into-root-shell"), " ")
    : text;
  return (
    language.test("limited-subject", before) ||
    (language.test("limit-opens-side", before) &&
      !language.test("meets-it", before) &&
      !language.test("when-doing", before.trimStart()) &&
      !language.test("one-thing", before)) ||
    hasLimit(language, after.slice(0, language.exec("remark-begins", after)?.index))
  );
}

/** Whether a judgement that follows its subject is limited: "running X as root is discouraged". */
export function isSubjectLimited(
  language: Language,
  mask: string,
  clause: Span,
  evidence: Span,
): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - MAX_LIMIT_DISTANCE), evidence[0]);
  // "It runs without a check, which is unsafe": the clause before is the reason
  if (language.test("one-thing", before) || language.test("which-last", before)) return false;
  const comma = before.lastIndexOf(",");
  // "If a site shows X, it is malware": the condition contains the command and limits nothing.
  return hasLimit(
    language,
    comma >= 0 && before.slice(0, comma).includes(COMMAND) ? before.slice(comma) : before,
  );
}

/** Whether the words before a negator make it part of a condition, or of a description of people. */
export function isSubordinate(
  language: Language,
  mask: string,
  clause: Span,
  evidence: Span,
): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - MAX_LIMIT_DISTANCE), evidence[0]);
  if (language.test("relative", before)) return true;
  const condition = language.all("condition", before).pop();
  if (
    condition === undefined ||
    isCancelled(language, before, condition) ||
    language.test("one-thing", before)
  )
    return false;
  const clauseOfIt = before.slice(condition.index + condition[0].length);
  const comma = clauseOfIt.indexOf(",");
  const opening = clauseOfIt.slice(0, comma);
  // "If you see X, don't run it" and "when installing, never run X" are full warnings.
  if (comma < 0) return true;
  return !(
    opening.includes(COMMAND) ||
    language.test("meets-it", opening) ||
    language.test("when-doing", condition[0] + clauseOfIt)
  );
}

/** Whether a text begins with a limit of the prohibition before it: "as root.", "unless you trust the host". */
export function opensWithLimit(language: Language, mask: string): boolean {
  const limit = language.exec("goes-on-limited", mask);
  return (
    limit !== null &&
    !language.test(
      "limit-cancelled-by-word-after",
      mask.slice(limit[0].length, limit[0].length + 40),
    )
  );
}

function hasLimit(language: Language, text: string): boolean {
  return language.all("limit", text).some((match) => !isCancelled(language, text, match));
}

function isCancelled(language: Language, text: string, limit: RegExpMatchArray): boolean {
  const at = limit.index ?? 0;
  return (
    language.test("limit-cancelled-by-word-before", text.slice(Math.max(0, at - 40), at)) ||
    language.test(
      "limit-cancelled-by-word-after",
      text.slice(at + limit[0].length, at + limit[0].length + 40),
    )
  );
}
