import { fileName } from "../../scan.js";
import type { Word } from "../script.js";
import { argumentOf, partiallyKnown, unknown, type Argument } from "./argument.js";
import type { Runner } from "./runner.js";
import { mergeRemotes, type Remote } from "./stream.js";
import { asCode, codeOf, replaceRange } from "./word-code.js";

/** Maximum number of values of a command's name that are tried, those that name a known command first. */
const MAX_ALTERNATIVES = 16;
const WHITESPACE = /[ \t\n]+/;

/** Whether a text outside quotes contains whitespace, which splits it into words, or is empty, so that it becomes no word. */
export function splitsIntoFields(text: string): boolean {
  return text === "" || WHITESPACE.test(text);
}

/**
 * Returns the words into which the value of an unquoted variable is split; each has the span of the expansion. Charges as many words
 * as the value may have, and does not split it if too few are left.
 * @param text the value, with U+FFFC for each unknown part
 * @param whole the argument before splitting, if the value is known only in part
 */
export function splitFields(
  word: Word,
  text: string,
  runner: Pick<Runner, "spendWords" | "tooLong">,
  whole?: Argument,
): Argument[] {
  if (!runner.spendWords(text.length >> 1)) return [unfollowed([], word, runner)];
  const fields = text.split(WHITESPACE).filter((field) => field !== "");
  return fields.map((field) => fieldOf(word, field, whole));
}

/** Returns one of the words that an expansion makes. */
function fieldOf(word: Word, field: string, whole: Argument | undefined): Argument {
  if (whole === undefined || !field.includes(unknown)) return knownHere(word, field);
  return {
    ...knownHere(word, asCode(field)),
    text: null,
    ...partiallyKnown(field),
    remote: whole.remote,
    remoteEnd: whole.remoteEnd,
  };
}

/** Returns the words that an expansion makes of items, after it has charged them; if too few are left, one word that is not followed. */
export function eachWord(
  items: readonly Argument[],
  word: Word,
  runner: Pick<Runner, "spendWords" | "tooLong">,
  wordOf: (item: Argument) => Argument,
): readonly Argument[] {
  return runner.spendWords(items.length) ? items.map(wordOf) : [unfollowed(items, word, runner)];
}

/** Returns an argument for a word whose expansion is too long: only its fetched bytes are known. */
export function unfollowed(
  expanded: readonly Argument[],
  word: Word,
  runner: Pick<Runner, "tooLong">,
): Argument {
  const span = word.source.origin(word.start, word.end);
  runner.tooLong(span);
  const remote = expanded.reduce<Remote | null>(
    (merged, argument) => mergeRemotes(merged, argument.remote),
    null,
  );
  const remoteEnd = expanded.reduce((end, argument) => Math.max(end, argument.remoteEnd), 0);
  return {
    ...argumentOf(span, null, () => ({ ...codeOf(word, new Map()), isCut: true }), remote),
    remoteEnd,
    isCut: true,
  };
}

/** Returns an argument with a known text and the span of a word. */
export function knownHere(word: Word, text: string): Argument {
  const span = word.source.origin(word.start, word.end);
  return argumentOf(span, text, () => {
    const source = replaceRange(word.source, text, word.start, word.end);
    return { source, variables: [span], from: span[0], to: span[1] };
  });
}

/**
 * Returns an argument that may be one of several values; each value becomes the list of words into which it is split. Values that
 * do not name a known command are dropped first if there are too many.
 * @param isSplit whether the argument is outside quotes
 */
export function possibleWords(
  word: Word,
  whole: Argument,
  possible: readonly string[],
  runner: Pick<Runner, "isUnknown" | "spendWords" | "tooLong">,
  isSplit = true,
): Argument {
  const lines = isSplit ? possible.flatMap((each) => each.split("\n")) : possible;
  const mayNameKnownCommand = (line: string): boolean => {
    const [name = ""] = line.trim().split(WHITESPACE);
    return name.includes(unknown) || !runner.isUnknown(fileName(name));
  };
  const tried =
    lines.length <= MAX_ALTERNATIVES
      ? lines
      : [
          ...lines.filter(mayNameKnownCommand),
          ...lines.filter((line) => !mayNameKnownCommand(line)),
        ];
  const last = tried[MAX_ALTERNATIVES];
  const isCut = whole.isCut === true || (last !== undefined && mayNameKnownCommand(last));
  return {
    ...whole,
    ...(isCut && { isCut }),
    alternatives: [
      ...(whole.remote === null ? [] : [[whole]]),
      ...tried
        .slice(0, MAX_ALTERNATIVES)
        .map((each) =>
          isSplit ? splitFields(word, each, runner, whole) : [fieldOf(word, each, whole)],
        ),
    ],
  };
}
