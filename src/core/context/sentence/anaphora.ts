import type { Span } from "../../model.js";
import { group, shape } from "../language/current-language.js";
import { lineReferenceIn, type LineReference } from "./line-reference.js";
import { COMMAND } from "./signs.js";
import type { Judgement } from "./evidence.js";

type ObjectJudgement = Extract<Judgement, { shape: "object" }>;

/** The largest distance between evidence and a command it applies to, in characters. */
export const FARTHEST = 1500;

/** Whether a judgement applies to a command that follows its evidence, on the same side. */
export function reachesAhead(mask: string, judgement: Judgement, command: Span): boolean {
  const from = judgement.evidence[1];
  if (command[0] < from || command[0] - from > FARTHEST) return false;
  const gap = mask.slice(from, command[0]);
  const opensSide =
    judgement.shape === "label" &&
    shape("silent").test(mask.slice(judgement.clause.start, judgement.evidence[0]));
  if ((leavesBracket(gap) && !opensSide) || shape("excepts").test(gap)) return false;
  switch (judgement.shape) {
    case "object":
      return objectReaches(mask, judgement, command, gap);
    case "means":
      return (
        !shape("breaks-link").test(gap) &&
        !gap.includes(";") &&
        (shape("ends-with-means").test(gap) ||
          shape("ends-with-example").test(gap) ||
          (shape("colon-before").test(gap) &&
            (shape("manner").test(gap) || isHowTo(mask, judgement))))
      );
    case "attribute":
      return attributeReaches(gap) || isComparison(mask, judgement, gap);
    case "rejected":
      return command[0] < judgement.until;
    case "label":
      return true;
    case "subject":
      if (
        shape("ends-with-example").test(gap) &&
        (judgement.subject === "generic" ||
          shape("names-command").test(mask.slice(judgement.clause.start, judgement.evidence[0])))
      )
        return true;
      return (
        (judgement.subject !== "other" ||
          judgement.executes ||
          (shape("colon-next").test(gap) && isPartitive(mask, judgement))) &&
        (listAhead(gap) || shape("ends-with-example").test(gap)) &&
        !isSubject(mask, command)
      );
    case "trailing":
    case "elliptic":
      return false;
  }
}

/** Whether a judgement is about one of several: "One of them is unsafe: X". */
export function isPartitive(mask: string, { clause, evidence }: Judgement): boolean {
  return shape("partitive").test(
    mask.slice(Math.max(clause.start, evidence[0] - 160), evidence[0]),
  );
}

/** Whether evidence follows a "how": "How not to install acme:", "this is how you should not install it:" */
export function isHowTo(mask: string, { evidence }: Judgement): boolean {
  return shape("how-before").test(mask.slice(Math.max(0, evidence[0] - 16), evidence[0]));
}

/** Returns the text before the first of several commands; null if more than commands follows it. */
function leadOf(gap: string): string | null {
  const first = gap.indexOf(COMMAND);
  if (first < 0) return gap;
  return shape("list").test(gap.slice(first)) ? gap.slice(0, first) : null;
}

/** Whether only commands are between a colon and the command. */
function listAhead(gap: string): boolean {
  return shape("colon-before").test(leadOf(gap) ?? "");
}

/** Whether an attribute applies to a command: "dangerous X", "a dangerous command: X, Y"; further commands depend on the first. */
function attributeReaches(gap: string): boolean {
  const lead = leadOf(gap);
  return lead !== null && (shape("opening").test(lead) || shape("linked-noun").test(lead));
}

/** Whether the command is the subject of the text after it: "…: X is …". */
function isSubject(mask: string, [, end]: Span): boolean {
  return shape("third-person").test(mask.slice(end, end + 30));
}

/** Whether a comparison condemns the command: "Nothing is as insecure as X", "few things are riskier than X". */
function isComparison(mask: string, { evidence, clause }: Judgement, gap: string): boolean {
  const before = mask.slice(Math.max(clause.start, evidence[0] - 80), evidence[0]);
  if (shape("as-behind").test(gap)) return shape("as-before").test(before);
  return shape("than-behind").test(gap) && shape("nothing-before").test(before);
}

/**
 * Whether the evidence is in brackets that the text leaves; a judgement in brackets applies to text after them only with a colon:
 * "Option 2 (unsafe): X".
 */
function leavesBracket(gap: string): boolean {
  const close = gap.indexOf(")");
  return (
    close >= 0 &&
    !gap.slice(0, close).includes("(") &&
    !shape("bracket-leads").test(gap.slice(close, close + 12))
  );
}

