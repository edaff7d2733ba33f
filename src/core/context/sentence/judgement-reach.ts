import type { Span } from "../../model.js";
import type { Language } from "../language/prose-language.js";
import { COMMAND } from "./mask-characters.js";
import type { Judgement } from "./judgement.js";

type ObjectJudgement = Extract<Judgement, { shape: "object" }>;

/** Maximum number of characters between evidence and a command it applies to. */
export const MAX_DISTANCE = 1500;

/** Whether a judgement applies to a command that follows its evidence on the same side of the sentence. */
export function reachesAhead(
  language: Language,
  mask: string,
  judgement: Judgement,
  command: Span,
): boolean {
  const from = judgement.evidence[1];
  if (command[0] < from || command[0] - from > MAX_DISTANCE) return false;
  const gap = mask.slice(from, command[0]);
  const opensSide =
    judgement.shape === "label" &&
    language.test("silent", mask.slice(judgement.clause.start, judgement.evidence[0]));
  if ((leavesBracket(language, gap) && !opensSide) || language.test("excepts", gap)) return false;
  switch (judgement.shape) {
    case "object":
      return objectReaches(language, mask, judgement, command, gap);
    case "means":
      return (
        !language.test("breaks-link", gap) &&
        !gap.includes(";") &&
        (language.test("ends-with-means", gap) ||
          language.test("ends-with-example", gap) ||
          (language.test("colon-before", gap) &&
            (language.test("manner", gap) || isHowTo(language, mask, judgement))))
      );
    case "attribute":
      return attributeReaches(language, gap) || isComparison(language, mask, judgement, gap);
    case "rejected":
      return command[0] < judgement.until;
    case "label":
      return true;
    case "subject":
      if (
        language.test("ends-with-example", gap) &&
        (judgement.subject === "generic" ||
          language.test("names-command", mask.slice(judgement.clause.start, judgement.evidence[0])))
      )
        return true;
      return (
        (judgement.subject !== "other" ||
          judgement.executes ||
          (language.test("colon-next", gap) && isPartitive(language, mask, judgement))) &&
        (listAhead(language, gap) || language.test("ends-with-example", gap)) &&
        !isSubject(language, mask, command)
      );
    case "trailing":
    case "elliptic":
      return false;
  }
}

/** Whether a judgement is about one of several things: "One of them is unsafe: X". */
export function isPartitive(
  language: Language,
  mask: string,
  { clause, evidence }: Judgement,
): boolean {
  return language.test(
    "partitive",
    mask.slice(Math.max(clause.start, evidence[0] - 160), evidence[0]),
  );
}

/** Whether evidence follows a "how": "How not to install acme:", "this is how you should not install it:" */
export function isHowTo(language: Language, mask: string, { evidence }: Judgement): boolean {
  return language.test("how-before", mask.slice(Math.max(0, evidence[0] - 16), evidence[0]));
}

/** Returns the text before the first of several commands; null if anything but a list of commands follows it. */
function leadOf(language: Language, gap: string): string | null {
  const first = gap.indexOf(COMMAND);
  if (first < 0) return gap;
  return language.test("list", gap.slice(first)) ? gap.slice(0, first) : null;
}

/** Whether only commands are between a colon and the command. */
function listAhead(language: Language, gap: string): boolean {
  return language.test("colon-before", leadOf(language, gap) ?? "");
}

/** Whether an attribute applies to a command: "dangerous X", "a dangerous command: X, Y"; further commands depend on the first. */
function attributeReaches(language: Language, gap: string): boolean {
  const lead = leadOf(language, gap);
  return lead !== null && (language.test("opening", lead) || language.test("linked-noun", lead));
}

/** Whether the command is the subject of the text after it: "…: X is …". */
function isSubject(language: Language, mask: string, [, end]: Span): boolean {
  return language.test("third-person", mask.slice(end, end + 30));
}

/** Whether a comparison condemns the command: "Nothing is as insecure as X", "few things are riskier than X". */
function isComparison(
  language: Language,
  mask: string,
  { evidence, clause }: Judgement,
  gap: string,
): boolean {
  const before = mask.slice(Math.max(clause.start, evidence[0] - 80), evidence[0]);
  if (language.test("as-behind", gap)) return language.test("as-before", before);
  return language.test("than-behind", gap) && language.test("nothing-before", before);
}

/**
 * Whether the evidence is in brackets that close before the command. A judgement in brackets applies to text after them only with
 * a colon: "Option 2 (unsafe): X".
 */
function leavesBracket(language: Language, gap: string): boolean {
  const close = gap.indexOf(")");
  return (
    close >= 0 &&
    !gap.slice(0, close).includes("(") &&
    !language.test("bracket-leads", gap.slice(close, close + 12))
  );
}

