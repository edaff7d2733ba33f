import type { Span } from "../../model.js";
import { eachMatch } from "../../scan.js";
import { shapes, words } from "../language/spoken.js";
import { lineNamed, type LineName } from "../layout/blocks.js";
import { COMMAND } from "./signs.js";
import { namesSource } from "./objects.js";
import type { Judgement } from "./evidence.js";

const SHAPE = shapes(
  "above-behind", "addresses", "and-imperative", "as-before", "as-behind", "as-reason", "avoids-alone", "be", "bracket-leads",
  "breaks-link", "by-doing", "closed", "closes", "colon-before", "colon-last", "colon-next", "comma-before", "complement", "concession",
  "concludes", "coordinated", "dash", "dashes", "drawback", "ends", "ends-with-example", "ends-with-means", "excepts", "fillers",
  "first-predicate", "former", "gives-reasons", "goes-on", "how-before", "into-before", "into-shell", "is-means", "leads-ahead",
  "letter", "linked-noun", "list", "manner", "manner-back", "mark-before", "means-nearest", "modal", "named", "names-command",
  "names-part", "new-subject", "nothing-before", "noun-last", "offers", "opening", "partitive", "reason-of-before", "reasoned",
  "remark-before", "said", "says-no-more", "silent", "starts-subject", "tells", "than-behind", "third-person", "turn-alone", "wants-ing",
  "word-or-mark", "words",
);

/** No evidence reaches further than this many characters. */
export const FARTHEST = 1500;

const SUBJECT_GAP = words("subject-words+command-nouns+determiners");
const PREPOSITIONS = words("prepositions");
const CLAUSE_STARTS = words("clause-starts");
const PRONOUNS = words("pronouns");

/** Whether a judgement reaches a command that stands behind its evidence, on the same side. */
export function reachesAhead(mask: string, judgement: Judgement, command: Span): boolean {
  const from = judgement.evidence[1];
  if (command[0] < from || command[0] - from > FARTHEST) return false;
  const gap = mask.slice(from, command[0]);
  const opensSide = judgement.shape === "label" && SHAPE.silent.test(mask.slice(judgement.clause.start, judgement.evidence[0]));
  if ((leavesBracket(gap) && !opensSide) || SHAPE.excepts.test(gap)) return false;
  switch (judgement.shape) {
    case "object":
      return objectReaches(mask, judgement, command, gap);
    case "means":
      return (
        !SHAPE.breaksLink.test(gap) &&
        !gap.includes(";") &&
        (SHAPE.endsWithMeans.test(gap) ||
          SHAPE.endsWithExample.test(gap) ||
          (SHAPE.colonBefore.test(gap) && (SHAPE.manner.test(gap) || asksHow(mask, judgement))))
      );
    case "attribute":
      return attributeReaches(gap) || likens(mask, judgement, gap);
    case "rejected":
      return command[0] < judgement.until;
    case "label":
      return true;
    case "subject":
      if (
        SHAPE.endsWithExample.test(gap) &&
        (judgement.subject === "generic" || SHAPE.namesCommand.test(mask.slice(judgement.clause.start, judgement.evidence[0])))
      )
        return true;
      return (
        (judgement.subject !== "other" || judgement.executes || (SHAPE.colonNext.test(gap) && isPartitive(mask, judgement))) &&
        (listAhead(gap) || SHAPE.endsWithExample.test(gap)) &&
        !SHAPE.thirdPerson.test(mask.slice(command[1], command[1] + 30))
      );
    case "trailing":
    case "elliptic":
      return false;
  }
}

/** "One of them is unsafe: X". */
export function isPartitive(mask: string, { clause, evidence }: Judgement): boolean {
  return SHAPE.partitive.test(mask.slice(Math.max(clause.start, evidence[0] - 160), evidence[0]));
}

