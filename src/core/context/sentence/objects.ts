import { group, shape } from "../language/current-language.js";
import { COMMAND, NAME } from "./signs.js";

/**
 * What a verb of running governs, according to its words: `command` is the command itself, `none` nothing (the command follows a
 * colon or comes before), `either` "this", `forward` "the following", `back` "it", "the above", `generic` "such scripts", `other`
 * another thing.
 */
export type ObjectType = "command" | "none" | "either" | "forward" | "back" | "generic" | "other";

/** The object of a verb at a position in a mask. */
export interface ObjectPhrase {
  readonly type: ObjectType;
  /** Where it begins: the end of the verb. */
  readonly start: number;
  /** Where its words end. */
  readonly end: number;
  readonly plural: boolean;
}

/** The most words of an object that are read. */
const LONGEST = 8;

/** Reads the object that begins at `start` and ends at `limit` at the latest. */
export function readObject(mask: string, start: number, limit: number): ObjectPhrase {
  const words: string[] = [];
  let end = start;
  let stop = "";
  while (words.length < LONGEST) {
    const match = shape("object-word").exec(mask, end);
    const word = match?.groups?.["word"] ?? "";
    const after = end + (match?.[0].length ?? 0);
    if (word === "" || after > limit || isStop(word, words)) {
      stop = after > limit ? "" : word;
      break;
    }
    words.push(word);
    end = after;
  }
  if (
    shape("whatever").test(words[0] ?? "") &&
    shape("imitates").test(mask.slice(Math.max(0, start - 12), start))
  )
    return { type: "generic", plural: false, start, end };
  const rest = mask.slice(end, Math.min(limit, end + 200));
  const phrase = words.join(" ");
  return {
    type: typeOf(words, phrase, stop, rest),
    plural: shape("names-several").test(phrase),
    start,
    end,
  };
}

function isStop(word: string, before: readonly string[]): boolean {
  if (shape("no-word").test(word)) return true;
  if (!group("paired-ends").has(word)) return group("prepositions+object-ends").has(word);
  return shape("ends-object").test(`${before[before.length - 1] ?? ""} ${word}`);
}

function typeOf(words: readonly string[], phrase: string, stop: string, rest: string): ObjectType {
  if (words.length === 0) return emptyObject(stop, rest);
  if (shape("another").test(phrase)) return "other";
  if (shape("line").test(phrase)) return "back";
  const last = words[words.length - 1] ?? "";
  if (shape("points-forward").test(phrase) || shape("below-behind").test(rest)) return "forward";
  if (shape("above").test(phrase)) return "back";
  // "it these days": a time follows
  const pronoun = pronounIn(phrase, stop);
  if (pronoun !== null && words.length === 1)
    return shape("by-handiwork").test(rest)
      ? "other"
      : shape("above-behind").test(rest)
        ? "back"
        : pronoun;
  if (shape("ranked").test(phrase)) return "back";
  // "npm install" is not a command noun, "this install" is
  const isNoun = (word: string, at: number): boolean =>
    group("command-nouns").has(word) &&
    (at === 0 || !group("means-verbs.base").has(word) || group("determiners").has(words[0] ?? ""));
  if (words.some(isNoun)) return nounObject(words, pronoun, rest);
  if (stop.startsWith(COMMAND) && !last.startsWith(NAME)) return "command";
  if (pronoun !== null && shape("pronoun-first").test(phrase))
    return shape("by-handiwork").test(words.slice(1).join(" ") + rest) ? "other" : pronoun;
  return pronoun !== null && shape("quantified").test(phrase) ? pronoun : "other";
}

/** Returns the direction in which a pronoun among the words points. */
function pronounIn(phrase: string, stop: string): "either" | "back" | null {
  if (!shape("personal").test(phrase) && shape("points-either-way").test(phrase)) return "either";
  return shape("points-backward").test(phrase) ||
    (shape("pair").test(phrase) && !stop.startsWith(COMMAND))
    ? "back"
    : null;
}

/** Returns the type of an object without words: the command itself, a phrase of manner, or nothing at all. */
function emptyObject(stop: string, rest: string): ObjectType {
  if (stop.startsWith(COMMAND)) return "command";
  if (shape("manner-forward").test(rest)) return "forward";
  if (shape("manner-back").test(rest)) return "back";
  return "none";
}

/** Returns the type of a noun that refers to a command; its determiner says to which. */
function nounObject(
  words: readonly string[],
  pronoun: "either" | "back" | null,
  rest: string,
): ObjectType {
  if (shape("above-behind").test(rest)) return "back";
  const like = shape("likeness").exec(rest)?.groups;
  if (like !== undefined) return like["either"] === undefined ? "back" : "either";
  if (pronoun !== null) return shape("distant").test(words[0] ?? "") ? "back" : pronoun;
  return shape("definite").test(words[0] ?? "") &&
    words.length === 2 &&
    !shape("goes-on-behind").test(rest)
    ? "back"
    : "generic";
}

/** The subject of a judgement, read from the words directly before it. */
export type SubjectType = "command" | "either" | "forward" | "back" | "generic" | "other";

/** Reads the subject that ends a text. The caller finds `command` itself. */
export function readSubject(before: string): { type: SubjectType; plural: boolean } {
  const tail = before.slice(-160).replace(shape("auxiliary-last").expression, "");
  const first = shape("first-predicate-of").exec(before)?.groups?.["subject"];
  if (first !== undefined)
    return { type: shape("subject-either").test(first) ? "either" : "back", plural: false };
  if (shape("handles-it").test(tail) || shape("partitive").test(tail))
    return { type: "other", plural: false };
  if (shape("line").test(tail)) return { type: "back", plural: false };
  if (shape("subject-forward").test(tail)) return { type: "forward", plural: true };
  if (shape("subject-either").test(tail))
    return { type: "either", plural: shape("several").test(tail.slice(-30)) };
  if (shape("subject-back").test(tail))
    return { type: "back", plural: shape("several-back").test(tail.slice(-30)) };
  const gerund = shape("gerund-of-running").all(tail).at(-1);
  const done =
    gerund === undefined ? null : readObject(tail, gerund.index + gerund[0].length, tail.length);
  if (
    done !== null &&
    (done.type === "either" || done.type === "back" || done.type === "forward") &&
    shape("trailing-phrase").test(tail.slice(done.end))
  )
    return { type: done.type, plural: done.plural };
  if (shape("placed-noun").test(tail) || shape("relative-of-noun").test(tail))
    return { type: "generic", plural: false };
  const noun = shape("subject-noun").exec(tail);
  if (noun !== null)
    return { type: nounSubject(noun.groups ?? {}), plural: shape("names-several").test(noun[0]) };
  return { type: gerund === undefined ? "other" : "generic", plural: false };
}

function nounSubject({
  det: determiner = "",
  where = "",
  words = "",
}: Readonly<Record<string, string | undefined>>): SubjectType {
  if (shape("where-before").test(where)) return "back";
  if (shape("where-behind").test(where)) return "forward";
  if (determiner === "" && shape("pair-of").test(words)) return "back";
  if (shape("near").test(determiner)) return "either";
  // "the other way" and "the old script" are not the command before
  const isSame = shape("definite").test(determiner) && shape("describes-the-same").test(words);
  return isSame || shape("distant").test(determiner) ? "back" : "generic";
}
