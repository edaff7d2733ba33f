import type { Span } from "../model.js";
import { allMatches } from "../scan.js";
import type { Clause } from "./clauses.js";
import { shape, type Shape } from "./language/spoken.js";
import { ANSWER, CONCEDED_BEFORE, DISBELIEVED, ENTHUSIASM, EXTRAPOSED, IMPERATIVE_PLACE, NEGATED, QUESTION_TAG, QUESTION_THAT_ASSERTS, SAYS_WHAT_IS, SEEMS, SEEMS_ONLY, STATED_OF, STATES } from "./shapes.js";
import { GRAMMAR } from "./grammar.js";
import { COMMAND } from "./signs.js";
import { isLimited, isSubjectLimited, isSubordinate } from "./limits.js";
import { readObject, readSubject, type ObjectPhrase, type SubjectType } from "./objects.js";


/** Words that forbid, reject or condemn, found in a sentence; positions count from its start. */
export interface Evidence {
  readonly shape: "object" | "means" | "subject" | "predicate" | "attribute" | "rejected";
  readonly span: Span;
  /** The verb of running that the negator governs, where there is one. */
  readonly verb: string;
}

/** What one side of a sentence says against a command. */
export type Judgement = {
  readonly evidence: Span;
  readonly clause: Clause;
} & (
  | { readonly shape: "object"; readonly object: ObjectPhrase; readonly executes: boolean; readonly names: boolean; readonly explicit: boolean }
  | { readonly shape: "means"; readonly object: ObjectPhrase }
  | { readonly shape: "subject"; readonly subject: SubjectType; readonly plural: boolean; readonly executes: boolean }
  | { readonly shape: "attribute" }
  | { readonly shape: "rejected"; readonly object: ObjectPhrase; readonly until: number }
  | { readonly shape: "label" }
  | { readonly shape: "trailing" }
  | { readonly shape: "elliptic" }
);

const HARMLESS = shape("harmless");
const HARMLESS_GERUND = shape("harmless-gerund");
const WANTS_ING = shape("wants-ing");
const WISHED = shape("wished");
const UNWISHED = shape("unwished");
const MISTAKE = shape("mistake");
const ASKED_OF_DUTY = shape("asked-of-duty");
const DENIED_REASON = shape("denied-reason");
const SPARED = shape("spared");
const LEFT_OUT = shape("left-out");
const NONE_OF_THEM = shape("none-of-them");
const NOT_BOTH = shape("not-both");
const BARE_PARTICIPLE = shape("bare-participle");
const NOUN_BEHIND = shape("noun-behind");
const COPULA_LAST = shape("copula-last");
/** How much before a piece of evidence can take away its force. */
const CONTEXT = 160;
const CONDEMNS = shape("condemns");
const OTHER_THING = shape("other-thing");
const CONTRASTED = shape("contrasted");
const REPAIRING = shape("repairs");
const EXEMPLIFIED = shape("exemplified");
const IMPERATIVE = shape("any-imperative");
const OPEN_ENDED = shape("open-ended");
/** No prohibition that ends a sentence is longer than this. */
const LONGEST_ENDING = 60;

/** All evidence in a sentence, in order of its place. */
export function findEvidence(mask: string): Evidence[] {
  // a command on a line of its own: nothing is said
  if (!/[a-z]/.test(mask)) return [];
  const negators = allMatches(mask, GRAMMAR.negation).map(({ index }) => index);
  const found: Evidence[] = [
    ...negated(mask, negators, GRAMMAR.active, "object"),
    ...negated(mask, negators, GRAMMAR.direct, "object"),
    ...negated(mask, negators, GRAMMAR.gerund, "object"),
    ...negated(mask, negators.filter((at) => leavesOpen(mask, at)), OPEN_ENDED, "object"),
    ...matches(mask, GRAMMAR.contrast, "object"),
    ...negated(mask, negators, GRAMMAR.means, "means"),
    ...negated(mask, negators, GRAMMAR.meansGerund, "means"),
    ...matches(mask, GRAMMAR.passive, "subject"),
    ...(condemns(mask) ? [...matches(mask, GRAMMAR.predicate, "predicate"), ...matches(mask, GRAMMAR.called, "subject"), ...matches(mask, GRAMMAR.attribute, "attribute")] : []),
    ...matches(mask, GRAMMAR.reject, "rejected"),
  ];
  return found.sort((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1]);
}

/** Whether a negator near the end may forbid what follows: "some do not:" and "users who may not:" state something. */
function leavesOpen(mask: string, at: number): boolean {
  if (at < mask.length - LONGEST_ENDING) return false;
  const before = mask.slice(Math.max(0, at - CONTEXT), at);
  return (!SAYS_WHAT_IS.test(mask.slice(at)) || IMPERATIVE_PLACE.test(before)) && !STATED_OF.test(before) && !before.includes(COMMAND);
}

/** Whether a condemning word stands in a sentence: looking for it alone costs little. */
function condemns(mask: string): boolean {
  GRAMMAR.attribute.lastIndex = 0;
  return GRAMMAR.attribute.test(mask);
}

