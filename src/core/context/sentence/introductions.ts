import type { Language } from "../language/prose-language.js";
import type { Clause } from "./clauses.js";
import { COMMAND } from "./mask-characters.js";
import { readObject, type ObjectType } from "./object-and-subject.js";
import type { Judgement } from "./judgement.js";
import { isHowTo, isPartitive } from "./judgement-reach.js";
import type { Sentence } from "./sentence.js";

/** How a run of prose relates to the text after it. */
export interface Lead {
  /** Whether the prose needs no colon to introduce the text: it is a heading, a comment, a table header or a separate line. */
  readonly open: boolean;
  /** Whether each sentence of the prose may introduce the text, as in a comment, and not only the last sentence. */
  readonly through?: boolean;
  /** Whether the prose is a heading with nothing between it and the block of the command. */
  readonly adjacent?: boolean;
  /** Whether a command precedes the prose, so that "this" may refer to that command. */
  readonly antecedent: boolean;
  /** Whether the prose introduces the text only by a colon or "the following", since the text is prose, too. */
  readonly strict?: boolean;
  /** Whether a sentence that only says "for example:" is between the prose and the text after it. */
  readonly example?: boolean;
  /** Whether an earlier sentence announces the following text: "The following is a scam. Never run it." */
  readonly presented?: boolean;
  /** Whether it has no siblings: a mark among others ("✅ Linux", "❌ Windows") applies only to its own line. */
  readonly alone?: boolean;
  /** Whether a list of several commands follows. */
  readonly several?: boolean;
  /** The first word of the command that follows: "don't use eval" forbids it by its name. */
  readonly word?: string;
}

/** Objects that refer to a command by pointing. */
const POINTING: readonly ObjectType[] = ["either", "forward", "back", "generic"];

/** Whether a sentence ends with a colon. */
export function endsWithColon(sentence: Sentence): boolean {
  return sentence.language.test("ends-with-colon", sentence.text.slice(-40));
}

/** Whether a sentence announces the following text, but neither contains a command nor tells the reader to run the text. */
export function presentsNext({ language, text }: Sentence): boolean {
  return (
    language.test("presents-next", text) && !text.includes(COMMAND) && !instructs(language, text)
  );
}

/** Returns the judgement with which a sentence introduces the following text, "turned" if it says what to do instead, or null. */
export function introducing(sentence: Sentence, given: Lead): Judgement | "turned" | null {
  // "Here is what not to do." before a block
  const lead =
    given.strict !== true && !given.antecedent && presentsNext(sentence)
      ? { ...given, open: true }
      : given;
  const colon = lead.example === true || endsWithColon(sentence);
  for (const clause of sentence.finalClauses()) {
    const found = sentence
      .inClause(clause)
      .reverse()
      .find((judgement) => introducesNext(sentence, judgement, colon, lead));
    if (found !== undefined) return found;
    const side = sentence.text.slice(clause.start, clause.end);
    if (
      (!clause.favours && isAside(sentence.language, side)) ||
      (lead.through === true && !colon && recommendsAnother(sentence.language, side))
    )
      return beforeAside(sentence, clause, lead);
    if (clause.favours || clause.turned) return "turned";
  }
  return (colon || lead.open) && instructs(sentence.language, sentence.text) ? "turned" : null;
}

/** Whether a sentence is an instruction such as "Run this command:", whatever was forbidden before. */
export function instructs(language: Language, text: string): boolean {
  const verb = language.exec("instructs", text);
  return (
    verb !== null &&
    (language.test("colon-next", text.slice(verb[0].length)) ||
      POINTING.includes(readObject(language, text, verb[0].length, text.length).type))
  );
}

/** Whether a side recommends something other than the following text: "Use the package instead". */
function recommendsAnother(language: Language, side: string): boolean {
  const verb = language.exec("recommends", side);
  return (
    verb !== null &&
    !side.includes(COMMAND) &&
    (verb.groups?.["fetching"] !== undefined ||
      readObject(language, side, verb[0].length, side.length).type === "other")
  );
}

/** Whether a side does not withdraw the judgement before it: "but quick:", "although every blog shows it:". */
function isAside(language: Language, side: string): boolean {
  return (
    language.test("concedes", side) ||
    (language.test("concedes-fact", side) && !side.includes(COMMAND))
  );
}

