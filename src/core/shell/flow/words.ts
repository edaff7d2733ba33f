import type { Command, Word } from "../syntax.js";

/** The words of a command in order. The grammar leaves out a lone dash before a descriptor (`wget -O - 2>/dev/null`). */
export function wordsOf({ words, redirects }: Command): readonly Word[] {
  const dashes = redirects.flatMap((redirect) => (redirect.descriptor === null ? [] : dashBefore(redirect.start, words)));
  return dashes.length === 0 ? words : [...words, ...dashes].sort((a, b) => a.start - b.start);
}

function dashBefore(end: number, words: readonly Word[]): Word[] {
  const source = words[0]?.source;
  if (source === undefined || !/[^<>&|\s][ \t]+-[ \t]+$/.test(source.text.slice(Math.max(0, end - 64), end))) return [];
  const start = source.text.lastIndexOf("-", end);
  if (words.some((word) => word.start <= start && word.end > start)) return [];
  return [{ source, start, end: start + 1, parts: [{ kind: "text", quoting: "none", start, end: start + 1 }] }];
}
