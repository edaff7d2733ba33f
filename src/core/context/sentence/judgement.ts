import type { Span } from "../../model.js";
import type { Language } from "../language/prose-language.js";
import type { Clause } from "./clauses.js";
import { isLimited, isSubjectLimited, isSubordinate } from "./conditions.js";
import type { Evidence } from "./evidence.js";
import { COMMAND } from "./mask-characters.js";
import {
  readObject,
  readSubject,
  type ObjectPhrase,
  type SubjectType,
} from "./object-and-subject.js";

/** The judgement of one side of a sentence against a command. */
export type Judgement = {
  readonly evidence: Span;
  readonly clause: Clause;
} & (
  | {
      readonly shape: "object";
      readonly object: ObjectPhrase;
      /** Whether the object of the verb is always something that is run. */
      readonly executes: boolean;
      /** Whether the verb itself names the judged pattern, as "pipe" and "eval" do, whatever its object. */
      readonly names: boolean;
      /** Whether "it" after the verb is rarely a command. */
      readonly explicit: boolean;
    }
  | { readonly shape: "means"; readonly object: ObjectPhrase }
  | {
      readonly shape: "subject";
      readonly subject: SubjectType;
      readonly plural: boolean;
      readonly executes: boolean;
    }
  | { readonly shape: "attribute" }
  | { readonly shape: "rejected"; readonly object: ObjectPhrase; readonly until: number }
  | { readonly shape: "label" }
  | { readonly shape: "trailing" }
  | { readonly shape: "elliptic" }
);

/** Number of characters before evidence that are searched for its subject, or for words that weaken it. */
const CONTEXT = 160;

/** Returns the judgement of a piece of evidence on its side of the sentence, or null if it is not against a command. */
export function judge(
  language: Language,
  mask: string,
  evidence: Evidence,
  clause: Clause,
  answer: Answer | null,
): Judgement | null {
  const { span } = evidence;
  const side: Span = [clause.start, clause.end];
  if (isQuestion(language, mask, span[0], answer) || isSubordinate(language, mask, side, span))
    return null;
  const base = { evidence: span, clause };
  switch (evidence.shape) {
    case "object": {
      if (isLimited(language, mask, side, span)) return null;
      if (
        language.test("not-both", mask.slice(span[1], clause.end)) &&
        !language.test("wants-ing", mask.slice(...span))
      )
        return null;
      const object = readObject(language, mask, span[1], clause.end);
      if (object.type === "none" && isSubjectLimited(language, mask, side, span)) return null;
      return {
        ...base,
        shape: "object",
        object,
        executes: language.has("verbs.executes", evidence.verb),
        names: language.has("verbs.names", evidence.verb),
        explicit: language.has("verbs.explicit", evidence.verb),
      };
    }
    case "means":
      return isLimited(language, mask, side, span)
        ? null
        : { ...base, shape: "means", object: readObject(language, mask, span[1], clause.end) };
    case "subject":
    case "predicate": {
      if (isLimited(language, mask, side, span) || isSubjectLimited(language, mask, side, span))
        return null;
      if (language.test("left-out", mask.slice(Math.max(clause.start, span[0] - CONTEXT), span[0])))
        return null;
      const executes = language.has("verbs.executes", evidence.verb);
      const subject = language.test("none-of-them", mask.slice(...span))
        ? ({ type: "either", plural: true } as const)
        : readSubject(language, mask.slice(Math.max(clause.start, span[0] - CONTEXT), span[0]));
      return { ...base, shape: "subject", subject: subject.type, plural: subject.plural, executes };
    }
    case "attribute":
      return { ...base, shape: "attribute" };
    case "rejected": {
      const object = readObject(language, mask, span[1], clause.end);
      return {
        ...base,
        shape: "rejected",
        object,
        until: rejectionEnd(language, mask, span, clause, object),
      };
    }
  }
}

/** Whether evidence is in a question that does not assert it. A question that asks why, or is answered with yes, asserts it. */
function isQuestion(
  language: Language,
  sentence: string,
  at: number,
  answer: Answer | null,
): boolean {
  if (answer !== null && at < answer.span[0]) return !answer.isYes;
  return (
    language.test("question-end", sentence.slice(-8)) &&
    !language.test("question-tag", sentence.slice(-24)) &&
    !language.test("question-that-asserts", sentence.slice(0, 40))
  );
}

/** The short answer that a sentence gives to its own question: "? No." */
export interface Answer {
  readonly span: Span;
  readonly isYes: boolean;
}

/** Returns the short answer with which a sentence answers its own question; null if there is none. */
export function answerIn(language: Language, sentence: string): Answer | null {
  const answer = language.exec("answer", sentence);
  return answer === null
    ? null
    : {
        span: [answer.index, answer.index + answer[0].length],
        isYes: answer.groups?.["yes"] !== undefined,
      };
}

/** Whether the words after a comma continue a list. If the rejected phrase begins the sentence (`opens`), only "or" and "and" do. */
function continuesList(language: Language, rest: string, opens: boolean): boolean {
  return opens ? language.test("list-goes-on-by-word", rest) : language.test("list-goes-on", rest);
}

/**
 * Returns the offset of the end of a rejected phrase: a comma that does not continue the list, a colon, a bracket, or the verb of the
 * main clause ("instead of X use Y").
 */
function rejectionEnd(
  language: Language,
  mask: string,
  span: Span,
  clause: Clause,
  object: ObjectPhrase,
): number {
  const isNamed = object.type === "other" || object.type === "command" || object.type === "back";
  const text = mask.slice(span[1], Math.min(clause.end, span[1] + 1500));
  const opens = language.test(
    "pause-before",
    mask.slice(Math.max(clause.start, span[0] - 12), span[0]),
  );
  let at = 0;
  let words = 0;
  for (const match of language.each("token", text)) {
    at = match.index;
    const token = match[0];
    // ", B or C": a list of rejected commands
    if (token === "," && !continuesList(language, text.slice(at + 1), opens)) return span[1] + at;
    // "replace X with Y"
    if (
      ";)—–".includes(token) ||
      (language.has("replacing", token) && text.slice(0, at).includes(COMMAND))
    )
      return span[1] + at;
    if (token === ":" && (isNamed || !language.test("command-next", text.slice(at + 1))))
      return span[1] + at;
    if (opens && words > 0 && language.test("any-imperative", token)) return span[1] + at;
    words++;
  }
  return span[1] + text.length;
}
