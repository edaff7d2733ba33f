import { allMatches } from "../scan.js";
import { shape, words } from "./language/spoken.js";
import { FIRST_PREDICATE_OF, LIKENESS, LINE, MANNER_BACK, MANNER_FORWARD, PARTITIVE, SUBJECT_BACK, SUBJECT_EITHER, SUBJECT_FORWARD, TRAILING_PHRASE } from "./shapes.js";
import { COMMAND, NAME } from "./signs.js";


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

const WORD = /\s*(?:["'“”‘’«»]\s*)?([a-z0-9][a-z0-9'-]*|[\uE000]+|[\uE001]+|[$~@][\w{/(]\S*|<[a-z][\w-]*>|&&|\|\||[^\s])/y;
const STOPS = words("prepositions+object-ends");
const NOUNS = words("command-nouns");
/** Nouns that are a verb or a subcommand as well: "npm install" is no command noun, "this install" is one. */
const VERBS = words("means-verbs.base");
const DETERMINERS = words("determiners");
const LONGEST = 8;
const BACKWARD = shape("points-backward");
const FORWARD = shape("points-forward");
const EITHER = shape("points-either-way");
const PLURAL = shape("names-several");
const HANDIWORK = shape("by-handiwork");

const IMITATES = shape("imitates");

const SOURCE = shape("names-source");

/** Whether words name where a command fetches from: "don't use the old mirror: X". */
export function namesSource(words: string): boolean {
  return SOURCE.test(words);
}

/** Reads the object that begins at `start`; nothing behind `limit` belongs to it. */
export function readObject(mask: string, start: number, limit: number): ObjectPhrase {
  const words: string[] = [];
  let end = start;
  let stop = "";
  WORD.lastIndex = start;
  while (words.length < LONGEST) {
    const match = WORD.exec(mask);
    const word = match?.[1] ?? "";
    if (word === "" || WORD.lastIndex > limit || isStop(word, words)) {
      stop = WORD.lastIndex > limit ? "" : word;
      break;
    }
    words.push(word);
    end = WORD.lastIndex;
  }
  if (/^what(?:ever)?$/.test(words[0] ?? "") && IMITATES.test(mask.slice(Math.max(0, start - 12), start))) return { type: "generic", plural: false, start, end };
  const rest = mask.slice(end, Math.min(limit, end + 200));
  return { ...classify(words, stop, rest), start, end };
}

function isStop(word: string, before: readonly string[]): boolean {
  if (/^[^a-z0-9\uE001$~@<&|]/.test(word) || /^[$~@<&|]$/.test(word)) return true;
  if (word === "such" || word === "that" || word === "which" || word === "who") return before.length > 0 && !/^(?:of|all|any|both|not)$/.test(before[before.length - 1] ?? "");
  // "the command it shows"
  if (word === "it") return NOUNS.has(before[before.length - 1] ?? "");
  // "as", "for" and the like begin another phrase; "of" joins: "any of these".
  if (word === "of") return !/^(?:any|all|one|either|some|both|none|each|kind|sort|use)$/.test(before[before.length - 1] ?? "");
  return STOPS.has(word);
}

function classify(words: readonly string[], stop: string, rest: string): { type: ObjectType; plural: boolean } {
  const phrase = words.join(" ");
  const plural = PLURAL.test(phrase);
  const type = typeOf(words, phrase, stop, rest);
  return { type, plural };
}

function typeOf(words: readonly string[], phrase: string, stop: string, rest: string): ObjectType {
  if (words.length === 0) return emptyObject(stop, rest);
  if (/\belse$|\bother\b/.test(phrase)) return "other";
  if (LINE.test(phrase)) return "back";
  const last = words[words.length - 1] ?? "";
  if (FORWARD.test(phrase) || /^\s+below\b/.test(rest)) return "forward";
  if (/\babove\b|\bprevious\b/.test(phrase)) return "back";
  // "it these days": a time follows
  const pronoun = EITHER.test(/^(?:it|them)$/.test(words[0] ?? "") ? "" : phrase) ? "either" : BACKWARD.test(phrase) || (/^(?:either|both)$/.test(phrase) && !stop.startsWith(COMMAND)) ? "back" : null;
  if (pronoun !== null && words.length === 1) return HANDIWORK.test(rest) ? "other" : /^\s+above\b/.test(rest) ? "back" : pronoun;
  if (/^the (?:former|latter|first|second|third|last)$/.test(words.slice(0, 2).join(" ")) && (words.length === 2 || (words.length === 3 && NOUNS.has(last)))) return "back";
  if (words.some((word, at) => NOUNS.has(word) && (at === 0 || !VERBS.has(word) || DETERMINERS.has(words[0] ?? "")))) return nounObject(words, pronoun, rest);
  if (stop.startsWith(COMMAND) && !last.startsWith(NAME)) return "command";
  if (pronoun === "back" && /^(?:it|them|that|so)$/.test(words[0] ?? "")) return HANDIWORK.test(rest) ? "other" : "back";
  if (pronoun === "either" && /^(?:this|these)$/.test(words[0] ?? "")) return HANDIWORK.test(words.slice(1).join(" ") + rest) ? "other" : "either";
  if (pronoun !== null && /^(?:any|one|all|either|both|some)$/.test(words[0] ?? "")) return pronoun;
  return "other";
}

/** No words: the command itself, a phrase of manner, or nothing at all. */
function emptyObject(stop: string, rest: string): ObjectType {
  if (stop.startsWith(COMMAND)) return "command";
  if (MANNER_FORWARD.test(rest)) return "forward";
  if (MANNER_BACK.test(rest)) return "back";
  return "none";
}

/** A noun that stands for a command; its determiner says which. */
function nounObject(words: readonly string[], pronoun: "either" | "back" | null, rest: string): ObjectType {
  if (/^\s+above\b/.test(rest)) return "back";
  const like = LIKENESS.exec(rest)?.groups;
  if (like !== undefined) return like["either"] === undefined ? "back" : "either";
  if (pronoun !== null) return words[0] === "that" || words[0] === "those" ? "back" : pronoun;
  return /^(?:the)$/.test(words[0] ?? "") && words.length === 2 && !/^\s*["'“‘«(]*(?:[a-z\uE000:]|like|such)/.test(rest) ? "back" : "generic";
}

/** Who or what a judgement is passed on, read from the words directly before it. */
export type SubjectType = "command" | "either" | "forward" | "back" | "generic" | "other";

const SUBJECT_NOUN = shape("subject-noun");
const GERUND = shape("gerund-of-running");
const HANDLED = shape("handles-it");
const PLACED_NOUN = shape("placed-noun");

const RELATIVE_OF_NOUN = shape("relative-of-noun");

/** Reads the subject that ends a text. `command` is for the caller to find. */
export function readSubject(before: string): { type: SubjectType; plural: boolean } {
  const tail = before.slice(-160).replace(/(?:\s+(?:would|will)|'(?:s|re))\s*$/, "");
  const first = FIRST_PREDICATE_OF.exec(before)?.groups?.["subject"];
  if (first !== undefined) return { type: first === "this" ? "either" : "back", plural: false };
  if (HANDLED.test(tail) || PARTITIVE.test(tail)) return { type: "other", plural: false };
  if (LINE.test(tail)) return { type: "back", plural: false };
  if (SUBJECT_FORWARD.test(tail)) return { type: "forward", plural: true };
  if (SUBJECT_EITHER.test(tail)) return { type: "either", plural: /these|all of/.test(tail.slice(-30)) };
  if (SUBJECT_BACK.test(tail)) return { type: "back", plural: /those|they|both|them|above|(?:all|none|any|each|either)\s+of|all\s+(?:two|three|four)|neither/.test(tail.slice(-30)) };
  const gerund = lastGerund(tail);
  const done = gerund === null ? null : readObject(tail, gerund, tail.length);
  if (done !== null && (done.type === "either" || done.type === "back" || done.type === "forward") && TRAILING_PHRASE.test(tail.slice(done.end))) return { type: done.type, plural: done.plural };
  if (PLACED_NOUN.test(tail) || RELATIVE_OF_NOUN.test(tail)) return { type: "generic", plural: false };
  const noun = SUBJECT_NOUN.exec(tail);
  if (noun !== null) return { type: nounSubject(noun.groups?.["det"], noun.groups?.["where"], noun.groups?.["words"] ?? ""), plural: PLURAL.test(noun[0]) };
  return { type: gerund === null ? "other" : "generic", plural: false };
}

/** Where the last verb in -ing of a text ends. */
function lastGerund(text: string): number | null {
  let end: number | null = null;
  for (const match of allMatches(text, GERUND)) end = match.index + match[0].length;
  return end;
}

function nounSubject(determiner: string | undefined, where: string | undefined, words: string): SubjectType {
  if (where === "above" || where === "before") return "back";
  if (where === "below") return "forward";
  if (determiner === undefined && /\b(?:both|either|neither)\b/.test(words)) return "back";
  if (determiner === "this" || determiner === "these" || determiner === "such") return "either";
  // "The other way", "the old script" is another one than the one before.
  if (determiner === "the") return /^(?:(?:whole|entire|same|full|above|previous|preceding|last|latter|second|former|first|exact|install|shell|said)\s+)*$/.test(words) ? "back" : "generic";
  if (determiner === "that" || determiner === "those") return "back";
  return "generic";
}
