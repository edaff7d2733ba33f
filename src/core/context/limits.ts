import type { Span } from "../model.js";
import { allMatches } from "../scan.js";
import { shape, type Shape } from "./language/spoken.js";
import { MEETS_IT, ONE_THING } from "./shapes.js";
import { COMMAND } from "./signs.js";

const LIMIT = shape("limit");
const CANCELLED_BEFORE = shape("limit-cancelled-by-word-before");
const CANCELLED_AFTER = shape("limit-cancelled-by-word-after");
const REMARK = shape("remark-begins");
const LIMITED_SUBJECT = shape("limited-subject");
const OPENING = shape("limit-opens-side");
const GOES_ON_LIMITED = shape("goes-on-limited");
const CONDITION = shape("condition");
const TIME = shape("time");
const STATES_VERDICT = shape("states-verdict");
const OF_DUTY = shape("while-of-duty");
const RELATIVE = shape("relative");

const PIPES = shape("pipes");
const INTO_SHELL = shape("into-root-shell");

/** How far around its evidence a limit is looked for. */
const REACH = 600;

/**
 * Whether a prohibition is limited by who runs the command, by a condition or to production, and so
 * forbids nothing. `evidence` is the negator with its verb, `clause` the side of the sentence it stands on.
 */
export function isLimited(mask: string, clause: Span, evidence: Span): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - REACH), evidence[0]);
  const behind = mask.slice(evidence[1], Math.min(clause[1], evidence[1] + REACH));
  const after = PIPES.test(mask.slice(...evidence)) ? behind.replace(INTO_SHELL.expression, " ") : behind;
  return LIMITED_SUBJECT.test(before) || (OPENING.test(before) && !MEETS_IT.test(before) && !ONE_THING.test(before)) || hasLimit(untilRemark(after));
}

/** Whether a judgement that follows its subject is limited: "running X as root is discouraged". */
export function isSubjectLimited(mask: string, clause: Span, evidence: Span): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - REACH), evidence[0]);
  // "It runs without a check, which is unsafe": the clause before is the reason
  if (ONE_THING.test(before) || /,\s*which\s*$/.test(before)) return false;
  const comma = before.lastIndexOf(",");
  // "If a site shows X, it is malware": the condition holds the command and limits nothing.
  return hasLimit(comma >= 0 && before.slice(0, comma).includes(COMMAND) ? before.slice(comma) : before);
}

/** Whether the words before a negator make it part of a condition, a time or a description of somebody. */
export function isSubordinate(mask: string, clause: Span, evidence: Span): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - REACH), evidence[0]);
  if (RELATIVE.test(before)) return true;
  const condition = lastMatch(CONDITION, before);
  if (condition !== null && !isCancelled(before, condition) && !ONE_THING.test(before)) {
    const clauseOfIt = before.slice(condition.index + condition[0].length);
    const comma = clauseOfIt.indexOf(",");
    // "If you see X, don't run it" and "when installing, never run X" are full warnings.
    return comma < 0 || !(clauseOfIt.slice(0, comma).includes(COMMAND) || MEETS_IT.test(clauseOfIt.slice(0, comma)) || (condition[0].startsWith("when") && /^\s+[a-z]+ing\b/.test(clauseOfIt)));
  }
  const time = lastMatch(TIME, before);
  return time !== null && !/[,:]/.test(before.slice(time.index)) && !(time[0] === "while" && concedes(before.slice(time.index), mask.slice(...evidence)));
}

/** Whether a text goes on with a limit of what was forbidden before it: "as root.", "unless you trust the host". */
export function opensWithLimit(mask: string): boolean {
  const limit = GOES_ON_LIMITED.exec(mask);
  return limit !== null && !CANCELLED_AFTER.test(mask.slice(limit[0].length, limit[0].length + 40));
}

function concedes(opening: string, verdict: string): boolean {
  return STATES_VERDICT.test(verdict) || OF_DUTY.test(opening + verdict);
}

function untilRemark(text: string): string {
  REMARK.lastIndex = 0;
  const remark = REMARK.exec(text);
  return remark === null ? text : text.slice(0, remark.index);
}

function hasLimit(text: string): boolean {
  return allMatches(text, LIMIT).some((match) => !isCancelled(text, match));
}

function isCancelled(text: string, limit: RegExpMatchArray): boolean {
  const at = limit.index ?? 0;
  return CANCELLED_BEFORE.test(text.slice(Math.max(0, at - 40), at)) || CANCELLED_AFTER.test(text.slice(at + limit[0].length, at + limit[0].length + 40));
}

function lastMatch(pattern: Shape, text: string): RegExpExecArray | null {
  return allMatches(text, pattern).pop() ?? null;
}
