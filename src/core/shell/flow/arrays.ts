import type { Part, Word } from "../syntax.js";

/** True for the value of `A=(…)`. */
export function isArray({ source, start }: Word): boolean {
  return source.text[start] === "(";
}

/** The words between an array's parentheses: blanks outside quotes part them. */
export function elementWords(array: Word): Word[] {
  const { source } = array;
  const words: Word[] = [];
  let parts: Part[] = [];
  const finish = (): void => {
    const [first] = parts;
    if (first !== undefined) words.push({ source, start: first.start, end: endOf(parts), parts });
    parts = [];
  };
  for (const part of array.parts) {
    if (part.kind !== "text" || part.quoting !== "none") {
      parts.push(part);
      continue;
    }
    const text = source.text.slice(part.start, part.end).replace(part.start === array.start ? /^\(/ : /$^/, " ").replace(part.end === array.end ? /\)$/ : /$^/, " ");
    for (const piece of text.matchAll(/\s+|(?:[^\s\\]|\\.)+/gs)) {
      const start = part.start + piece.index;
      if (/^\s/.test(piece[0])) finish();
      else parts.push({ ...part, start, end: start + piece[0].length });
    }
  }
  finish();
  return words;
}

function endOf(parts: readonly Part[]): number {
  const last = parts[parts.length - 1];
  if (last === undefined) return 0;
  return "close" in last ? last.close : last.end;
}
