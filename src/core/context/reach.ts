import type { Span } from "../model.js";
import { shape, words } from "./language/spoken.js";
import { ADDRESSES, AS_BEFORE, AS_BEHIND, AS_REASON, COMPLEMENT, CONCESSION, CONCLUDES, COORDINATED, EXCEPTS, FIRST_PREDICATE, FORMER, GIVES_REASONS, GOES_ON, LIST, MANNER, MANNER_BACK, MODAL, NAMED, NEW_SUBJECT, NOTHING_BEFORE, OFFERS, PARTITIVE, REASON_OF_BEFORE, THAN_BEHIND, THIRD_PERSON } from "./shapes.js";
import { lineNamed, type LineName } from "./blocks.js";
import { COMMAND } from "./signs.js";
import { namesSource } from "./objects.js";
import type { Judgement } from "./polarity.js";

/** No evidence reaches further than this many characters. */
export const FARTHEST = 1500;

const WANTS_ING = shape("wants-ing");
const AND_IMPERATIVE = shape("and-imperative");
const BREAKER = shape("breaks-link");
const PLAIN_GAP = /[\uE000\uE001]+/g;
const ENDS_WITH_EXAMPLE = shape("ends-with-example");
const ENDS_WITH_MEANS = shape("ends-with-means");
const ENDS_WITH_MARK = /[:(—–]\s*(?:e\uE002*g\uE002*,?\s*)?["'“‘«(]*\s*$|\s-{1,2}\s+["'“‘«(]*$/;
const ENDS_WITH_COLON = /[:：]\s*["'“‘«(]*\s*$/;
const SUBJECT_GAP = words("subject-words+command-nouns+determiners");
const PREPOSITIONS = words("prepositions");
const CLAUSE_STARTS = words("clause-starts");
const PRONOUNS = words("pronouns");
const LINKED_NOUN = shape("linked-noun");
const TELLS = shape("tells");

const NAMES_PART = shape("names-part");

const INTO_SHELL = shape("into-shell");

/** A colon before a command or at the end: the sentence shows what it means. */
const LEADS_AHEAD = /^[^:]{0,80}[:：]\s*["'“(]*(?:\uE000|\s*$)/;

/** Whether a judgement reaches a command that stands behind its evidence, on the same side. */
export function reachesAhead(mask: string, judgement: Judgement, command: Span): boolean {
  const from = judgement.evidence[1];
  if (command[0] < from || command[0] - from > FARTHEST) return false;
  const gap = mask.slice(from, command[0]);
  const opensSide = judgement.shape === "label" && /^[^a-z\uE000]*$/.test(mask.slice(judgement.clause.start, judgement.evidence[0]));
  if ((leavesBracket(gap) && !opensSide) || EXCEPTS.test(gap)) return false;
  switch (judgement.shape) {
    case "object":
      return objectReaches(mask, judgement, command, gap);
    case "means":
      return !BREAKER.test(gap) && !gap.includes(";") && (ENDS_WITH_MEANS.test(gap) || ENDS_WITH_EXAMPLE.test(gap) || (ENDS_WITH_COLON.test(gap) && (MANNER.test(gap) || asksHow(mask, judgement))));
    case "attribute":
      return attributeReaches(gap) || likens(mask, judgement, gap);
    case "rejected":
      return command[0] < judgement.until;
    case "label":
      return true;
    case "subject":
      if (ENDS_WITH_EXAMPLE.test(gap) && (judgement.subject === "generic" || NAMES_COMMAND.test(mask.slice(judgement.clause.start, judgement.evidence[0])))) return true;
      return (judgement.subject !== "other" || judgement.executes || (/^\s*[:：]/.test(gap) && isPartitive(mask, judgement))) && (listAhead(gap) || ENDS_WITH_EXAMPLE.test(gap)) && !THIRD_PERSON.test(mask.slice(command[1], command[1] + 30));
    case "trailing":
    case "elliptic":
      return false;
  }
}

const NAMES_COMMAND = shape("names-command");

/** "One of them is unsafe: X". */
export function isPartitive(mask: string, { clause, evidence }: Judgement): boolean {
  return PARTITIVE.test(mask.slice(Math.max(clause.start, evidence[0] - 160), evidence[0]));
}

/** "X – is insecure", "X (must not be used)". */
const REMARK_GAP = /^["'”)]*\s*(?:[—–(:]|\s-{1,2})\s*$/;

const MEANS_NEAREST = shape("means-nearest");

/** "How not to install acme:", "this is how you should not install it:" */
export function asksHow(mask: string, { evidence }: Judgement): boolean {
  return /\bhow\s+(?:(?:you|we|one|people|users)\s+)?$/.test(mask.slice(Math.max(0, evidence[0] - 16), evidence[0]));
}

/** A colon, and nothing but commands between it and the one in question. */
function listAhead(gap: string): boolean {
  const first = gap.indexOf(COMMAND);
  return first < 0 ? ENDS_WITH_COLON.test(gap) : ENDS_WITH_COLON.test(gap.slice(0, first)) && LIST.test(gap.slice(first));
}

/** "dangerous X", "a dangerous command: X, Y": the first command is tied to the word, further ones to the first. */
function attributeReaches(gap: string): boolean {
  const first = gap.indexOf(COMMAND);
  const head = first < 0 ? gap : gap.slice(0, first);
  const listed = first < 0 || LIST.test(gap.slice(first));
  return listed && (/^[\s"'“‘«(]*$/.test(head) || LINKED_NOUN.test(head));
}

/** "Nothing is as insecure as X", "few things are riskier than X". */
function likens(mask: string, { evidence, clause }: Judgement, gap: string): boolean {
  const before = mask.slice(Math.max(clause.start, evidence[0] - 80), evidence[0]);
  return AS_BEHIND.test(gap) ? AS_BEFORE.test(before) : THAN_BEHIND.test(gap) && NOTHING_BEFORE.test(before);
}

/** What is said in brackets covers what follows them only over a colon: "Option 2 (unsafe): X". */
function leavesBracket(gap: string): boolean {
  const close = gap.indexOf(")");
  return close >= 0 && !gap.slice(0, close).includes("(") && !/^\)\s*[:：—–-]/.test(gap.slice(close, close + 12));
}

function objectReaches(mask: string, judgement: Judgement & { shape: "object" }, command: Span, gap: string): boolean {
  const { object } = judgement;
  const words = gap.replace(PLAIN_GAP, " ");
  const behind = mask.slice(object.end, command[0]);
  const isRemark = /,\s*["'“]*$/.test(gap) || (gap.includes(COMMAND) && /(?:[—–;:]|\s-)\s*["'“]*$/.test(gap));
  if (isRemark && NEW_SUBJECT.test(mask.slice(command[1], command[1] + 30))) return false;
  // "avoid X and use Y": after an -ing form a base form begins anew
  if (WANTS_ING.test(mask.slice(...judgement.evidence)) && AND_IMPERATIVE.test(gap)) return false;
  // "avoid this by running X": the means against it
  if (/^avoids?\s*$/.test(mask.slice(...judgement.evidence)) && BY_DOING.test(behind)) return false;
  switch (object.type) {
    case "command":
      return /^[\s"'“‘«(:a-z-]*$/.test(gap) || (!BREAKER.test(words) && !gap.includes(";") && listGoesOn(behind));
    case "none":
    case "forward":
    case "either":
      return ENDS_WITH_COLON.test(gap) || listAhead(gap) || (!BREAKER.test(words) && !gap.includes(";"));
    case "generic":
      return !BREAKER.test(words) && !gap.includes(";") && !startsNewSubject(behind);
    case "back":
      return ENDS_WITH_COLON.test(gap) && !THIRD_PERSON.test(mask.slice(command[1], command[1] + 30));
    case "other":
      if (judgement.names && INTO_SHELL.test(gap)) return true;
      return TELLS.test(gap) || (!BREAKER.test(words) && !gap.includes(";") && otherReaches(mask, judgement.executes || namesSource(mask.slice(object.start, object.end)), command, gap, behind));
  }
}

const IS_MEANS = shape("is-means");
const STARTS_SUBJECT = shape("starts-subject");
const NOUN_LAST = shape("noun-last");
const BY_DOING = shape("by-doing");

/** After a first command, further ones are meant where the list goes on; a bare means or place is not. */
function listGoesOn(behind: string): boolean {
  return !IS_MEANS.test(behind) && !startsNewSubject(behind);
}

/** ", X is …": the command is the subject of a remark. */
function startsNewSubject(behind: string): boolean {
  return STARTS_SUBJECT.test(behind) && !NOUN_LAST.test(behind);
}

/** The object is named otherwise; the command is tied to it as an example, is one more object, or stands behind a mark. */
function otherReaches(mask: string, executes: boolean, command: Span, gap: string, behind: string): boolean {
  if (ENDS_WITH_EXAMPLE.test(gap)) return true;
  if (ENDS_WITH_COLON.test(gap) && MANNER.test(gap)) return true;
  if (COORDINATED.test(behind)) return !THIRD_PERSON.test(mask.slice(command[1], command[1] + 30));
  if (!executes) return false;
  if (/\s(?:into|in|to)\s+["'“]*$/.test(gap)) return false;
  return ENDS_WITH_MARK.test(behind) && !THIRD_PERSON.test(mask.slice(command[1], command[1] + 30));
}

/** Whether a judgement reaches a command that stands before its evidence as its subject. */
export function reachesBehind(mask: string, judgement: Judgement, command: Span): boolean {
  if (command[1] > judgement.evidence[0]) return false;
  const gap = mask.slice(command[1], judgement.evidence[0]);
  if (gap.length > 160) return false;
  switch (judgement.shape) {
    case "subject":
      if (gap.includes(COMMAND) && MEANS_NEAREST.test(gap)) return false;
      return REMARK_GAP.test(gap) || FIRST_PREDICATE.test(gap) || isSubjectGap(gap);
    case "object":
      // "X should not run for long": here X itself runs.
      if (/^\s*$/.test(gap) && MODAL.test(mask.slice(...judgement.evidence)) && !/\bbe\b/.test(mask.slice(...judgement.evidence))) return false;
      return judgement.object.type === "none" && endsSide(mask, judgement) && isSubjectGap(gap.replace(/[:—–(]|\s-{1,2}\s|\?/g, " "));
    case "means":
    case "attribute":
    case "rejected":
    case "label":
    case "trailing":
    case "elliptic":
      return false;
  }
}

/** Nothing, or only a phrase of place or manner, follows the verb. */
function endsSide(mask: string, judgement: Judgement & { shape: "object" }): boolean {
  const rest = mask.slice(judgement.object.end, judgement.clause.end);
  return !rest.includes(COMMAND) && !/[:：]\s*$/.test(rest) && rest.length < 80;
}

/** Words between a subject and its predicate that bring no other subject: other commands, phrases of place, "which". */
function isSubjectGap(gap: string): boolean {
  if (AS_REASON.test(gap)) return false;
  let inPhrase = 0;
  for (const match of gap.replace(CONCESSION.expression, " ").replace(COMPLEMENT.expression, "").matchAll(/[a-z'-]+|[\uE000\uE001]+|[^\s]/g)) {
    const word = match[0];
    if (/^[\uE000\uE001"'”’»)`*/&]/.test(word)) continue;
    if (word === ",") {
      inPhrase = 0;
      continue;
    }
    // "X to the docs because building is risky": another clause, with a subject of its own
    if (inPhrase > 0 && CLAUSE_STARTS.has(word)) return false;
    if (PREPOSITIONS.has(word)) inPhrase = 6;
    else if (inPhrase > 0 && !PRONOUNS.has(word) && /^[a-z]/.test(word)) inPhrase--;
    else if (!SUBJECT_GAP.has(word)) return false;
  }
  return true;
}

/** What stands before a judgement that points back: the nearest command, all of them, or the first of them. */
export interface Reference {
  readonly plural: boolean;
  readonly first: boolean;
  /** By a name, "this command", "the above": also across a remark. */
  readonly named: boolean;
  /** A single line of a block: "the last line". */
  readonly line: LineName | null;
}

/**
 * Whether a judgement points at what stands before it, and at which of it. Where no command follows the
 * sentence, a colon at its end may open the reasons.
 */
export function pointsBack(mask: string, judgement: Judgement, commandFollows: boolean): Reference | null {
  const back = referenceBack(mask, judgement, commandFollows);
  if (back === null) return null;
  const words = judgement.shape === "object" ? mask.slice(judgement.object.start, judgement.object.end) : mask.slice(Math.max(judgement.clause.start, judgement.evidence[0] - 60), judgement.evidence[0]);
  return { plural: back.plural, first: FORMER.test(words), line: lineNamed(words), named: NAMED.test(words) || CONCLUDES.test(mask) || (judgement.shape === "object" && /^\s+above\b/.test(mask.slice(judgement.object.end))) };
}

function referenceBack(mask: string, judgement: Judgement, commandFollows: boolean): { plural: boolean } | null {
  const leadsAhead = (rest: string): boolean => LEADS_AHEAD.test(rest) && (commandFollows || rest.includes(COMMAND) || !GIVES_REASONS.test(mask));
  switch (judgement.shape) {
    case "rejected": {
      // "Instead of that, run X": the main clause follows.
      const { type, plural } = judgement.object;
      if (OFFERS.test(mask.slice(judgement.clause.start, judgement.evidence[0]))) return null;
      return (type === "back" || type === "either") && (judgement.until < mask.trimEnd().length - 1 || !leadsAhead(mask.slice(judgement.object.end))) ? { plural } : null;
    }
    case "object": {
      const { type, plural, start, end } = judgement.object;
      const rest = mask.slice(end, end + FARTHEST);
      if (NAMES_PART.test(mask.slice(start, end))) return null;
      if (type === "none" && ADDRESSES.test(mask.slice(Math.max(judgement.clause.start, judgement.evidence[0] - 60), judgement.evidence[0])) && /^[\s.!)"'”]*$/.test(mask.slice(end, judgement.clause.end)) && /^[\s.!)"'”]*$/.test(rest)) return { plural: false };
      return (type === "back" || type === "either") && !judgement.explicit && !leadsAhead(rest) ? { plural } : null;
    }
    case "subject": {
      const rest = mask.slice(judgement.evidence[1], judgement.evidence[1] + FARTHEST);
      const points = judgement.subject === "back" || judgement.subject === "either" || isElided(mask, judgement) || isRemark(mask, judgement) || (!commandFollows && isReasoned(mask, judgement)) || MANNER_BACK.test(rest) || (judgement.evidence[0] <= 1 && GOES_ON.test(mask));
      return points && !leadsAhead(rest) ? { plural: judgement.plural } : null;
    }
    case "label":
      if (!commandFollows && isReasoned(mask, judgement)) return { plural: false };
      return (isElided(mask, judgement) && !mask.slice(judgement.evidence[1], judgement.clause.end).includes(COMMAND)) || isRemark(mask, judgement) ? { plural: false } : null;
    case "elliptic":
      return { plural: false };
    case "means":
      return MANNER_BACK.test(mask.slice(judgement.evidence[1])) ? { plural: false } : null;
    case "attribute":
      return RATED.test(mask.slice(judgement.evidence[1])) && isHeaded(mask.slice(0, judgement.evidence[0])) ? { plural: false } : null;
    case "trailing":
      return null;
  }
}

/** From where the command it means is looked for backwards: "use Y instead of it" does not mean Y. */
export function refersFrom({ shape, clause, evidence }: Judgement): number {
  return shape === "rejected" ? clause.start : evidence[0];
}

const DRAWBACK = shape("drawback");
/** "Rating: 2/10, unsafe": behind the word stands no noun. */
const RATED = /^\s*(?:[.,;!)]|$)/;
const REASONED = shape("reasoned");

/** "Unsafe!", "(strongly discouraged)", "Cons: insecure": a sentence that says nothing else, or so headed. */
function isRemark(mask: string, { evidence }: Judgement): boolean {
  const before = mask.slice(0, evidence[0]);
  if (isHeaded(before)) return true;
  return /^[^a-z\uE000]*$/.test(before) && /^\s*[.!)][\s.!)"'”]*$/.test(mask.slice(evidence[1]));
}

/** Whether only "Cons:", "Security rating: 2/10," or "In short:" stands before a verdict. */
function isHeaded(before: string): boolean {
  const sumsUp = CONCLUDES.exec(before);
  return DRAWBACK.test(before) || (sumsUp !== null && /^[^a-z\uE000]*$/.test(before.slice(sumsUp[0].length)));
}

/** "Unsafe: it runs unread code." where nothing follows that it could label. */
function isReasoned(mask: string, { evidence }: Judgement): boolean {
  const reason = /^[^a-z\uE000]*$/.test(mask.slice(0, evidence[0])) ? REASONED.exec(mask.slice(evidence[0]))?.groups?.["reason"] : undefined;
  return reason !== undefined && REASON_OF_BEFORE.test(reason);
}

/** "X is quick, but dangerous": a later side of the sentence without a subject of its own. */
function isElided(mask: string, { clause, evidence }: Judgement): boolean {
  return /[a-z\uE000]/.test(mask.slice(0, clause.start)) && /^[\s,;:—–(]*(?:but|and|yet|however|though|although|so)?[\s,]*$/.test(mask.slice(clause.start, evidence[0]));
}