/** "How not to install acme:", "this is how you should not install it:" */
export function asksHow(mask: string, { evidence }: Judgement): boolean {
  return SHAPE.howBefore.test(mask.slice(Math.max(0, evidence[0] - 16), evidence[0]));
}

/** A colon, and nothing but commands between it and the one in question. */
function listAhead(gap: string): boolean {
  const first = gap.indexOf(COMMAND);
  return first < 0 ? SHAPE.colonBefore.test(gap) : SHAPE.colonBefore.test(gap.slice(0, first)) && SHAPE.list.test(gap.slice(first));
}

/** "dangerous X", "a dangerous command: X, Y": the first command is tied to the word, further ones to the first. */
function attributeReaches(gap: string): boolean {
  const first = gap.indexOf(COMMAND);
  const head = first < 0 ? gap : gap.slice(0, first);
  const listed = first < 0 || SHAPE.list.test(gap.slice(first));
  return listed && (SHAPE.opening.test(head) || SHAPE.linkedNoun.test(head));
}

/** "Nothing is as insecure as X", "few things are riskier than X". */
function likens(mask: string, { evidence, clause }: Judgement, gap: string): boolean {
  const before = mask.slice(Math.max(clause.start, evidence[0] - 80), evidence[0]);
  return SHAPE.asBehind.test(gap) ? SHAPE.asBefore.test(before) : SHAPE.thanBehind.test(gap) && SHAPE.nothingBefore.test(before);
}

/** What is said in brackets covers what follows them only over a colon: "Option 2 (unsafe): X". */
function leavesBracket(gap: string): boolean {
  const close = gap.indexOf(")");
  return close >= 0 && !gap.slice(0, close).includes("(") && !SHAPE.bracketLeads.test(gap.slice(close, close + 12));
}

function objectReaches(mask: string, judgement: Judgement & { shape: "object" }, command: Span, gap: string): boolean {
  const { object } = judgement;
  const words = gap.replace(SHAPE.fillers.expression, " ");
  const behind = mask.slice(object.end, command[0]);
  const isRemark = SHAPE.commaBefore.test(gap) || (gap.includes(COMMAND) && SHAPE.remarkBefore.test(gap));
  if (isRemark && SHAPE.newSubject.test(mask.slice(command[1], command[1] + 30))) return false;
  // "avoid X and use Y": after an -ing form a base form begins anew
  if (SHAPE.wantsIng.test(mask.slice(...judgement.evidence)) && SHAPE.andImperative.test(gap)) return false;
  // "avoid this by running X": the means against it
  if (SHAPE.avoidsAlone.test(mask.slice(...judgement.evidence)) && SHAPE.byDoing.test(behind)) return false;
  switch (object.type) {
    case "command":
      return SHAPE.words.test(gap) || (!SHAPE.breaksLink.test(words) && !gap.includes(";") && listGoesOn(behind));
    case "none":
    case "forward":
    case "either":
      return SHAPE.colonBefore.test(gap) || listAhead(gap) || (!SHAPE.breaksLink.test(words) && !gap.includes(";"));
    case "generic":
      return !SHAPE.breaksLink.test(words) && !gap.includes(";") && !startsNewSubject(behind);
    case "back":
      return SHAPE.colonBefore.test(gap) && !SHAPE.thirdPerson.test(mask.slice(command[1], command[1] + 30));
    case "other":
      if (judgement.names && SHAPE.intoShell.test(gap)) return true;
      return (
        SHAPE.tells.test(gap) ||
        (!SHAPE.breaksLink.test(words) &&
          !gap.includes(";") &&
          otherReaches(mask, judgement.executes || namesSource(mask.slice(object.start, object.end)), command, gap, behind))
      );
  }
}

/** After a first command, further ones are meant where the list goes on; a bare means or place is not. */
function listGoesOn(behind: string): boolean {
  return !SHAPE.isMeans.test(behind) && !startsNewSubject(behind);
}

/** ", X is …": the command is the subject of a remark. */
function startsNewSubject(behind: string): boolean {
  return SHAPE.startsSubject.test(behind) && !SHAPE.nounLast.test(behind);
}

