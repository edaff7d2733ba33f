/**
 * All matches of a global pattern in a text, in order. `String.matchAll` works on a copy of the pattern, and
 * copying a long one takes more time than looking for it in a sentence.
 */
export function allMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === "") pattern.lastIndex++;
  }
  return found;
}
