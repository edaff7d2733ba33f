import type { Part, Word } from "./script.js";

/** Maximum number of words to which a word with braces expands; with more, the word is not expanded. */
const MAX_WORDS = 64;

/** The offsets of a brace group's opening brace, commas and closing brace. */
interface Group {
  readonly open: number;
  readonly commas: readonly number[];
  readonly close: number;
}

/**
 * Returns the words that a word with unquoted braces expands to, such as `-{s,S}`. Each has the span of the whole word.
 * @param tooMany called if there are more words than the limit
 */
export function expandBraces(word: Word, tooMany: () => void): readonly Word[] {
  if (!word.source.text.slice(word.start, word.end).includes("{")) return [word];
  const done: Word[] = [];
  const open = [word];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = firstGroup(next);
    if (group === null) done.push(next);
    else open.push(...alternatives(next, group).reverse());
    if (done.length + open.length <= MAX_WORDS) continue;
    tooMany();
    return [word];
  }
  return done.filter(({ parts }) => parts.length > 0);
}

function alternatives(word: Word, { open, commas, close }: Group): Word[] {
  const ends = [...commas, close];
  return ends.map((end, index) => ({
    ...word,
    parts: [
      ...within(word.parts, word.start, open),
      ...within(word.parts, (ends[index - 1] ?? open) + 1, end),
      ...within(word.parts, close + 1, word.end),
    ],
  }));
}

/** Returns the parts between two offsets; text parts are clipped to that range. */
function within(parts: readonly Part[], from: number, to: number): Part[] {
  return parts.flatMap((part) => {
    const start = Math.max(part.start, from);
    const end = Math.min(part.end, to);
    if (end < start || (end === start && part.start !== part.end)) return [];
    return [part.kind === "text" ? { ...part, start, end } : part];
  });
}

/** Returns the first group with alternatives; null if there is none. Braces without a comma are literal. */
function firstGroup({ source: { text }, parts }: Word): Group | null {
  const opened: { at: number; commas: number[] }[] = [];
  let first: Group | null = null;
  for (const part of parts) {
    if (part.kind !== "text" || part.quoting !== "none") continue;
    for (let at = part.start; at < part.end; at++) {
      const char = text[at];
      if (char === "\\") at++;
      // what holds blanks is no word of the shell, such as the code of another language
      else if (char === " " || char === "\t" || char === "\n") opened.length = 0;
      else if (char === "{") opened.push({ at, commas: [] });
      else if (char === ",") opened[opened.length - 1]?.commas.push(at);
      else if (char === "}") {
        const group = opened.pop();
        if (
          group !== undefined &&
          group.commas.length > 0 &&
          (first === null || group.at < first.open)
        )
          first = { open: group.at, commas: group.commas, close: at };
      }
    }
  }
  return first;
}
