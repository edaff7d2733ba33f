/** The members of a global regular expression that this module uses. */
export type Pattern = Pick<RegExp, "lastIndex" | "exec">;

/** Matches a string literal on one line, in most languages. Its bounded length keeps unclosed quotes from being searched to the end. */
export const STRING = /"(?:\\.|[^"\\\n]){0,4000}"|'(?:\\.|[^'\\\n]){0,4000}'/g;

/** Maximum length of a text that is inserted into a pattern: V8 rejects patterns that are too large. */
export const MAX_LENGTH_IN_PATTERN = 1000;

/** Returns the source of a regular expression that matches a text literally. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Returns a regular expression that matches any of the names; without names, it matches nothing. */
export function anyOf(names: Iterable<string>, flags?: string): RegExp {
  return new RegExp(Array.from(new Set(names), escaped).join("|") || "(?!)", flags);
}

/** Whether a sticky expression matches at an offset of a text; its `lastIndex` is then the end of the match. */
export function matchesAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}

/** Whether a text contains a letter, a digit or an underscore; for one character, whether it is part of a name. */
export function containsLetter(text = ""): boolean {
  return /\w/.test(text);
}

/** Whether a text contains whitespace. */
export function containsBlank(text: string): boolean {
  return /\s/.test(text);
}

/** Whether a text contains any of the characters. */
export function containsAny(text: string, characters: string): boolean {
  return Array.from(characters).some((character) => text.includes(character));
}

/** Returns the words of a text, which are separated by whitespace. */
export function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Returns the last part of a path. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/**
 * Yields the matches of a global pattern one by one, for long texts whose matches should not all be kept. If a match is only the
 * beginning of something longer, `endOf` returns where the search continues.
 */
export function* eachMatch(
  text: string,
  pattern: Pattern,
  endOf?: (match: RegExpExecArray) => number,
): Generator<RegExpExecArray> {
  for (let at = 0; at <= text.length; ) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return;
    at = match[0] === "" ? pattern.lastIndex + 1 : (endOf?.(match) ?? pattern.lastIndex);
    yield match;
  }
}

/**
 * Returns the end of the string that a quotation mark opens: after the next such mark without a backslash before it, or at the
 * `limit` character. A regular expression would need memory for each character, and V8 rejects it for a long string.
 */
export function endOfString(text: string, open: number, limit?: string): number {
  const quote = text[open];
  for (let at = open + 1; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === quote) return at + 1;
    else if (character === limit) return at;
  }
  return text.length;
}

/**
 * Returns all matches of a global pattern in a text, in order. `String.matchAll` copies the pattern, and for a long one that
 * takes longer than a search of a sentence.
 */
export function allMatches(text: string, pattern: Pattern): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === "") pattern.lastIndex++;
  }
  return found;
}

/** Returns the hash of a word after one more lower-case letter; `hash` is the hash of the letters before, or 0 if there are none. */
export function nextHash(hash: number, letter: number): number {
  return (Math.imul(hash, 31) + letter) | 0;
}
