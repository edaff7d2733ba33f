import { mayHoldSequences, TERMINAL_SEQUENCE } from "../terminal-sequences.js";
import { containsLetter, escaped, matchesAt } from "../scan.js";
import type { GateWord } from "./gate-words.js";

/**
 * What may be between the letters of a word: quotes, backslashes and carets (`c""url`), joined literals (`"cu" + "rl"`), a line
 * continuation, an empty expansion (`cu$@rl`, `cu${x}rl`, `cu$()rl`).
 */
const separator =
  "(?:[\"'`\\\\^]{1,20}(?:(?:\\s{1,20}(?:\\+\\s{0,20})?|\\+\\s{0,20})[\"'`]{1,20}|\\r?\\n[\\s>]{0,200})?|\\$(?:[@*]|\\{[^{}\\s]{0,40}\\}|\\(\\)))";
const SEPARATOR = new RegExp(separator, "y");

/** Matches such a separator and the next letter, after the first letters of a word. */
export const continued = new RegExp(`${separator}\\w`, "y");

/** Matches forms that hide letters completely: ANSI-C strings, entities, escapes, a word divided over two lines, colours. */
const escape =
  /\\(?:x([0-9a-fA-F]{2})|[uU]\{?([0-9a-fA-F]{2,8})\}?|([0-7]{1,3})|\r?\n)|&#(?:[xX]([0-9a-fA-F]{1,6})|(\d{1,7}));?|\$(?=')/g;
const HIDDEN = new RegExp(`\\$'|&#|\\\\[xuU0-7\\r\\n]|${TERMINAL_SEQUENCE.source}`);

/** Whether an escape may hide letters of a text; most texts have no character that begins one. */
export function mayHideLetters(text: string): boolean {
  return (
    (text.includes("\\") || text.includes("$'") || text.includes("&#") || mayHoldSequences(text)) &&
    HIDDEN.test(text)
  );
}

/**
 * Returns the end of a word that starts at an offset of a text, in any of its spellings; -1 if another word is there. No character
 * of the word may begin what separates letters.
 */
export function endOfSpelling(text: string, start: number, word: string, anyCase = false): number {
  let at = start;
  for (let letter = 0; letter < word.length; letter++, at++) {
    if (isSame(text, at, word, letter, anyCase)) continue;
    if (at === start || !matchesAt(SEPARATOR, text, at)) return -1;
    at = SEPARATOR.lastIndex;
    if (!isSame(text, at, word, letter, anyCase)) return -1;
  }
  return at;
}

/** Whether two texts have the same character at their offsets. */
function isSame(text: string, at: number, word: string, letter: number, anyCase: boolean): boolean {
  const [written, code] = [text.charCodeAt(at), word.charCodeAt(letter)];
  return written === code || (anyCase && lowerCase(written) === lowerCase(code));
}

function lowerCase(code: number): number {
  return code >= 65 && code <= 90 ? code | 32 : code;
}

/** Returns an expression for characters in order, or for the first of them, up to one that `stop` matches. */
export function upTo(stop: string, characters: readonly string[]): string {
  return characters.reduceRight((rest, each) => `${each}(?:${rest}|${stop})`);
}

/** Returns an expression that matches every text with one of some words in any spelling; it may match other texts. */
export function anySpelling(words: readonly Pick<GateWord, "word" | "anyCase">[]): RegExp {
  const either = (letter: string): string => `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
  const spelled = words.map(({ word, anyCase }) =>
    upTo(
      "[\"'`\\\\^$]",
      Array.from(word, (letter) =>
        anyCase === true && containsLetter(letter) ? either(letter) : escaped(letter),
      ),
    ),
  );
  return new RegExp([...spelled, HIDDEN.source].join("|"));
}

/** Returns a text with its escapes decoded. */
export function withoutEscapes(text: string): string {
  const shown = mayHoldSequences(text) ? text.replace(TERMINAL_SEQUENCE, "") : text;
  return shown.replace(escape, decoded);
}

/** Returns the character of an escape; an empty string for a line continuation. */
function decoded(
  _match: string,
  hex?: string,
  unicode?: string,
  octal?: string,
  entityHex?: string,
  entity?: string,
): string {
  if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
  if (entity !== undefined) return character(Number.parseInt(entity, 10));
  const digits = hex ?? unicode ?? entityHex;
  return digits === undefined ? "" : character(Number.parseInt(digits, 16));
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}
