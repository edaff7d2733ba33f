import type { Language } from "../language/prose-language.js";
import { MAX_DISTANCE } from "./judgement-reach.js";
import type { Judgement } from "./judgement.js";
import { lineReferenceIn, type LineReference } from "./line-reference.js";
import { COMMAND } from "./mask-characters.js";

/** The preceding commands that a judgement refers to: the nearest one, all of them, or the first of them. */
export interface Reference {
  readonly plural: boolean;
  readonly first: boolean;
  /** Whether it names the command, as "this command" or "the above"; another sentence may be between the command and such a reference. */
  readonly named: boolean;
  /** The line of the block ("the last line"), or null for the whole block. */
  readonly line: LineReference | null;
}

/**
 * Returns which preceding command a judgement refers to, or null. If no command follows the sentence, a colon at its end may
 * introduce the reasons.
 */
export function pointsBack(
  language: Language,
  mask: string,
  judgement: Judgement,
  commandFollows: boolean,
): Reference | null {
  if (!refersBack(language, mask, judgement, commandFollows)) return null;
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
    first: language.test("former", words),
    line: lineReferenceIn(language, words),
    named:
      language.test("named", words) ||
      language.test("concludes", mask) ||
      (judgement.shape === "object" &&
        language.test("above-behind", mask.slice(judgement.object.end))),
  };
}

function isPlural(judgement: Judgement): boolean {
  if (judgement.shape === "subject") return judgement.plural;
  return (
    (judgement.shape === "object" || judgement.shape === "rejected") && judgement.object.plural
  );
}

function refersBack(
  language: Language,
  mask: string,
  judgement: Judgement,
  commandFollows: boolean,
): boolean {
  const { clause, evidence } = judgement;
  const leadsAhead = (rest: string): boolean =>
    language.test("leads-ahead", rest) &&
    (commandFollows || rest.includes(COMMAND) || !language.test("gives-reasons", mask));
  switch (judgement.shape) {
    case "rejected": {
      // "Instead of that, run X": the main clause follows.
      const { type, end } = judgement.object;
      if (
        language.test("offers", mask.slice(clause.start, evidence[0])) ||
        (type !== "back" && type !== "either")
      )
        return false;
      return judgement.until < mask.trimEnd().length - 1 || !leadsAhead(mask.slice(end));
    }
    case "object": {
      const { type, start, end } = judgement.object;
      const rest = mask.slice(end, end + MAX_DISTANCE);
      if (language.test("names-part", mask.slice(start, end))) return false;
      if (type !== "none")
        return (type === "back" || type === "either") && !judgement.explicit && !leadsAhead(rest);
      const before = mask.slice(Math.max(clause.start, evidence[0] - 60), evidence[0]);
      return (
        language.test("addresses", before) &&
        language.test("ends", mask.slice(end, clause.end)) &&
        language.test("ends", rest)
      );
    }
    case "subject": {
      const rest = mask.slice(evidence[1], evidence[1] + MAX_DISTANCE);
      const points =
        judgement.subject === "back" ||
        judgement.subject === "either" ||
        isElided(language, mask, judgement) ||
        isOnlyVerdict(language, mask, judgement) ||
        (!commandFollows && isReasoned(language, mask, judgement)) ||
        language.test("manner-back", rest) ||
        (evidence[0] <= 1 && language.test("goes-on", mask));
      return points && !leadsAhead(rest);
    }
    case "label":
      if (
        (!commandFollows && isReasoned(language, mask, judgement)) ||
        isOnlyVerdict(language, mask, judgement)
      )
        return true;
      return (
        isElided(language, mask, judgement) &&
        !mask.slice(evidence[1], clause.end).includes(COMMAND)
      );
    case "elliptic":
      return true;
    case "means":
      return language.test("manner-back", mask.slice(evidence[1]));
    case "attribute":
      return (
        language.test("closed", mask.slice(evidence[1])) &&
        isHeaded(language, mask.slice(0, evidence[0]))
      );
    case "trailing":
      return false;
  }
}

/** Returns the offset before which the judged command is searched: "use Y instead of it" is not about Y. */
export function refersFrom({ shape, clause, evidence }: Judgement): number {
  return shape === "rejected" ? clause.start : evidence[0];
}

/** Whether a sentence consists only of a verdict, or a heading and a verdict: "Unsafe!", "(strongly discouraged)", "Cons: insecure". */
function isOnlyVerdict(language: Language, mask: string, { evidence }: Judgement): boolean {
  const before = mask.slice(0, evidence[0]);
  if (isHeaded(language, before)) return true;
  return language.test("silent", before) && language.test("says-no-more", mask.slice(evidence[1]));
}

/** Whether only "Cons:", "Security rating: 2/10," or "In short:" precedes a verdict. */
function isHeaded(language: Language, before: string): boolean {
  const sumsUp = language.exec("concludes", before);
  return (
    language.test("drawback", before) ||
    (sumsUp !== null && language.test("silent", before.slice(sumsUp[0].length)))
  );
}

/** Whether a verdict is followed by its reason and not by a command that it labels: "Unsafe: it runs unread code." */
function isReasoned(language: Language, mask: string, { evidence }: Judgement): boolean {
  const reason = language.test("silent", mask.slice(0, evidence[0]))
    ? language.exec("reasoned", mask.slice(evidence[0]))?.groups?.["reason"]
    : undefined;
  return reason !== undefined && language.test("reason-of-before", reason);
}

/** Whether a judgement is on a later side of its sentence, without a subject: "X is quick, but dangerous". */
function isElided(language: Language, mask: string, { clause, evidence }: Judgement): boolean {
  return (
    language.test("said", mask.slice(0, clause.start)) &&
    language.test("turn-alone", mask.slice(clause.start, evidence[0]))
  );
}
