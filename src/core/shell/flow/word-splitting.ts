import { fileName } from "../../scan.js";
import { SourceBuilder, type Source } from "../../source.js";
import type { Word } from "../script.js";
import { argumentOf, partly, unknown, type Argument } from "./argument.js";
import type { Runner } from "./runner.js";

/** The most values of a command's name that are tried one by one, those of known commands first. */
const MAX_ALTERNATIVES = 16;
const blanks = /[ \t\n]+/;

/** Whether a text outside quotes becomes several words, or none. */
export function isSplit(text: string): boolean {
  return text === "" || blanks.test(text);
}

/**
 * An unquoted variable with a known value of several words: each word has the span of the expansion.
 * @param whole the word, if the value is known only in part
 */
export function splitFields(word: Word, text: string, whole?: Argument): Argument[] {
  const fields = text.split(blanks).filter((field) => field !== "");
  return fields.map((field) => {
    if (whole === undefined || !field.includes(unknown)) return knownHere(word, field);
    return {
      ...knownHere(word, asCode(field)),
      text: null,
      ...partly(field),
      remote: whole.remote,
      remoteEnd: whole.remoteEnd,
    };
  });
}

/** Returns a text in which unknown parts are variables. */
export function asCode(shape: string): string {
  return shape.replaceAll(unknown, "${_}");
}

/** Returns an argument with a known text for a word. */
export function knownHere(word: Word, text: string): Argument {
  const span = word.source.origin(word.start, word.end);
  return argumentOf(span, text, () => {
    const source = standIn(word.source, text, word.start, word.end);
    return { source, variables: [span], from: span[0], to: span[1] };
  });
}

export function standIn(source: Source, text: string, start: number, end: number): Source {
  return new SourceBuilder(source).replace(text, start, end).build();
}

/** Returns a word that has one of several values, with the words that each makes. */
export function possibleWords(
  word: Word,
  whole: Argument,
  possible: readonly string[],
  runner: Pick<Runner, "isUnknown">,
): Argument {
  const lines = possible.flatMap((each) => each.split("\n"));
  const isNamed = (line: string): boolean => {
    const [name = ""] = line.trim().split(blanks);
    return name.includes(unknown) || !runner.isUnknown(fileName(name));
  };
  const tried =
    lines.length <= MAX_ALTERNATIVES
      ? lines
      : [...lines.filter(isNamed), ...lines.filter((line) => !isNamed(line))];
  const last = tried[MAX_ALTERNATIVES];
  const isCut = whole.isCut === true || (last !== undefined && isNamed(last));
  return {
    ...whole,
    ...(isCut && { isCut }),
    alternatives: tried
      .slice(0, MAX_ALTERNATIVES)
      .map((fields) => splitFields(word, fields, whole)),
  };
}