function beforeAside(sentence: Sentence, { start }: Clause, lead: Lead): Judgement | null {
  const clause = sentence.clauseAt(start - 1);
  return start === 0
    ? null
    : (sentence
        .inClause(clause)
        .find((judgement) => introducesNext(sentence, judgement, endsWithColon(sentence), lead)) ??
        null);
}

function introducesNext(
  sentence: Sentence,
  judgement: Judgement,
  colon: boolean,
  lead: Lead,
): boolean {
  const { language, text } = sentence;
  const leads = colon || lead.open;
  const rest = text.slice(judgement.evidence[1], judgement.clause.end);
  switch (judgement.shape) {
    case "object":
      return objectIntroduces(sentence, judgement, rest, colon, lead);
    case "means":
      return (
        ((language.test("manner", rest) || language.test("with-what-follows", rest)) && leads) ||
        (colon && isHowTo(language, text, judgement))
      );
    case "subject":
      if (judgement.subject === "forward") return true;
      if (judgement.subject === "back" && lead.presented === true) return true;
      if (judgement.subject === "either") return leads || isUnresolved(text, judgement, lead);
      if (
        colon &&
        (judgement.executes ||
          (lead.example !== true &&
            language.test(
              "names-source",
              text.slice(judgement.clause.start, judgement.evidence[0]),
            )) ||
          (lead.several !== true && isPartitive(language, text, judgement)))
      )
        return true;
      // "For hosts with scripts that are insecure:"
      if (
        judgement.subject === "generic" &&
        language.test("purpose", text.slice(judgement.clause.start, judgement.clause.start + 20))
      )
        return false;
      return (
        leads &&
        (judgement.subject !== "other" ||
          patternBefore(sentence, judgement) === true ||
          language.test("manner", rest) ||
          isSubjectless(language, text, judgement) ||
          isNamed(
            wordsOf(language, text.slice(judgement.clause.start, judgement.evidence[0])).pop(),
            lead,
          ))
      );
    case "attribute":
      if (patternBefore(sentence, judgement) === false) return false;
      return (
        leads &&
        (colon || !isAboutOthers(language, rest)) &&
        language.test("attribute-noun", rest) &&
        !language.test(
          "purpose",
          text.slice(judgement.clause.start, judgement.clause.start + 20),
        ) &&
        !language.test("means-last", rest)
      );
    case "rejected":
      // "This is what you should do instead of using the old installer:"
      if (judgement.object.type === "generic" && presentsNext(sentence)) return false;
      return (
        leads && judgement.object.type !== "other" && judgement.until >= judgement.clause.end - 3
      );
    case "label":
      return (
        leads &&
        !rest.includes(COMMAND) &&
        (colon ||
          lead.through === true ||
          !isMark(language, text, judgement) ||
          (lead.alone === true && !language.test("asks", text)))
      );
    case "trailing":
      return false;
    case "elliptic":
      return lead.presented === true;
  }
}

/** Whether a judgement is only a mark: "❌". */
export function isMark(language: Language, text: string, { evidence }: Judgement): boolean {
  return !language.test("letter", text.slice(...evidence));
}

function objectIntroduces(
  sentence: Sentence,
  judgement: Judgement & { shape: "object" },
  rest: string,
  colon: boolean,
  lead: Lead,
): boolean {
  const { language, text } = sentence;
  const leads = colon || lead.open;
  const { type } = judgement.object;
  const before = text.slice(0, judgement.evidence[0]);
  const words = text.slice(judgement.object.start, judgement.object.end);
  if (language.test("excepts", rest)) return false;
  // "Do not use quotes in the following command" is about the quotes
  const isManner =
    type === "other" && !language.test("bewares", text.slice(...judgement.evidence))
      ? language.test("manner-of-other", rest)
      : language.test("manner", rest);
  if (type === "forward" || (isManner && leads)) return colon || !rest.includes(COMMAND);
  switch (type) {
    case "either":
      return leads || isUnresolved(text, judgement, lead);
    case "none":
      return (
        !rest.includes(COMMAND) &&
        (leads ||
          (language.test("ends", rest) &&
            language.test("addresses", before) &&
            isUnresolved(text, judgement, lead)))
      );
    case "generic":
      // "## Never use the old installer" directly above a block is about the block
      return (
        colon || lead.adjacent === true || (lead.open && !language.test("definite-next", rest))
      );
    case "command":
      // "not X" in a comment beside the recommended command forbids only X
      return (
        colon ||
        (lead.open &&
          namesPattern(sentence, judgement) &&
          (lead.through !== true ||
            !language.test("not-alone", text.slice(...judgement.evidence)) ||
            contrasted(sentence, judgement) === lead.word))
      );
    case "back":
      return (
        (leads ||
          lead.presented === true ||
          (language.test("the-command", words) && isUnresolved(text, judgement, lead))) &&
        !language.test("above", rest.slice(0, 60))
      );
    case "other":
      if (leads && isNamed(wordsOf(language, words)[0], lead)) return true;
      if (colon && language.test("contains-next", rest)) return true;
      return (
        (colon &&
          (judgement.executes
            ? !language.test("parts", words)
            : lead.example !== true && language.test("names-source", words))) ||
        (leads && judgement.names)
      );
  }
}

