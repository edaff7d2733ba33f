import type { Span } from "../../model.js";
import { shape } from "../language/current-language.js";
import { COMMAND } from "./signs.js";

/** How far around the evidence a limit is looked for. */
const REACH = 600;

/**
 * Whether a prohibition is limited by who runs the command, by a condition or to production, and so
 * forbids nothing. `evidence` is the negator with its verb, `clause` the side of the sentence that contains it.
 */
export function isLimited(mask: string, clause: Span, evidence: Span): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - REACH), evidence[0]);
  const text = mask.slice(evidence[1], Math.min(clause[1], evidence[1] + REACH));
  const after = shape("pipes").test(mask.slice(...evidence))
    ? text.replace(shape("into-root-shell").expression, " ")
    : text;
  return (
    shape("limited-subject").test(before) ||
    (shape("limit-opens-side").test(before) &&
      !shape("meets-it").test(before) &&
      !shape("one-thing").test(before)) ||
    hasLimit(after.slice(0, shape("remark-begins").exec(after)?.index))
  );
}

/** Whether a judgement that follows its subject is limited: "running X as root is discouraged". */
export function isSubjectLimited(mask: string, clause: Span, evidence: Span): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - REACH), evidence[0]);
  // "It runs without a check, which is unsafe": the clause before is the reason
  if (shape("one-thing").test(before) || shape("which-last").test(before)) return false;
  const comma = before.lastIndexOf(",");
  // "If a site shows X, it is malware": the condition contains the command and limits nothing.
  return hasLimit(
    comma >= 0 && before.slice(0, comma).includes(COMMAND) ? before.slice(comma) : before,
  );
}

/** Whether the words before a negator make it part of a condition, or of a description of people. */
export function isSubordinate(mask: string, clause: Span, evidence: Span): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - REACH), evidence[0]);
  if (shape("relative").test(before)) return true;
  const condition = shape("condition").all(before).pop();
  if (condition === undefined || isCancelled(before, condition) || shape("one-thing").test(before))
    return false;
  const clauseOfIt = before.slice(condition.index + condition[0].length);
  const comma = clauseOfIt.indexOf(",");
  const opening = clauseOfIt.slice(0, comma);
  // "If you see X, don't run it" and "when installing, never run X" are full warnings.
  if (comma < 0) return true;
  return !(
    opening.includes(COMMAND) ||
    shape("meets-it").test(opening) ||
    shape("when-doing").test(condition[0] + clauseOfIt)
  );
}

/** Whether a text begins with a limit of the prohibition before it: "as root.", "unless you trust the host". */
export function opensWithLimit(mask: string): boolean {
  const limit = shape("goes-on-limited").exec(mask);
  return (
    limit !== null &&
    !shape("limit-cancelled-by-word-after").test(mask.slice(limit[0].length, limit[0].length + 40))
  );
}

function hasLimit(text: string): boolean {
  return shape("limit")
    .all(text)
    .some((match) => !isCancelled(text, match));
}

function isCancelled(text: string, limit: RegExpMatchArray): boolean {
  const at = limit.index ?? 0;
  return (
    shape("limit-cancelled-by-word-before").test(text.slice(Math.max(0, at - 40), at)) ||
    shape("limit-cancelled-by-word-after").test(
      text.slice(at + limit[0].length, at + limit[0].length + 40),
    )
  );
}