/** The object is named otherwise; the command is tied to it as an example, is one more object, or stands behind a mark. */
function otherReaches(mask: string, executes: boolean, command: Span, gap: string, behind: string): boolean {
  if (SHAPE.endsWithExample.test(gap)) return true;
  if (SHAPE.colonBefore.test(gap) && SHAPE.manner.test(gap)) return true;
  if (SHAPE.coordinated.test(behind)) return !SHAPE.thirdPerson.test(mask.slice(command[1], command[1] + 30));
  if (!executes) return false;
  if (SHAPE.intoBefore.test(gap)) return false;
  return SHAPE.markBefore.test(behind) && !SHAPE.thirdPerson.test(mask.slice(command[1], command[1] + 30));
}

/** Whether a judgement reaches a command that stands before its evidence as its subject. */
export function reachesBehind(mask: string, judgement: Judgement, command: Span): boolean {
  if (command[1] > judgement.evidence[0]) return false;
  const gap = mask.slice(command[1], judgement.evidence[0]);
  if (gap.length > 160) return false;
  switch (judgement.shape) {
    case "subject":
      if (gap.includes(COMMAND) && SHAPE.meansNearest.test(gap)) return false;
      return SHAPE.dash.test(gap) || SHAPE.firstPredicate.test(gap) || isSubjectGap(gap);
    case "object":
      // "X should not run for long": here X itself runs.
      if (gap.trim() === "" && SHAPE.modal.test(mask.slice(...judgement.evidence)) && !SHAPE.be.test(mask.slice(...judgement.evidence)))
        return false;
      return judgement.object.type === "none" && endsSide(mask, judgement) && isSubjectGap(gap.replace(SHAPE.dashes.expression, " "));
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
  return !rest.includes(COMMAND) && !SHAPE.colonLast.test(rest) && rest.length < 80;
}

/** Words between a subject and its predicate that bring no other subject: other commands, phrases of place, "which". */
function isSubjectGap(gap: string): boolean {
  if (SHAPE.asReason.test(gap)) return false;
  let inPhrase = 0;
  const words = gap.replace(SHAPE.concession.expression, " ").replace(SHAPE.complement.expression, "");
  for (const { 0: word } of eachMatch(words, SHAPE.wordOrMark)) {
    if (SHAPE.closes.test(word)) continue;
    if (word === ",") {
      inPhrase = 0;
      continue;
    }
    // "X to the docs because building is risky": another clause, with a subject of its own
    if (inPhrase > 0 && CLAUSE_STARTS.has(word)) return false;
    if (PREPOSITIONS.has(word)) inPhrase = 6;
    else if (inPhrase > 0 && !PRONOUNS.has(word) && SHAPE.letter.test(word)) inPhrase--;
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
  const words =
    judgement.shape === "object"
      ? mask.slice(judgement.object.start, judgement.object.end)
      : mask.slice(Math.max(judgement.clause.start, judgement.evidence[0] - 60), judgement.evidence[0]);
  return {
    plural: back.plural,
    first: SHAPE.former.test(words),
    line: lineNamed(words),
    named:
      SHAPE.named.test(words) ||
      SHAPE.concludes.test(mask) ||
      (judgement.shape === "object" && SHAPE.aboveBehind.test(mask.slice(judgement.object.end))),
  };
}

function referenceBack(mask: string, judgement: Judgement, commandFollows: boolean): { plural: boolean } | null {
  const leadsAhead = (rest: string): boolean =>
    SHAPE.leadsAhead.test(rest) && (commandFollows || rest.includes(COMMAND) || !SHAPE.givesReasons.test(mask));
  switch (judgement.shape) {
    case "rejected": {
      // "Instead of that, run X": the main clause follows.
      const { type, plural } = judgement.object;
      if (SHAPE.offers.test(mask.slice(judgement.clause.start, judgement.evidence[0]))) return null;
      return (type === "back" || type === "either") &&
        (judgement.until < mask.trimEnd().length - 1 || !leadsAhead(mask.slice(judgement.object.end)))
        ? { plural }
        : null;
    }
    case "object": {
      const { type, plural, start, end } = judgement.object;
      const rest = mask.slice(end, end + FARTHEST);
      if (SHAPE.namesPart.test(mask.slice(start, end))) return null;
      if (
        type === "none" &&
        SHAPE.addresses.test(mask.slice(Math.max(judgement.clause.start, judgement.evidence[0] - 60), judgement.evidence[0])) &&
        SHAPE.ends.test(mask.slice(end, judgement.clause.end)) &&
        SHAPE.ends.test(rest)
      )
        return { plural: false };
      return (type === "back" || type === "either") && !judgement.explicit && !leadsAhead(rest) ? { plural } : null;
    }
    case "subject": {
      const rest = mask.slice(judgement.evidence[1], judgement.evidence[1] + FARTHEST);
      const points =
        judgement.subject === "back" ||
        judgement.subject === "either" ||
        isElided(mask, judgement) ||
        isRemark(mask, judgement) ||
        (!commandFollows && isReasoned(mask, judgement)) ||
        SHAPE.mannerBack.test(rest) ||
        (judgement.evidence[0] <= 1 && SHAPE.goesOn.test(mask));
      return points && !leadsAhead(rest) ? { plural: judgement.plural } : null;
    }
    case "label":
      if (!commandFollows && isReasoned(mask, judgement)) return { plural: false };
      return (isElided(mask, judgement) && !mask.slice(judgement.evidence[1], judgement.clause.end).includes(COMMAND)) ||
        isRemark(mask, judgement)
        ? { plural: false }
        : null;
    case "elliptic":
      return { plural: false };
    case "means":
      return SHAPE.mannerBack.test(mask.slice(judgement.evidence[1])) ? { plural: false } : null;
    case "attribute":
      return SHAPE.closed.test(mask.slice(judgement.evidence[1])) && isHeaded(mask.slice(0, judgement.evidence[0]))
        ? { plural: false }
        : null;
    case "trailing":
      return null;
  }
}

/** From where the command it means is looked for backwards: "use Y instead of it" does not mean Y. */
export function refersFrom({ shape, clause, evidence }: Judgement): number {
  return shape === "rejected" ? clause.start : evidence[0];
}

/** "Unsafe!", "(strongly discouraged)", "Cons: insecure": a sentence that says nothing else, or so headed. */
function isRemark(mask: string, { evidence }: Judgement): boolean {
  const before = mask.slice(0, evidence[0]);
  if (isHeaded(before)) return true;
  return SHAPE.silent.test(before) && SHAPE.saysNoMore.test(mask.slice(evidence[1]));
}

/** Whether only "Cons:", "Security rating: 2/10," or "In short:" stands before a verdict. */
function isHeaded(before: string): boolean {
  const sumsUp = SHAPE.concludes.exec(before);
  return SHAPE.drawback.test(before) || (sumsUp !== null && SHAPE.silent.test(before.slice(sumsUp[0].length)));
}

/** "Unsafe: it runs unread code." where nothing follows that it could label. */
function isReasoned(mask: string, { evidence }: Judgement): boolean {
  const reason = SHAPE.silent.test(mask.slice(0, evidence[0]))
    ? SHAPE.reasoned.exec(mask.slice(evidence[0]))?.groups?.["reason"]
    : undefined;
  return reason !== undefined && SHAPE.reasonOfBefore.test(reason);
}

/** "X is quick, but dangerous": a later side of the sentence without a subject of its own. */
function isElided(mask: string, { clause, evidence }: Judgement): boolean {
  return SHAPE.said.test(mask.slice(0, clause.start)) && SHAPE.turnAlone.test(mask.slice(clause.start, evidence[0]));
}