/** Returns the first word of the command after "not". */
function contrasted(
  { language, text, source }: Sentence,
  { evidence }: Judgement,
): string | undefined {
  return wordsOf(language, source.slice(text.indexOf(COMMAND, evidence[1])).toLowerCase())[0];
}

/** Whether a word is the first word of the following command. */
function isNamed(word: string | undefined, lead: Lead): boolean {
  return word !== undefined && word === lead.word;
}

function wordsOf(language: Language, text: string): string[] {
  return text.match(language.expression("plain-words")) ?? [];
}

/** Whether an object without a command before it refers ahead: "Never do this." */
function isUnresolved(text: string, judgement: Judgement, lead: Lead): boolean {
  return (
    lead.strict !== true &&
    !lead.antecedent &&
    !text.slice(0, judgement.evidence[0]).includes(COMMAND)
  );
}

/** Whether only marks precede the evidence on its side: "Not recommended". */
export function isSubjectless(language: Language, text: string, judgement: Judgement): boolean {
  return language.test(
    "silent-even-of-names",
    text.slice(judgement.clause.start, judgement.evidence[0]),
  );
}

/** Whether code names a pattern, as `curl | sh` without a URL does; `sudo -E` and `apt install x` name something else. */
function namesPattern({ language, text, source }: Sentence, { evidence }: Judgement): boolean {
  const named = language.exec("named-pattern", text.slice(evidence[1]));
  return (
    named !== null &&
    language.test(
      "feeds",
      source.slice(evidence[1] + named[0].indexOf(COMMAND), evidence[1] + named[0].length),
    )
  );
}

/** Whether a sentence is about other things and does not name the following text: "Dangerous scripts are blocked". */
function isAboutOthers(language: Language, rest: string): boolean {
  const noun = language.exec("attribute-noun", rest)?.[0] ?? "";
  return language.test("own-predicate", rest.slice(noun.length)) && !language.test("manner", rest);
}

/** Returns whether the judged command names a pattern, "`curl | sh` is insecure", or null if there is no command. */
function patternBefore(
  { language, text, source }: Sentence,
  { clause, evidence }: Judgement,
): boolean | null {
  const named = language.exec(
    "condemned-code",
    text.slice(Math.max(clause.start, evidence[0] - 200), evidence[0]),
  )?.groups?.["code"];
  if (named === undefined) return null;
  const start = text.lastIndexOf(named, evidence[0]);
  return language.test("bare-pattern", source.slice(start, start + named.length));
}

/** Whether a judgement in a cell, or in a comment after a command, is about the command beside it. */
export function isAboutNeighbour(language: Language, text: string, judgement: Judgement): boolean {
  const after = text.slice(judgement.evidence[1]);
  switch (judgement.shape) {
    case "label":
    case "elliptic":
      return true;
    case "object":
      return judgement.object.type !== "other" && judgement.object.type !== "command";
    case "subject":
      return judgement.subject !== "other" || isSubjectless(language, text, judgement);
    case "attribute":
      return (
        language.test("attribute-noun", after) &&
        language.test("few-words", text.slice(0, judgement.evidence[0]))
      );
    case "rejected":
      return judgement.object.type === "either" || judgement.object.type === "none";
    case "means":
    case "trailing":
      return false;
  }
}
