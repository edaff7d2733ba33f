import type { Span } from "../../model.js";
import { allMatches, eachMatch } from "../../scan.js";
import type { Clause } from "./clauses.js";
import { shapes, words, type Shape } from "../language/spoken.js";
import { COMMAND } from "./signs.js";
import { isLimited, isSubjectLimited, isSubordinate } from "./conditions.js";
import { readObject, readSubject, type ObjectPhrase, type SubjectType } from "./objects.js";

const SHAPE = shapes(
  "active", "acts-alone", "answer", "any-imperative", "any-mark", "asked-of-duty", "attribute", "avoids", "bare-not",
  "bare-participle", "called", "ceases", "command-next", "conceded-before", "condemns", "contrast", "contrasted",
  "copula-last", "denied-cell", "denied-reason", "direct", "disbelieved", "enthusiasm", "exemplified", "extraposed", "gerund",
  "harmless", "harmless-gerund", "imperative-place", "indefinite-last", "it-last", "left-out", "letter", "list-goes-on",
  "list-goes-on-by-word", "may-judge", "means", "means-gerund", "mistake", "negated", "negated-participle", "negates-each", "negation",
  "no-longer", "none-before", "none-of-them", "not-both", "not-to", "noun-behind", "of-none", "open-ended", "other-thing",
  "passive", "pause-before", "pauses", "predicate", "question-end", "question-tag", "question-that-asserts",
  "reject", "repairs", "say-nothing", "says-what-is", "seems", "seems-only", "spared", "speaks-of-recommending", "stated-of",
  "states", "supposes", "token", "unfinished-passive", "unwished", "wants-ing", "whether", "wished",
);

/** "replace X | with Y". */
const REPLACING = words("replacing");
/** Of these one stands in every text that says something against a command without a picture. */
const JUDGING = words("judging");
/** Verbs whose object is by nature something that runs. */
const EXECUTING = words("verbs.executes");
/** Verbs that name the pattern, whatever their object. */
const NAMING = words("verbs.names");
/** Verbs of whose objects "it" is hardly ever a command. */
const EXPLICIT = words("verbs.explicit");

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
  | {
      readonly shape: "object";
      readonly object: ObjectPhrase;
      readonly executes: boolean;
      readonly names: boolean;
      readonly explicit: boolean;
    }
  | { readonly shape: "means"; readonly object: ObjectPhrase }
  | { readonly shape: "subject"; readonly subject: SubjectType; readonly plural: boolean; readonly executes: boolean }
  | { readonly shape: "attribute" }
  | { readonly shape: "rejected"; readonly object: ObjectPhrase; readonly until: number }
  | { readonly shape: "label" }
  | { readonly shape: "trailing" }
  | { readonly shape: "elliptic" }
);

/** How much before a piece of evidence can take away its force. */
const CONTEXT = 160;
/** No prohibition that ends a sentence is longer than this. */
const LONGEST_ENDING = 60;

/** Whether a text of small letters may say anything against a command: most say nothing of the kind, and need not be read. */
export function mayJudge(text: string): boolean {
  return JUDGING.list.length === 0 || SHAPE.mayJudge.test(text) || SHAPE.anyMark.test(text) || SHAPE.deniedCell.test(text);
}

/** All evidence in a sentence, in order of its place. */
export function findEvidence(mask: string): Evidence[] {
  // a command on a line of its own: nothing is said
  if (!SHAPE.letter.test(mask)) return [];
  const negators = allMatches(mask, SHAPE.negation).map(({ index }) => index);
  const found: Evidence[] = [
    ...negated(mask, negators, SHAPE.active, "object"),
    ...negated(mask, negators, SHAPE.direct, "object"),
    ...negated(mask, negators, SHAPE.gerund, "object"),
    ...negated(mask, negators.filter((at) => leavesOpen(mask, at)), SHAPE.openEnded, "object"),
    ...matches(mask, SHAPE.contrast, "object"),
    ...negated(mask, negators, SHAPE.means, "means"),
    ...negated(mask, negators, SHAPE.meansGerund, "means"),
    ...matches(mask, SHAPE.passive, "subject"),
    ...(condemns(mask)
      ? [
          ...matches(mask, SHAPE.predicate, "predicate"),
          ...matches(mask, SHAPE.called, "subject"),
          ...matches(mask, SHAPE.attribute, "attribute"),
        ]
      : []),
    ...matches(mask, SHAPE.reject, "rejected"),
  ];
  return found.sort((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1]);
}

