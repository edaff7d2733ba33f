import type { Language } from "../language/prose-language.js";
import { COMMAND, NAME } from "./mask-characters.js";

/**
 * What a verb of running governs, according to its words: `command` is the command itself, `none` nothing (the command follows a
 * colon or comes before), `either` "this", `forward` "the following", `back` "it", "the above", `generic` "such scripts", `other`
 * another thing.
 */
export type ObjectType = "command" | "none" | "either" | "forward" | "back" | "generic" | "other";

/** The object of a verb, with offsets in the mask. */
export interface ObjectPhrase {
  readonly type: ObjectType;
  /** The end of the verb. */
  readonly start: number;
  /** The end of the words of the object. */
  readonly end: number;
  readonly plural: boolean;
}

/** Maximum number of words of an object that are read. */
const MAX_WORDS = 8;

/** Returns the object that begins at `start` and ends at `limit` at the latest. */
export function readObject(
  language: Language,
  mask: string,
  start: number,
  limit: number,
): ObjectPhrase {
  const words: string[] = [];
  let end = start;
  let stop = "";
  while (words.length < MAX_WORDS) {
    const match = language.exec("object-word", mask, end);
    const word = match?.groups?.["word"] ?? "";
    const after = end + (match?.[0].length ?? 0);
    if (word === "" || after > limit || isStop(language, word, words)) {
      stop = after > limit ? "" : word;
      break;
    }
    words.push(word);
    end = after;
  }
  if (
    language.test("whatever", words[0] ?? "") &&
    language.test("imitates", mask.slice(Math.max(0, start - 12), start))
  )
    return { type: "generic", plural: false, start, end };
  const rest = mask.slice(end, Math.min(limit, end + 200));
  const phrase = words.join(" ");
  return {
    type: typeOf(language, words, phrase, stop, rest),
    plural: language.test("names-several", phrase),
    start,
    end,
  };
}

function isStop(language: Language, word: string, before: readonly string[]): boolean {
  if (language.test("no-word", word)) return true;
  if (!language.has("paired-ends", word)) return language.has("prepositions+object-ends", word);
  return language.test("ends-object", `${before[before.length - 1] ?? ""} ${word}`);
}

function typeOf(
  language: Language,
  words: readonly string[],
  phrase: string,
  stop: string,
  rest: string,
): ObjectType {
  if (words.length === 0) return emptyObject(language, stop, rest);
  if (language.test("another", phrase)) return "other";
  if (language.test("line", phrase)) return "back";
  const last = words[words.length - 1] ?? "";
  if (language.test("points-forward", phrase) || language.test("below-behind", rest))
    return "forward";
  if (language.test("above", phrase)) return "back";
  // "it these days": a time follows
  const pronoun = pronounIn(language, phrase, stop);
  if (pronoun !== null && words.length === 1)
    return language.test("by-handiwork", rest)
      ? "other"
      : language.test("above-behind", rest)
        ? "back"
        : pronoun;
  if (language.test("ranked", phrase)) return "back";
  // "npm install" is not a command noun, "this install" is
  const isNoun = (word: string, at: number): boolean =>
    language.has("command-nouns", word) &&
    (at === 0 ||
      !language.has("means-verbs.base", word) ||
      language.has("determiners", words[0] ?? ""));
  if (words.some(isNoun)) return nounObject(language, words, pronoun, rest);
  if (stop.startsWith(COMMAND) && !last.startsWith(NAME)) return "command";
  if (pronoun !== null && language.test("pronoun-first", phrase))
    return language.test("by-handiwork", words.slice(1).join(" ") + rest) ? "other" : pronoun;
  return pronoun !== null && language.test("quantified", phrase) ? pronoun : "other";
}

/** Returns the direction in which a pronoun among the words points; null if there is no such pronoun. */
function pronounIn(language: Language, phrase: string, stop: string): "either" | "back" | null {
  if (!language.test("personal", phrase) && language.test("points-either-way", phrase))
    return "either";
  return language.test("points-backward", phrase) ||
    (language.test("pair", phrase) && !stop.startsWith(COMMAND))
    ? "back"
    : null;
}

/** Returns the type of an object without words: the command itself, a phrase of manner, or nothing at all. */
function emptyObject(language: Language, stop: string, rest: string): ObjectType {
  if (stop.startsWith(COMMAND)) return "command";
  if (language.test("manner-forward", rest)) return "forward";
  if (language.test("manner-back", rest)) return "back";
  return "none";
}

/** Returns the type of a noun that refers to a command; its determiner says to which. */
function nounObject(
  language: Language,
  words: readonly string[],
  pronoun: "either" | "back" | null,
  rest: string,
): ObjectType {
  if (language.test("above-behind", rest)) return "back";
  const like = language.exec("likeness", rest)?.groups;
  if (like !== undefined) return like["either"] === undefined ? "back" : "either";
  if (pronoun !== null) return language.test("distant", words[0] ?? "") ? "back" : pronoun;
  return language.test("definite", words[0] ?? "") &&
    words.length === 2 &&
    !language.test("goes-on-behind", rest)
    ? "back"
    : "generic";
}

/** The subject of a judgement, read from the words directly before it. */
export type SubjectType = "command" | "either" | "forward" | "back" | "generic" | "other";

/** Returns the subject at the end of a text; never `command`, which the caller determines. */
export function readSubject(
  language: Language,
  before: string,
): { type: SubjectType; plural: boolean } {
  const tail = before.slice(-160).replace(language.expression("auxiliary-last"), "");
  const first = language.exec("first-predicate-of", before)?.groups?.["subject"];
  if (first !== undefined)
    return { type: language.test("subject-either", first) ? "either" : "back", plural: false };
  if (language.test("handles-it", tail) || language.test("partitive", tail))
    return { type: "other", plural: false };
  if (language.test("line", tail)) return { type: "back", plural: false };
  if (language.test("subject-forward", tail)) return { type: "forward", plural: true };
  if (language.test("subject-either", tail))
    return { type: "either", plural: language.test("several", tail.slice(-30)) };
  if (language.test("subject-back", tail))
    return { type: "back", plural: language.test("several-back", tail.slice(-30)) };
  const gerund = language.all("gerund-of-running", tail).at(-1);
  const done =
    gerund === undefined
      ? null
      : readObject(language, tail, gerund.index + gerund[0].length, tail.length);
  if (
    done !== null &&
    (done.type === "either" || done.type === "back" || done.type === "forward") &&
    language.test("trailing-phrase", tail.slice(done.end))
  )
    return { type: done.type, plural: done.plural };
  if (language.test("placed-noun", tail) || language.test("relative-of-noun", tail))
    return { type: "generic", plural: false };
  const noun = language.exec("subject-noun", tail);
  if (noun !== null)
    return {
      type: nounSubject(language, noun.groups ?? {}),
      plural: language.test("names-several", noun[0]),
    };
  return { type: gerund === undefined ? "other" : "generic", plural: false };
}

function nounSubject(
  language: Language,
  { det: determiner = "", where = "", words = "" }: Readonly<Record<string, string | undefined>>,
): SubjectType {
  if (language.test("where-before", where)) return "back";
  if (language.test("where-behind", where)) return "forward";
  if (determiner === "" && language.test("pair-of", words)) return "back";
  if (language.test("near", determiner)) return "either";
  // "the other way" and "the old script" are not the command before
  const isSame =
    language.test("definite", determiner) && language.test("describes-the-same", words);
  return isSame || language.test("distant", determiner) ? "back" : "generic";
}