function objectReaches(
  language: Language,
  mask: string,
  judgement: ObjectJudgement,
  command: Span,
  gap: string,
): boolean {
  const { object } = judgement;
  const isLinked =
    !gap.includes(";") &&
    !language.test("breaks-link", gap.replace(language.expression("fillers"), " "));
  const after = mask.slice(object.end, command[0]);
  const isNewClause =
    language.test("comma-before", gap) ||
    (gap.includes(COMMAND) && language.test("remark-before", gap));
  if (isNewClause && language.test("new-subject", mask.slice(command[1], command[1] + 30)))
    return false;
  // "avoid X and use Y": after an -ing form, a base form begins a new instruction
  if (
    language.test("wants-ing", mask.slice(...judgement.evidence)) &&
    language.test("and-imperative", gap)
  )
    return false;
  // "avoid this by running X": the means against it
  if (
    language.test("avoids-alone", mask.slice(...judgement.evidence)) &&
    language.test("by-doing", after)
  )
    return false;
  switch (object.type) {
    case "command":
      // after a first command, the judgement applies to further ones if the list continues, but not to a mere means or place
      return (
        language.test("words", gap) ||
        (isLinked && !language.test("is-means", after) && !startsNewSubject(language, after))
      );
    case "none":
    case "forward":
    case "either":
      return isLinked || language.test("colon-before", gap) || listAhead(language, gap);
    case "generic":
      return isLinked && !startsNewSubject(language, after);
    case "back":
      return language.test("colon-before", gap) && !isSubject(language, mask, command);
    case "other":
      if ((judgement.names && language.test("into-shell", gap)) || language.test("tells", gap))
        return true;
      return isLinked && otherReaches(language, mask, judgement, command, gap, after);
  }
}

/** Whether the command is the subject of a new clause: ", X is …". */
function startsNewSubject(language: Language, after: string): boolean {
  return language.test("starts-subject", after) && !language.test("noun-last", after);
}

/** Whether a judgement about another object applies: the command is an example of the object, a further object, or follows a mark. */
function otherReaches(
  language: Language,
  mask: string,
  { object, executes }: ObjectJudgement,
  command: Span,
  gap: string,
  after: string,
): boolean {
  if (language.test("ends-with-example", gap)) return true;
  if (language.test("colon-before", gap) && language.test("manner", gap)) return true;
  if (isSubject(language, mask, command)) return false;
  if (language.test("coordinated", after)) return true;
  if (!executes && !language.test("names-source", mask.slice(object.start, object.end)))
    return false;
  return language.test("mark-before", after) && !language.test("into-before", gap);
}

/** Whether a judgement applies to a command that precedes its evidence as its subject. */
export function reachesAfter(
  language: Language,
  mask: string,
  judgement: Judgement,
  command: Span,
): boolean {
  if (command[1] > judgement.evidence[0]) return false;
  const gap = mask.slice(command[1], judgement.evidence[0]);
  if (gap.length > 160) return false;
  if (judgement.shape === "subject") {
    if (gap.includes(COMMAND) && language.test("means-nearest", gap)) return false;
    return (
      language.test("dash", gap) ||
      language.test("first-predicate", gap) ||
      isSubjectGap(language, gap)
    );
  }
  if (judgement.shape !== "object") return false;
  const said = mask.slice(...judgement.evidence);
  // "X should not run for long": here X itself runs.
  if (gap.trim() === "" && language.test("modal", said) && !language.test("be", said)) return false;
  return (
    judgement.object.type === "none" &&
    endsSide(language, mask, judgement) &&
    isSubjectGap(language, gap.replace(language.expression("dashes"), " "))
  );
}

/** Whether nothing, or only a phrase of place or manner, follows the verb. */
function endsSide(language: Language, mask: string, judgement: ObjectJudgement): boolean {
  const rest = mask.slice(judgement.object.end, judgement.clause.end);
  return !rest.includes(COMMAND) && !language.test("colon-last", rest) && rest.length < 80;
}

/** Whether the words between a subject and its predicate introduce no other subject: other commands, phrases of place, "which". */
function isSubjectGap(language: Language, gap: string): boolean {
  if (language.test("as-reason", gap)) return false;
  let inPhrase = 0;
  const words = gap
    .replace(language.expression("concession"), " ")
    .replace(language.expression("complement"), "");
  for (const { 0: word } of language.each("word-or-mark", words)) {
    if (language.test("closes", word)) continue;
    if (word === ",") {
      inPhrase = 0;
      continue;
    }
    // "X to the docs because building is risky": another clause, with its own subject
    if (inPhrase > 0 && language.has("clause-starts", word)) return false;
    if (language.has("prepositions", word)) inPhrase = 6;
    else if (inPhrase > 0 && !language.has("pronouns", word) && language.test("letter", word))
      inPhrase--;
    else if (!language.has("subject-words+command-nouns+determiners", word)) return false;
  }
  return true;
}