/** Whether a negator near the end may forbid what follows: "some do not:" and "users who may not:" state something. */
function leavesOpen(mask: string, at: number): boolean {
  if (at < mask.length - LONGEST_ENDING) return false;
  const before = mask.slice(Math.max(0, at - CONTEXT), at);
  return (
    (!SHAPE.saysWhatIs.test(mask.slice(at)) || SHAPE.imperativePlace.test(before)) &&
    !SHAPE.statedOf.test(before) &&
    !before.includes(COMMAND)
  );
}

/** Whether a condemning word stands in a sentence: looking for it alone costs little. */
function condemns(mask: string): boolean {
  SHAPE.attribute.lastIndex = 0;
  return SHAPE.attribute.test(mask);
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
    const { words = match[0], verb = "" } = match.groups ?? {};
    const start = match.index + match[0].length - words.trimStart().length;
    found.push({ shape, span: [start, match.index + match[0].trimEnd().length], verb });
  }
  return found;
}

/** Whether the words before and after leave the evidence its force. */
function isSound(mask: string, match: RegExpMatchArray, shape: Evidence["shape"], pattern: Shape): boolean {
  const at = match.index ?? 0;
  const before = mask.slice(Math.max(0, at - CONTEXT), at);
  const after = mask.slice(at + match[0].length, at + match[0].length + 240);
  // "not safe to interrupt", "dangerous to skip": what would be dangerous is to do without it
  if ((shape === "subject" || shape === "predicate") && SHAPE.spared.test(after)) return false;
  switch (shape) {
    case "object":
      if (SHAPE.negatesEach.test(match[0]) && SHAPE.states.test(after)) return false;
      if (SHAPE.condemns.test(match[0]) && SHAPE.negated.test(before)) return false;
      // "Should you not run X, …": a condition
      if (SHAPE.supposes.test(match[0]) && !SHAPE.letter.test(before)) return false;
      if (SHAPE.notTo.test(match[0]) && SHAPE.mistake.test(before)) return false;
      if (SHAPE.harmless.test(before) && (!SHAPE.askedOfDuty.test(match[0]) || SHAPE.deniedReason.test(before))) return false;
      if (SHAPE.whether.test(before) && SHAPE.bareNot.test(match[0])) return false;
      return pattern === SHAPE.gerund || SHAPE.avoids.test(match[0]) ? isSoundGerund(match, before, after) : true;
    case "means":
      return (
        !SHAPE.harmless.test(before) && (!SHAPE.wantsIng.test(match[0]) || !SHAPE.harmlessGerund.test(before) || SHAPE.wished.test(before))
      );
    case "subject":
      if (pattern === SHAPE.called && (SHAPE.negated.test(before) || SHAPE.ofNone.test(before))) return false;
      // "discouraged packages are removed"
      if (SHAPE.bareParticiple.test(match[0]) && SHAPE.nounBehind.test(after)) return false;
      return !(
        SHAPE.unfinishedPassive.test(match[0]) ||
        SHAPE.noLonger.test(before) ||
        (SHAPE.itLast.test(before) && SHAPE.extraposed.test(after))
      );
    case "predicate":
      return isSoundPredicate(match, before, after);
    case "attribute":
      if (SHAPE.negated.test(before) || SHAPE.contrasted.test(before) || SHAPE.otherThing.test(after)) return false;
      return !SHAPE.repairs.test(before) || SHAPE.commandNext.test(after) || SHAPE.exemplified.test(after);
    case "rejected":
      return true;
  }
}

function isSoundGerund(match: RegExpMatchArray, before: string, after: string): boolean {
  if (SHAPE.enthusiasm.test(after) && SHAPE.speaksOfRecommending.test(match[0])) return false;
  // "stop, then run X": two instructions
  if (SHAPE.ceases.test(match[0]) && (match.groups?.["verb"] === undefined || SHAPE.pauses.test(match[0]))) return false;
  // "`npm` is not recommended": the passive is read as such
  if (SHAPE.negatedParticiple.test(match[0]) && SHAPE.copulaLast.test(before)) return false;
  return (
    !SHAPE.harmlessGerund.test(before) || (SHAPE.wished.test(before) && !SHAPE.unwished.test(before)) || !SHAPE.actsAlone.test(match[0])
  );
}

