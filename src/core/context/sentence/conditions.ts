import type { Span } from "../../model.js";
import { allMatches } from "../../scan.js";
import { shapes } from "../language/spoken.js";
import { COMMAND } from "./signs.js";

const SHAPE = shapes(
  "condition", "goes-on-limited", "into-root-shell", "limit", "limit-cancelled-by-word-after", "limit-cancelled-by-word-before",
  "limit-opens-side", "limited-subject", "meets-it", "one-thing", "pipes", "relative", "remark-begins", "when-doing", "which-last",
);

/** How far around its evidence a limit is looked for. */
const REACH = 600;

/**
 * Whether a prohibition is limited by who runs the command, by a condition or to production, and so
 * forbids nothing. `evidence` is the negator with its verb, `clause` the side of the sentence it stands on.
 */
export function isLimited(mask: string, clause: Span, evidence: Span): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - REACH), evidence[0]);
  const behind = mask.slice(evidence[1], Math.min(clause[1], evidence[1] + REACH));
  const after = SHAPE.pipes.test(mask.slice(...evidence)) ? behind.replace(SHAPE.intoRootShell.expression, " ") : behind;
  return (
    SHAPE.limitedSubject.test(before) ||
    (SHAPE.limitOpensSide.test(before) && !SHAPE.meetsIt.test(before) && !SHAPE.oneThing.test(before)) ||
    hasLimit(untilRemark(after))
  );
}

/** Whether a judgement that follows its subject is limited: "running X as root is discouraged". */
export function isSubjectLimited(mask: string, clause: Span, evidence: Span): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - REACH), evidence[0]);
  // "It runs without a check, which is unsafe": the clause before is the reason
  if (SHAPE.oneThing.test(before) || SHAPE.whichLast.test(before)) return false;
  const comma = before.lastIndexOf(",");
  // "If a site shows X, it is malware": the condition holds the command and limits nothing.
  return hasLimit(comma >= 0 && before.slice(0, comma).includes(COMMAND) ? before.slice(comma) : before);
}

/** Whether the words before a negator make it part of a condition or a description of somebody. */
export function isSubordinate(mask: string, clause: Span, evidence: Span): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - REACH), evidence[0]);
  if (SHAPE.relative.test(before)) return true;
  const condition = allMatches(before, SHAPE.condition).pop();
  if (condition === undefined || isCancelled(before, condition) || SHAPE.oneThing.test(before)) return false;
  const clauseOfIt = before.slice(condition.index + condition[0].length);
  const comma = clauseOfIt.indexOf(",");
  const opening = clauseOfIt.slice(0, comma);
  // "If you see X, don't run it" and "when installing, never run X" are full warnings.
  return comma < 0 || !(opening.includes(COMMAND) || SHAPE.meetsIt.test(opening) || SHAPE.whenDoing.test(condition[0] + clauseOfIt));
}

/** Whether a text goes on with a limit of what was forbidden before it: "as root.", "unless you trust the host". */
export function opensWithLimit(mask: string): boolean {
  const limit = SHAPE.goesOnLimited.exec(mask);
  return limit !== null && !SHAPE.limitCancelledByWordAfter.test(mask.slice(limit[0].length, limit[0].length + 40));
}

function untilRemark(text: string): string {
  SHAPE.remarkBegins.lastIndex = 0;
  const remark = SHAPE.remarkBegins.exec(text);
  return remark === null ? text : text.slice(0, remark.index);
}

function hasLimit(text: string): boolean {
  return allMatches(text, SHAPE.limit).some((match) => !isCancelled(text, match));
}

function isCancelled(text: string, limit: RegExpMatchArray): boolean {
  const at = limit.index ?? 0;
  return (
    SHAPE.limitCancelledByWordBefore.test(text.slice(Math.max(0, at - 40), at)) ||
    SHAPE.limitCancelledByWordAfter.test(text.slice(at + limit[0].length, at + limit[0].length + 40))
  );
}
