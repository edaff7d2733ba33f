/** What of a global expression is used here. */
export type Pattern = Pick<RegExp, "lastIndex" | "exec">;

/** A string within a line of most languages, so long at most that marks which are never closed are not looked for to the end each. */
export const STRING = /"(?:\\.|[^"\\\n]){0,4000}"|'(?:\\.|[^'\\\n]){0,4000}'/g;

/** Characters of a text that may become part of a pattern: V8 refuses patterns that are too large. */
export const LONGEST_IN_PATTERN = 1000;

/** A text as a pattern that matches it. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** A pattern that tells whether one of some names stands anywhere in a text. */
export function anyOf(names: Iterable<string>, flags?: string): RegExp {
  return new RegExp(Array.from(new Set(names), escaped).join("|") || "(?!)", flags);
}

/** Whether a text holds a letter, a digit or an underscore; for one character, whether it is part of a name. */
export function holdsLetter(text = ""): boolean {
  return /\w/.test(text);
}

/** Whether a text holds a blank. */
export function holdsBlank(text: string): boolean {
  return /\s/.test(text);
}

/** Whether a text holds any of some characters. */
export function holdsAny(text: string, signs: string): boolean {
  return Array.from(signs).some((sign) => text.includes(sign));
}

/** The words of a text, which blanks part. */
export function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** What a path ends in, below all folders. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** The matches of a global pattern in a text, one by one: the way for long texts, of which no list is kept. */
export function* eachMatch(text: string, pattern: Pattern): Generator<RegExpExecArray> {
  for (let at = 0; at <= text.length; ) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return;
    at = match[0] === "" ? pattern.lastIndex + 1 : pattern.lastIndex;
    yield match;
  }
}

/**
 * All matches of a global pattern in a text, in order. `String.matchAll` works on a copy of the pattern, and
 * copying a long one takes more time than looking for it in a sentence.
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

/** The hash of a word's letters so far (0 at first), extended by one, which the caller has put into lower case. */
export function nextHash(hash: number, letter: number): number {
  return (Math.imul(hash, 31) + letter) | 0;
}
