import { allMatches } from "../../scan.js";
import { shapes, words } from "../language/spoken.js";
import { COMMAND, NAME } from "./signs.js";

const SHAPE = shapes(
  "above", "above-behind", "another", "auxiliary-last", "below-behind", "by-handiwork", "definite", "describes-the-same", "distant",
  "ends-object", "first-predicate-of", "gerund-of-running", "goes-on-behind", "handles-it", "imitates", "likeness", "line",
  "manner-back", "manner-forward", "names-several", "names-source", "near", "no-word", "object-word", "pair", "pair-of", "partitive",
  "personal", "placed-noun", "points-backward", "points-either-way", "points-forward", "pronoun-first", "quantified", "ranked",
  "relative-of-noun", "several", "several-back", "subject-back", "subject-either", "subject-forward", "subject-noun", "trailing-phrase",
  "whatever", "where-before", "where-behind",
);

/**
 * What a verb of running governs, as far as its words tell:
 * `command` stands there itself, `none` nothing (the command follows a colon or went before), `either` "this",
 * `forward` "the following", `back` "it", "the above", `generic` "such scripts", `other` another thing.
 */
export type ObjectType = "command" | "none" | "either" | "forward" | "back" | "generic" | "other";

/** The object of a verb at a place of a mask. */
export interface ObjectPhrase {
  readonly type: ObjectType;
  /** Where it begins: the end of the verb. */
  readonly start: number;
  /** Where its words end. */
  readonly end: number;
  readonly plural: boolean;
}

/** Words that end an object or go on with it, by the word before them. */
const PAIRED = words("paired-ends");
const STOPS = words("prepositions+object-ends");
const NOUNS = words("command-nouns");
/** Nouns that are a verb or a subcommand as well: "npm install" is no command noun, "this install" is one. */
const VERBS = words("means-verbs.base");
const DETERMINERS = words("determiners");
const LONGEST = 8;
/** Whether words name where a command fetches from: "don't use the old mirror: X". */
export function namesSource(words: string): boolean {
  return SHAPE.namesSource.test(words);
}

/** Reads the object that begins at `start`; nothing behind `limit` belongs to it. */
export function readObject(mask: string, start: number, limit: number): ObjectPhrase {
  const words: string[] = [];
  let end = start;
  let stop = "";
  SHAPE.objectWord.lastIndex = start;
  while (words.length < LONGEST) {
    const match = SHAPE.objectWord.exec(mask);
    const word = match?.groups?.["word"] ?? "";
    const behind = SHAPE.objectWord.lastIndex;
    if (word === "" || behind > limit || isStop(word, words)) {
      stop = behind > limit ? "" : word;
      break;
    }
    words.push(word);
    end = behind;
  }
  if (SHAPE.whatever.test(words[0] ?? "") && SHAPE.imitates.test(mask.slice(Math.max(0, start - 12), start)))
    return { type: "generic", plural: false, start, end };
  const rest = mask.slice(end, Math.min(limit, end + 200));
  return { ...classify(words, stop, rest), start, end };
}

function isStop(word: string, before: readonly string[]): boolean {
  if (SHAPE.noWord.test(word)) return true;
  return PAIRED.has(word) ? SHAPE.endsObject.test(`${before[before.length - 1] ?? ""} ${word}`) : STOPS.has(word);
}

function classify(words: readonly string[], stop: string, rest: string): { type: ObjectType; plural: boolean } {
  const phrase = words.join(" ");
  const plural = SHAPE.namesSeveral.test(phrase);
  const type = typeOf(words, phrase, stop, rest);
  return { type, plural };
}

function typeOf(words: readonly string[], phrase: string, stop: string, rest: string): ObjectType {
  if (words.length === 0) return emptyObject(stop, rest);
  if (SHAPE.another.test(phrase)) return "other";
  if (SHAPE.line.test(phrase)) return "back";
  const last = words[words.length - 1] ?? "";
  if (SHAPE.pointsForward.test(phrase) || SHAPE.belowBehind.test(rest)) return "forward";
  if (SHAPE.above.test(phrase)) return "back";
  // "it these days": a time follows
  const pronoun = pronounIn(phrase, stop);
  if (pronoun !== null && words.length === 1)
    return SHAPE.byHandiwork.test(rest) ? "other" : SHAPE.aboveBehind.test(rest) ? "back" : pronoun;
  if (SHAPE.ranked.test(phrase)) return "back";
  if (words.some((word, at) => NOUNS.has(word) && (at === 0 || !VERBS.has(word) || DETERMINERS.has(words[0] ?? ""))))
    return nounObject(words, pronoun, rest);
  if (stop.startsWith(COMMAND) && !last.startsWith(NAME)) return "command";
  if (pronoun !== null && SHAPE.pronounFirst.test(phrase))
    return SHAPE.byHandiwork.test(words.slice(1).join(" ") + rest) ? "other" : pronoun;
  return pronoun !== null && SHAPE.quantified.test(phrase) ? pronoun : "other";
}