function objectReaches(
  mask: string,
  judgement: ObjectJudgement,
  command: Span,
  gap: string,
): boolean {
  const { object } = judgement;
  const isLinked =
    !gap.includes(";") && !shape("breaks-link").test(gap.replace(shape("fillers").expression, " "));
  const after = mask.slice(object.end, command[0]);
  const isRemark =
    shape("comma-before").test(gap) || (gap.includes(COMMAND) && shape("remark-before").test(gap));
  if (isRemark && shape("new-subject").test(mask.slice(command[1], command[1] + 30))) return false;
  // "avoid X and use Y": after an -ing form, a base form begins a new instruction
  if (
    shape("wants-ing").test(mask.slice(...judgement.evidence)) &&
    shape("and-imperative").test(gap)
  )
    return false;
  // "avoid this by running X": the means against it
  if (
    shape("avoids-alone").test(mask.slice(...judgement.evidence)) &&
    shape("by-doing").test(after)
  )
    return false;
  switch (object.type) {
    case "command":
      // after a first command, the judgement applies to further ones if the list continues, but not to a mere means or place
      return (
        shape("words").test(gap) ||
        (isLinked && !shape("is-means").test(after) && !startsNewSubject(after))
      );
    case "none":
    case "forward":
    case "either":
      return isLinked || shape("colon-before").test(gap) || listAhead(gap);
    case "generic":
      return isLinked && !startsNewSubject(after);
    case "back":
      return shape("colon-before").test(gap) && !isSubject(mask, command);
    case "other":
      if ((judgement.names && shape("into-shell").test(gap)) || shape("tells").test(gap))
        return true;
      return isLinked && otherReaches(mask, judgement, command, gap, after);
  }
}

/** Whether the command is the subject of a remark: ", X is …". */
function startsNewSubject(after: string): boolean {
  return shape("starts-subject").test(after) && !shape("noun-last").test(after);
}

/** Whether a judgement about another object applies: the command is an example of the object, a further object, or follows a mark. */
function otherReaches(
  mask: string,
  { object, executes }: ObjectJudgement,
  command: Span,
  gap: string,
  after: string,
): boolean {
  if (shape("ends-with-example").test(gap)) return true;
  if (shape("colon-before").test(gap) && shape("manner").test(gap)) return true;
  if (isSubject(mask, command)) return false;
  if (shape("coordinated").test(after)) return true;
  if (!executes && !shape("names-source").test(mask.slice(object.start, object.end))) return false;
  return shape("mark-before").test(after) && !shape("into-before").test(gap);
}

/** Whether a judgement applies to a command that precedes its evidence as its subject. */
export function reachesAfter(mask: string, judgement: Judgement, command: Span): boolean {
  if (command[1] > judgement.evidence[0]) return false;
  const gap = mask.slice(command[1], judgement.evidence[0]);
  if (gap.length > 160) return false;
  if (judgement.shape === "subject") {
    if (gap.includes(COMMAND) && shape("means-nearest").test(gap)) return false;
    return shape("dash").test(gap) || shape("first-predicate").test(gap) || isSubjectGap(gap);
  }
  if (judgement.shape !== "object") return false;
  const said = mask.slice(...judgement.evidence);
  // "X should not run for long": here X itself runs.
  if (gap.trim() === "" && shape("modal").test(said) && !shape("be").test(said)) return false;
  return (
    judgement.object.type === "none" &&
    endsSide(mask, judgement) &&
    isSubjectGap(gap.replace(shape("dashes").expression, " "))
  );
}

/** Whether nothing, or only a phrase of place or manner, follows the verb. */
function endsSide(mask: string, judgement: ObjectJudgement): boolean {
  const rest = mask.slice(judgement.object.end, judgement.clause.end);
  return !rest.includes(COMMAND) && !shape("colon-last").test(rest) && rest.length < 80;
}

/** Whether the words between a subject and its predicate introduce no other subject: other commands, phrases of place, "which". */
function isSubjectGap(gap: string): boolean {
  if (shape("as-reason").test(gap)) return false;
  let inPhrase = 0;
  const words = gap
    .replace(shape("concession").expression, " ")
    .replace(shape("complement").expression, "");
  for (const { 0: word } of shape("word-or-mark").each(words)) {
    if (shape("closes").test(word)) continue;
    if (word === ",") {
      inPhrase = 0;
      continue;
    }
    // "X to the docs because building is risky": another clause, with its own subject
    if (inPhrase > 0 && group("clause-starts").has(word)) return false;
    if (group("prepositions").has(word)) inPhrase = 6;
    else if (inPhrase > 0 && !group("pronouns").has(word) && shape("letter").test(word)) inPhrase--;
    else if (!group("subject-words+command-nouns+determiners").has(word)) return false;
  }
  return true;
}

/** The preceding commands that a judgement refers to: the nearest one, all of them, or the first of them. */
export interface Reference {
  readonly plural: boolean;
  readonly first: boolean;
  /** Whether it refers by name, "this command" or "the above", which also works across a remark. */
  readonly named: boolean;
  /** A single line of a block: "the last line". */
  readonly line: LineReference | null;
}

/**
 * Returns which preceding command a judgement refers to, or null. If no command follows the sentence, a colon at its end may
 * introduce the reasons.
 */