function isSoundPredicate(match: RegExpMatchArray, before: string, after: string): boolean {
  if (SHAPE.negated.test(before) || SHAPE.disbelieved.test(before) || SHAPE.noneBefore.test(before)) return false;
  if (SHAPE.otherThing.test(after) || SHAPE.sayNothing.test(match[0])) return false;
  if (SHAPE.seems.test(match[0]) && (SHAPE.seemsOnly.test(after) || SHAPE.concededBefore.test(before))) return false;
  return !SHAPE.indefiniteLast.test(before) && !(SHAPE.itLast.test(before) && SHAPE.extraposed.test(after));
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
      if (SHAPE.notBoth.test(mask.slice(span[1], clause.end)) && !SHAPE.wantsIng.test(mask.slice(...span))) return null;
      const object = readObject(mask, span[1], clause.end);
      if (object.type === "none" && isSubjectLimited(mask, side, span)) return null;
      return {
        ...base,
        shape: "object",
        object,
        executes: EXECUTING.has(evidence.verb),
        names: NAMING.has(evidence.verb),
        explicit: EXPLICIT.has(evidence.verb),
      };
    }
    case "means":
      return isLimited(mask, side, span) ? null : { ...base, shape: "means", object: readObject(mask, span[1], clause.end) };
    case "subject":
    case "predicate": {
      if (isLimited(mask, side, span) || isSubjectLimited(mask, side, span)) return null;
      if (SHAPE.leftOut.test(mask.slice(Math.max(clause.start, span[0] - CONTEXT), span[0]))) return null;
      const subject = SHAPE.noneOfThem.test(mask.slice(...span))
        ? ({ type: "either", plural: true } as const)
        : readSubject(mask.slice(Math.max(clause.start, span[0] - 160), span[0]));
      return { ...base, shape: "subject", subject: subject.type, plural: subject.plural, executes: EXECUTING.has(evidence.verb) };
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
  return (
    SHAPE.questionEnd.test(sentence.slice(-8)) &&
    !SHAPE.questionTag.test(sentence.slice(-24)) &&
    !SHAPE.questionThatAsserts.test(sentence.slice(0, 40))
  );
}

/** The short answer that a sentence gives to its own question: "? No." */
export interface Answer {
  readonly span: Span;
  readonly granted: boolean;
}

export function answerIn(sentence: string): Answer | null {
  const answer = SHAPE.answer.exec(sentence);
  return answer === null ? null : { span: [answer.index, answer.index + answer[0].length], granted: answer.groups?.["yes"] !== undefined };
}

/**
 * Where a rejected phrase ends: at a comma that does not go on with the list, a colon, a bracket, or the
 * verb of the main clause ("instead of X use Y").
 */
function rejectionEnd(mask: string, span: Span, clause: Clause, object: ObjectPhrase): number {
  const isNamed = object.type === "other" || object.type === "command" || object.type === "back";
  const text = mask.slice(span[1], Math.min(clause.end, span[1] + 1500));
  const opens = SHAPE.pauseBefore.test(mask.slice(Math.max(clause.start, span[0] - 12), span[0]));
  let at = 0;
  let words = 0;
  for (const match of eachMatch(text, SHAPE.token)) {
    at = match.index;
    const token = match[0];
    // ", B or C": a list of rejected commands; where the phrase opens the sentence, only with its "or"
    if (token === "," && !(opens ? SHAPE.listGoesOnByWord : SHAPE.listGoesOn).test(text.slice(at + 1))) return span[1] + at;
    // "replace X with Y"
    if (";)—–".includes(token) || (REPLACING.has(token) && text.slice(0, at).includes(COMMAND))) return span[1] + at;
    if (token === ":" && (isNamed || !SHAPE.commandNext.test(text.slice(at + 1)))) return span[1] + at;
    if (opens && words > 0 && SHAPE.anyImperative.test(token)) return span[1] + at;
    words++;
  }
  return span[1] + text.length;
}