/** Which way a pronoun among the words points. */
function pronounIn(phrase: string, stop: string): "either" | "back" | null {
  if (!SHAPE.personal.test(phrase) && SHAPE.pointsEitherWay.test(phrase)) return "either";
  return SHAPE.pointsBackward.test(phrase) || (SHAPE.pair.test(phrase) && !stop.startsWith(COMMAND)) ? "back" : null;
}

/** No words: the command itself, a phrase of manner, or nothing at all. */
function emptyObject(stop: string, rest: string): ObjectType {
  if (stop.startsWith(COMMAND)) return "command";
  if (SHAPE.mannerForward.test(rest)) return "forward";
  if (SHAPE.mannerBack.test(rest)) return "back";
  return "none";
}

/** A noun that stands for a command; its determiner says which. */
function nounObject(words: readonly string[], pronoun: "either" | "back" | null, rest: string): ObjectType {
  if (SHAPE.aboveBehind.test(rest)) return "back";
  const like = SHAPE.likeness.exec(rest)?.groups;
  if (like !== undefined) return like["either"] === undefined ? "back" : "either";
  if (pronoun !== null) return SHAPE.distant.test(words[0] ?? "") ? "back" : pronoun;
  return SHAPE.definite.test(words[0] ?? "") && words.length === 2 && !SHAPE.goesOnBehind.test(rest) ? "back" : "generic";
}

/** Who or what a judgement is passed on, read from the words directly before it. */
export type SubjectType = "command" | "either" | "forward" | "back" | "generic" | "other";

/** Reads the subject that ends a text. `command` is for the caller to find. */
export function readSubject(before: string): { type: SubjectType; plural: boolean } {
  const tail = before.slice(-160).replace(SHAPE.auxiliaryLast.expression, "");
  const first = SHAPE.firstPredicateOf.exec(before)?.groups?.["subject"];
  if (first !== undefined) return { type: SHAPE.subjectEither.test(first) ? "either" : "back", plural: false };
  if (SHAPE.handlesIt.test(tail) || SHAPE.partitive.test(tail)) return { type: "other", plural: false };
  if (SHAPE.line.test(tail)) return { type: "back", plural: false };
  if (SHAPE.subjectForward.test(tail)) return { type: "forward", plural: true };
  if (SHAPE.subjectEither.test(tail)) return { type: "either", plural: SHAPE.several.test(tail.slice(-30)) };
  if (SHAPE.subjectBack.test(tail)) return { type: "back", plural: SHAPE.severalBack.test(tail.slice(-30)) };
  const gerund = lastGerund(tail);
  const done = gerund === null ? null : readObject(tail, gerund, tail.length);
  if (
    done !== null &&
    (done.type === "either" || done.type === "back" || done.type === "forward") &&
    SHAPE.trailingPhrase.test(tail.slice(done.end))
  )
    return { type: done.type, plural: done.plural };
  if (SHAPE.placedNoun.test(tail) || SHAPE.relativeOfNoun.test(tail)) return { type: "generic", plural: false };
  const noun = SHAPE.subjectNoun.exec(tail);
  if (noun !== null) return { type: nounSubject(noun.groups ?? {}), plural: SHAPE.namesSeveral.test(noun[0]) };
  return { type: gerund === null ? "other" : "generic", plural: false };
}

/** Where the last verb in -ing of a text ends. */
function lastGerund(text: string): number | null {
  let end: number | null = null;
  for (const match of allMatches(text, SHAPE.gerundOfRunning)) end = match.index + match[0].length;
  return end;
}

function nounSubject({ det: determiner = "", where = "", words = "" }: Readonly<Record<string, string | undefined>>): SubjectType {
  if (SHAPE.whereBefore.test(where)) return "back";
  if (SHAPE.whereBehind.test(where)) return "forward";
  if (determiner === "" && SHAPE.pairOf.test(words)) return "back";
  if (SHAPE.near.test(determiner)) return "either";
  // "The other way", "the old script" is another one than the one before.
  return SHAPE.distant.test(determiner) || (SHAPE.definite.test(determiner) && SHAPE.describesTheSame.test(words)) ? "back" : "generic";
}
