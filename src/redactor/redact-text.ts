import type { Entity } from "./entity.js";

/**
 * Replaces the letters and digits of entities one for one, so that all offsets remain valid in every encoding. The structure of the
 * text is kept: the scheme of a URL, punctuation, quotes and characters that are special in a shell. A replaced word is still one
 * word, and not the name of a known command. The file name in a URL is kept if the text outside the entities also contains this name,
 * because the name can show that a download is run later, and the rest of the text reveals it anyway.
 */
export function redactText(text: string, entities: readonly Entity[]): string {
  const ranges = mergeRanges(entities, text);
  const known = wordsOutside(text, ranges);
  let redacted = "";
  let done = 0;
  for (const { start, end } of ranges) {
    redacted += text.slice(done, start) + redactRange(text.slice(start, end), known);
    done = end;
  }
  return redacted + text.slice(done);
}

interface Range {
  readonly start: number;
  end: number;
}

function redactRange(value: string, known: ReadonlySet<string>): string {
  const name = /[^/]\/([^/]*)$/.exec(value.slice(-MAX_NAME_LENGTH))?.[1] ?? "";
  const kept = known.has(name) ? name : "";
  return (
    value.slice(0, value.length - kept.length).replace(/[\p{L}\p{N}\p{M}]/gu, placeholderFor) + kept
  );
}

/** Maximum length of a file name that is kept, in UTF-16 code units. */
const MAX_NAME_LENGTH = 256;

/** Returns the words outside the ranges that contain a dot, as file names do. */
function wordsOutside(text: string, ranges: readonly Range[]): Set<string> {
  const words = new Set<string>();
  let done = 0;
  for (const { start, end } of [...ranges, { start: text.length, end: text.length }]) {
    for (const [word] of text.slice(done, start).matchAll(/[\w.-]+/g)) {
      if (word.length < MAX_NAME_LENGTH && /\w\.\w/.test(word)) words.add(word);
    }
    done = end;
  }
  return words;
}

/** Returns the ranges to replace, sorted and disjoint. The range of a URL begins after its scheme. */
function mergeRanges(entities: readonly Entity[], text: string): Range[] {
  const ranges = entities
    .map(({ start, end, type }) => ({
      start: type === "URL" ? afterScheme(text, start, end) : start,
      end,
    }))
    .sort((a, b) => a.start - b.start);
  const merged: Range[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push(range);
  }
  return merged;
}

function afterScheme(text: string, start: number, end: number): number {
  return start + (/^[a-z][a-z0-9+.-]{0,15}:\/\//i.exec(text.slice(start, end))?.[0].length ?? 0);
}

/** Returns a harmless character of the same kind and of the same length in UTF-16 and UTF-8. */
function placeholderFor(char: string): string {
  if (char >= "0" && char <= "9") return "0";
  if (char >= "a" && char <= "z") return "x";
  if (char >= "A" && char <= "Z") return "X";
  const point = char.codePointAt(0) ?? 0;
  if (point < 0x800) return "\u00f8";
  return point < 0x10000 ? "\u4e00" : "\u{20000}";
}