function matches(mask: string, pattern: Shape, shape: Evidence["shape"]): Evidence[] {
  return soundOnes(mask, allMatches(mask, pattern), pattern, shape);
}

/** The matches of a sticky pattern that begin where negators do; like those of a global one they never overlap. */
function negated(mask: string, negators: readonly number[], pattern: Shape, shape: Evidence["shape"]): Evidence[] {
  const found: RegExpExecArray[] = [];
  let end = 0;
  for (const at of negators) {
    if (at < end) continue;
    pattern.lastIndex = at;
    const match = pattern.exec(mask);
    if (match === null) continue;
    found.push(match);
    end = pattern.lastIndex;
  }
  return soundOnes(mask, found, pattern, shape);
}

function soundOnes(mask: string, candidates: readonly RegExpExecArray[], pattern: Shape, shape: Evidence["shape"]): Evidence[] {
  const found: Evidence[] = [];
  for (const match of candidates) {
    if (!isSound(mask, match, shape, pattern)) continue;
    const start = match.index + match[0].length - (match.groups?.["words"] ?? match[0]).length;
    found.push({ shape, span: [start + (/^\s*/.exec(mask.slice(start, start + 20))?.[0].length ?? 0), match.index + match[0].trimEnd().length], verb: match.groups?.["verb"] ?? "" });
  }
  return found;
}

