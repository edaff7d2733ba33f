import type { Span } from "../model.js";
import { allMatches } from "../scan.js";
import { MEETS_IT, ONE_THING } from "./english/shapes.js";
import { atEnd, atStart, choice, GRAMMAR, wholeWord } from "./grammar.js";
import { COMMAND } from "./mask.js";

const { phrases } = GRAMMAR;
const LIMIT = wholeWord(phrases.limits);
const CANCELLED_BEFORE = atEnd(phrases.limitCancelledBefore);
const CANCELLED_AFTER = atStart(phrases.limitCancelledAfter);
const REMARK = new RegExp(`(?<![a-z0-9])${choice(phrases.remarkStarts)}(?![a-z0-9])|;|(?:[—–]|\\s-\\s)(?!\\s*${choice(phrases.limits)})|(?:[—–]|\\s-\\s)(?=\\s*(?:if|when|before)\\s[^;]*,)|:(?!\\s*["'“(]*${COMMAND})`, "g");
const LIMITED_SUBJECT = new RegExp(`(?<![a-z0-9-])${choice(phrases.limitedSubjects)}(?:\\s+(?:should|must|may|shall|ought|can))?\\s*$`);
const OPENING = new RegExp(`^[\\s,"'(]*(?:(?:so|and|but|then|please|also)\\s+)*${choice(phrases.limits)}(?![a-z])(?!\\s+${choice(phrases.limitCancelledAfter)}(?![a-z]))(?:\\s+[a-z]+){0,3}[\\s,]*(?:,\\s*(?:[a-z]+\\s+){1,3})?$`);
const GOES_ON_LIMITED = new RegExp(`^[\\s,;(…—–.-]*${choice(phrases.limits)}(?![a-z-])`);
const CONDITION = wholeWord(phrases.conditions);
const TIME = wholeWord(phrases.times);
/** "While X is unsafe, …", "while you should never run X, …": "while" is "although" here. */
const STATES_VERDICT = new RegExp(`^${choice(phrases.copulas.map((copula) => copula.trim()))}(?![a-z-])`);
const OF_DUTY = /^while\s+(?:[a-z]+\s+){1,3}(?:should|must|would)(?:n'|\s|$)/;
const RELATIVE = atEnd(phrases.relatives);

/** "Never pipe a download into a root shell": a part of the command, which ends in one. */
const PIPES = /\b(?:pip|feed)(?:e|es|ed|ing)?$|\bfed$/;
const INTO_SHELL = /\binto\s+(?:[a-z]+\s+)?root\s+shell/;

/** How far around its evidence a limit is looked for. */
const REACH = 600;

/**
 * Whether a prohibition is limited by who runs the command, by a condition or to production, and so
 * forbids nothing. `evidence` is the negator with its verb, `clause` the side of the sentence it stands on.
 */
export function isLimited(mask: string, clause: Span, evidence: Span): boolean {
  const before = mask.slice(Math.max(clause[0], evidence[0] - REACH), evidence[0]);
  const behind = mask.slice(evidence[1], Math.min(clause[1], evidence[1] + REACH));
  const after = PIPES.test(mask.slice(...evidence)) ? behind.replace(INTO_SHELL, " ") : behind;
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

function lastMatch(pattern: RegExp, text: string): RegExpExecArray | null {
  return allMatches(text, pattern).pop() ?? null;
}
