import { mayHoldSequences, TERMINAL_SEQUENCE } from "../terminal-sequences.js";
import { escaped } from "../scan.js";

/**
 * What may be between the letters of a word: quotes, backslashes and carets (`c""url`), joined literals (`"cu" + "rl"`), a line
 * continuation, an empty expansion (`cu$@rl`, `cu${x}rl`, `cu$()rl`).
 */
const separator =
  "(?:[\"'`\\\\^]+(?:(?:\\s+(?:\\+\\s*)?|\\+\\s*)[\"'`]+|\\r?\\n[\\s>]*)?|\\$(?:[@*]|\\{[^{}\\s]{0,40}\\}|\\(\\)))";
const between = `${separator}?`;

/** Matches such a separator and the next letter, after the first letters of a word. */
export const continued = new RegExp(`${separator}\\w`, "y");

/** Matches forms that hide letters completely: ANSI-C strings, entities, escapes, a word divided over two lines, colours. */
const escape =
  /\\(?:x([0-9a-fA-F]{2})|[uU]\{?([0-9a-fA-F]{2,8})\}?|([0-7]{1,3})|\r?\n)|&#(?:[xX]([0-9a-fA-F]{1,6})|(\d{1,7}));?|\$(?=')/g;
export const HIDDEN = new RegExp(`\\$'|&#|\\\\[xuU0-7\\r\\n]|${TERMINAL_SEQUENCE.source}`);

/** Whether an escape may hide letters of a text; most texts have no character that begins one. */
export function mayHideLetters(text: string): boolean {
  return (
    (text.includes("\\") || text.includes("$'") || text.includes("&#") || mayHoldSequences(text)) &&
    HIDDEN.test(text)
  );
}

/** Returns an expression for a word in all its spellings. */
export function lettersOf(word: string, anyCase = false): string {
  const either = (letter: string): string => `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
  return Array.from(word, (letter) =>
    anyCase && /[a-z]/i.test(letter) ? either(letter) : escaped(letter),
  ).join(between);
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
