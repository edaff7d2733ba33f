import { ANY_CASE } from "./gate-words.js";

/** Tells in one scan whether a text can hold anything the loaded queries look for. */
export type Gate = (text: string) => boolean;

/**
 * Between the letters of a word: quotes and backslashes (`c""url`), literals put together (`"cu" + "rl"`), a line that goes
 * on, an expansion to nothing (`cu$@rl`, `cu${x}rl`, `cu$()rl`).
 */
const between = "(?:[\"'`\\\\]+(?:(?:\\s+(?:\\+\\s*)?|\\+\\s*)[\"'`]+|\\r?\\n[\\s>]*)?|\\$(?:[@*]|\\{[^{}\\s]{0,40}\\}|\\(\\)))?";

/**
 * Spellings that hide letters altogether: ANSI-C strings, entities, escapes, a word broken over two lines.
 * Each begins with a character of its own: a class in front would make the scan look at every position.
 */
const hidden = /\$'|&#|\\[xuU0-7\r\n]/;
const escape = /\\(?:x([0-9a-fA-F]{2})|[uU]\{?([0-9a-fA-F]{2,8})\}?|([0-7]{1,3})|\r?\n)|&#(?:[xX]([0-9a-fA-F]{1,6})|(\d{1,7}));?|\$(?=')/g;

/**
 * A gate that opens when one of the words stands in the text in any spelling a reader may decode.
 * It errs on the open side: a closed gate means that no source of a finding is there.
 * @param words null where a source cannot be told by words, which keeps the gate open
 */
export function createGate(words: readonly string[] | null): Gate {
  if (words === null) return () => true;
  if (words.length === 0) return () => false;
  // short ones stand in many words
  const plain = words.filter((word) => /\w{4}/.test(word) && !word.startsWith(ANY_CASE));
  const spellings = words.map(spelling).join("|");
  const spelled = new RegExp(spellings);
  // one scan for most texts; escapes are decoded only where there are some and no word stands there plainly
  const either = new RegExp(`${spellings}|${hidden.source}`);
  return (text) => {
    // most texts that name a word do so plainly and soon: no spelling has to be compiled for them
    const head = text.slice(0, soon);
    return plain.some((word) => head.includes(word)) || (either.test(text) && (spelled.test(text) || spelled.test(text.replace(escape, decoded))));
  };
}

const soon = 4096;

/** A word in all its spellings; a sign (the builtin `.`) counts where it stands by itself. */
function spelling(word: string): string {
  const name = word.replace(ANY_CASE, "");
  // two or three letters stand in many words
  return /^\w{1,3}$/.test(name) ? `(?<!\\w)${lettersOf(word)}(?!\\w)` : lettersOf(word);
}

function lettersOf(word: string): string {
  if (word.startsWith(ANY_CASE)) return Array.from(word.slice(ANY_CASE.length), (letter) => (/[a-z]/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : escaped(letter))).join(between);
  return /\w/.test(word) ? Array.from(word, escaped).join(between) : `(?<![\\w./])${escaped(word)}(?![\\w./])`;
}

/** The character an escape stands for; nothing for a line that goes on. */
function decoded(_match: string, hex?: string, unicode?: string, octal?: string, entityHex?: string, entity?: string): string {
  if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
  if (entity !== undefined) return character(Number.parseInt(entity, 10));
  const digits = hex ?? unicode ?? entityHex;
  return digits === undefined ? "" : character(Number.parseInt(digits, 16));
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}

function escaped(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