/** Whether the words before and after leave the evidence its force. */
function isSound(mask: string, match: RegExpMatchArray, shape: Evidence["shape"], pattern: Shape): boolean {
  const at = match.index ?? 0;
  const before = mask.slice(Math.max(0, at - CONTEXT), at);
  const after = mask.slice(at + match[0].length, at + match[0].length + 240);
  // "not safe to interrupt", "dangerous to skip": what would be dangerous is to do without it
  if (/^(?:subject|predicate)$/.test(shape) && SPARED.test(after)) return false;
  switch (shape) {
    case "object":
      if (/^(?:neither|nor)\b/.test(match[0]) && STATES.test(after)) return false;
      if (CONDEMNS.test(match[0]) && NEGATED.test(before)) return false;
      // "Should you not run X, …": a condition
      if (/^should(?:n'?t)?\s+(?:i|you|we|one)\b/.test(match[0]) && /^[^a-z]*$/.test(before)) return false;
      if (/^(?:not|never)\s+to\b/.test(match[0]) && MISTAKE.test(before)) return false;
      if ((HARMLESS.test(before) && (!ASKED_OF_DUTY.test(match[0]) || DENIED_REASON.test(before))) || (/\bif\s+$|\bor\s+$/.test(before) && match[0].startsWith("not"))) return false;
      return pattern === GRAMMAR.gerund || /^avoid/.test(match[0]) ? isSoundGerund(match, before, after) : true;
    case "means":
      return !HARMLESS.test(before) && (!WANTS_ING.test(match[0]) || !HARMLESS_GERUND.test(before) || WISHED.test(before));
    case "subject":
      if (pattern === GRAMMAR.called && (NEGATED.test(before) || /\bno\s+[a-z-]+\s*$/.test(before))) return false;
      // "discouraged packages are removed"
      if (BARE_PARTICIPLE.test(match[0]) && NOUN_BEHIND.test(after)) return false;
      return !(/\bbe(?:en)?$/.test(match[0].trimEnd()) || /\bno longer\s*$/.test(before) || (/\bit\s*$/.test(before) && EXTRAPOSED.test(after)));
    case "predicate":
      return isSoundPredicate(match, before, after);
    case "attribute":
      return !NEGATED.test(before) && !CONTRASTED.test(before) && !OTHER_THING.test(after) && (!REPAIRING.test(before) || /^\s*["'“(]*\uE000/.test(after) || EXEMPLIFIED.test(after));
    case "rejected":
      return true;
  }
}

function isSoundGerund(match: RegExpMatchArray, before: string, after: string): boolean {
  if (ENTHUSIASM.test(after) && /recommend/.test(match[0])) return false;
  // "stop, then run X": two instructions
  if (/^(?:stop|quit|cease)/.test(match[0]) && (match.groups?.["verb"] === undefined || /^[a-z]+\s*,/.test(match[0]))) return false;
  // "`npm` is not recommended": the passive is read as such
  if (/^(?:not|never)\b.*ed$/.test(match[0]) && COPULA_LAST.test(before)) return false;
  return !HARMLESS_GERUND.test(before) || (WISHED.test(before) && !UNWISHED.test(before)) || !/^(?:avoid|stop|quit|cease|refrain|discourage|forbid|prohibit|disallow|is|are)/.test(match[0]);
}

function isSoundPredicate(match: RegExpMatchArray, before: string, after: string): boolean {
  const word = match.groups?.["word"] ?? "";
  if (NEGATED.test(before) || DISBELIEVED.test(before) || /\b(?:neither|none|nothing|not\s+one)\b[^,.:;—–]*$/.test(before) || OTHER_THING.test(after) || /\btoo\s+bad$/.test(match[0])) return false;
  if (SEEMS.test(match[0]) && (SEEMS_ONLY.test(after) || CONCEDED_BEFORE.test(before))) return false;
  const bareNoun = /^(?:risk|danger)$/.test(word);
  if (bareNoun && !/\b(?:a|an|the|such)\b/.test(match[0])) return false;
  return !/\b(?:what|nothing|something|anything|who)$/.test(before) && !(/\bit$/.test(before) && EXTRAPOSED.test(after));
}

/** What a piece of evidence says on its side of its sentence, or null where it says nothing against a command. */
export function judge(mask: string, evidence: Evidence, clause: Clause, answer: Answer | null): Judgement | null {
  const { span } = evidence;
  const side: Span = [clause.start, clause.end];
  if (isQuestion(mask, span[0], answer) || isSubordinate(mask, side, span)) return null;
  const base = { evidence: span, clause };
  switch (evidence.shape) {
    case "object": {
      if (isLimited(mask, side, span)) return null;
      if (NOT_BOTH.test(mask.slice(span[1], clause.end)) && !WANTS_ING.test(mask.slice(...span))) return null;
      const object = readObject(mask, span[1], clause.end);
      if (object.type === "none" && isSubjectLimited(mask, side, span)) return null;
      return { ...base, shape: "object", object, executes: GRAMMAR.executing.has(evidence.verb), names: GRAMMAR.naming.has(evidence.verb), explicit: GRAMMAR.explicit.has(evidence.verb) };
    }
    case "means":
      return isLimited(mask, side, span) ? null : { ...base, shape: "means", object: readObject(mask, span[1], clause.end) };
    case "subject":
    case "predicate": {
      if (isLimited(mask, side, span) || isSubjectLimited(mask, side, span)) return null;
      if (LEFT_OUT.test(mask.slice(Math.max(clause.start, span[0] - CONTEXT), span[0]))) return null;
      const subject = NONE_OF_THEM.test(mask.slice(...span)) ? ({ type: "either", plural: true } as const) : readSubject(mask.slice(Math.max(clause.start, span[0] - 160), span[0]));
      return { ...base, shape: "subject", subject: subject.type, plural: subject.plural, executes: GRAMMAR.executing.has(evidence.verb) };
    }
    case "attribute":
      return { ...base, shape: "attribute" };
    case "rejected": {
      const object = readObject(mask, span[1], clause.end);
      return { ...base, shape: "rejected", object, until: rejectionEnd(mask, span, clause, object) };
    }
  }
}

/** A question asserts nothing, unless it asks for the reason or is answered with a yes. */
function isQuestion(sentence: string, at: number, answer: Answer | null): boolean {
  if (answer !== null && at < answer.span[0]) return !answer.granted;
  return /\?["'”)\s]*$/.test(sentence.slice(-8)) && !QUESTION_TAG.test(sentence.slice(-24)) && !QUESTION_THAT_ASSERTS.test(sentence.slice(0, 40));
}

/** The short answer that a sentence gives to its own question: "? No." */
export interface Answer {
  readonly span: Span;
  readonly granted: boolean;
}

export function answerIn(sentence: string): Answer | null {
  const answer = ANSWER.exec(sentence);
  return answer === null ? null : { span: [answer.index, answer.index + answer[0].length], granted: answer.groups?.["yes"] !== undefined };
}

/**
 * Where a rejected phrase ends: at a comma that does not go on with the list, a colon, a bracket, or the
 * verb of the main clause ("instead of X use Y").
 */
function rejectionEnd(mask: string, span: Span, clause: Clause, object: ObjectPhrase): number {
  const isNamed = object.type === "other" || object.type === "command" || object.type === "back";
  const text = mask.slice(span[1], Math.min(clause.end, span[1] + 1500));
  const opens = /(?:^|[(,;:—–]|\s-)[\s"'“]*$/.test(mask.slice(Math.max(clause.start, span[0] - 12), span[0]));
  let at = 0;
  let words = 0;
  for (const match of text.matchAll(/[a-z'-]+|\uE000+|\uE001+|[,:;)—–]/g)) {
    at = match.index;
    const token = match[0];
    if (token === "," && !continuesList(text.slice(at + 1), opens)) return span[1] + at;
    // "replace X with Y"
    if (/^[;)—–]$/.test(token) || (/^(?:with|by)$/.test(token) && /\uE000/.test(text.slice(0, at)))) return span[1] + at;
    if (token === ":" && (isNamed || !/^\s*["'“]*\uE000/.test(text.slice(at + 1)))) return span[1] + at;
    if (opens && words > 0 && IMPERATIVE.test(token)) return span[1] + at;
    words++;
  }
  return span[1] + text.length;
}

/** ", B or C": a list of rejected commands. Where the phrase opens the sentence, only with its "or". */
function continuesList(rest: string, opens: boolean): boolean {
  return opens ? /^\s*["'“]*(?:\uE000+|\uE001+)["'”]*\s*,?\s*(?:or|and)\b/.test(rest) || /^\s*(?:or|and)\b/.test(rest) : /^\s*(?:or\s+|and\s+)?["'“]*(?:\uE000|\uE001)/.test(rest);
}