export function pointsBack(
  mask: string,
  judgement: Judgement,
  commandFollows: boolean,
): Reference | null {
  if (!refersBack(mask, judgement, commandFollows)) return null;
  const before = mask.slice(
    Math.max(judgement.clause.start, judgement.evidence[0] - 60),
    judgement.evidence[0],
  );
  const words =
    judgement.shape === "object"
      ? mask.slice(judgement.object.start, judgement.object.end)
      : before;
  return {
    plural: isPlural(judgement),
    first: shape("former").test(words),
    line: lineReferenceIn(words),
    named:
      shape("named").test(words) ||
      shape("concludes").test(mask) ||
      (judgement.shape === "object" &&
        shape("above-behind").test(mask.slice(judgement.object.end))),
  };
}

function isPlural(judgement: Judgement): boolean {
  if (judgement.shape === "subject") return judgement.plural;
  return (
    (judgement.shape === "object" || judgement.shape === "rejected") && judgement.object.plural
  );
}

function refersBack(mask: string, judgement: Judgement, commandFollows: boolean): boolean {
  const { clause, evidence } = judgement;
  const leadsAhead = (rest: string): boolean =>
    shape("leads-ahead").test(rest) &&
    (commandFollows || rest.includes(COMMAND) || !shape("gives-reasons").test(mask));
  switch (judgement.shape) {
    case "rejected": {
      // "Instead of that, run X": the main clause follows.
      const { type, end } = judgement.object;
      if (
        shape("offers").test(mask.slice(clause.start, evidence[0])) ||
        (type !== "back" && type !== "either")
      )
        return false;
      return judgement.until < mask.trimEnd().length - 1 || !leadsAhead(mask.slice(end));
    }
    case "object": {
      const { type, start, end } = judgement.object;
      const rest = mask.slice(end, end + FARTHEST);
      if (shape("names-part").test(mask.slice(start, end))) return false;
      if (type !== "none")
        return (type === "back" || type === "either") && !judgement.explicit && !leadsAhead(rest);
      const before = mask.slice(Math.max(clause.start, evidence[0] - 60), evidence[0]);
      return (
        shape("addresses").test(before) &&
        shape("ends").test(mask.slice(end, clause.end)) &&
        shape("ends").test(rest)
      );
    }
    case "subject": {
      const rest = mask.slice(evidence[1], evidence[1] + FARTHEST);
      const points =
        judgement.subject === "back" ||
        judgement.subject === "either" ||
        isElided(mask, judgement) ||
        isRemark(mask, judgement) ||
        (!commandFollows && isReasoned(mask, judgement)) ||
        shape("manner-back").test(rest) ||
        (evidence[0] <= 1 && shape("goes-on").test(mask));
      return points && !leadsAhead(rest);
    }
    case "label":
      if ((!commandFollows && isReasoned(mask, judgement)) || isRemark(mask, judgement))
        return true;
      return isElided(mask, judgement) && !mask.slice(evidence[1], clause.end).includes(COMMAND);
    case "elliptic":
      return true;
    case "means":
      return shape("manner-back").test(mask.slice(evidence[1]));
    case "attribute":
      return shape("closed").test(mask.slice(evidence[1])) && isHeaded(mask.slice(0, evidence[0]));
    case "trailing":
      return false;
  }
}

/** Returns the position before which its command is looked for: "use Y instead of it" does not mean Y. */
export function refersFrom({ shape, clause, evidence }: Judgement): number {
  return shape === "rejected" ? clause.start : evidence[0];
}

/** Whether a sentence consists only of a verdict, or a heading and a verdict: "Unsafe!", "(strongly discouraged)", "Cons: insecure". */
function isRemark(mask: string, { evidence }: Judgement): boolean {
  const before = mask.slice(0, evidence[0]);
  if (isHeaded(before)) return true;
  return shape("silent").test(before) && shape("says-no-more").test(mask.slice(evidence[1]));
}

/** Whether only "Cons:", "Security rating: 2/10," or "In short:" precedes a verdict. */
function isHeaded(before: string): boolean {
  const sumsUp = shape("concludes").exec(before);
  return (
    shape("drawback").test(before) ||
    (sumsUp !== null && shape("silent").test(before.slice(sumsUp[0].length)))
  );
}

/** Whether a verdict is followed by its reason and not by a command that it labels: "Unsafe: it runs unread code." */
function isReasoned(mask: string, { evidence }: Judgement): boolean {
  const reason = shape("silent").test(mask.slice(0, evidence[0]))
    ? shape("reasoned").exec(mask.slice(evidence[0]))?.groups?.["reason"]
    : undefined;
  return reason !== undefined && shape("reason-of-before").test(reason);
}

/** Whether it is a later side of the sentence without a subject: "X is quick, but dangerous". */
function isElided(mask: string, { clause, evidence }: Judgement): boolean {
  return (
    shape("said").test(mask.slice(0, clause.start)) &&
    shape("turn-alone").test(mask.slice(clause.start, evidence[0]))
  );
}
