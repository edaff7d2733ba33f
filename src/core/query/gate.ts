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
  const spelled = new RegExp(words.map(spelling).join("|"));
  // one scan for most texts; escapes are decoded only where there are some and no word stands there plainly
  const either = new RegExp(`${spelled.source}|${hidden.source}`);
  return (text) => either.test(text) && (spelled.test(text) || spelled.test(text.replace(escape, decoded)));
}

/** A word in all its spellings; a sign (the builtin `.`) counts where it stands by itself. */
function spelling(word: string): string {
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
