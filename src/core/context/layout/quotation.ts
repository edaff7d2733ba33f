import type { Span } from "../../model.js";
import type { Language } from "../language/prose-language.js";

/** Quotation marks, each with those that close it. */
const CLOSERS = new Map(
  `"" '' “” ”” „“” ‟” «» »« ‘’ ‚‘’ ‹› 「」 『』 《》 〈〉 〝〞〟 ❝❞ ❛❜ ＂＂ ＇＇ ´´ ″″ ′′`
    .split(" ")
    .map((marks) => [marks.charAt(0), marks.slice(1)]),
);
/** The prefix of a string literal in a program: `f"…"`, `rb'…'`. */
const STRING_PREFIX = /(?:^|[\s([{:=,])(?:[rbfu]|[rbf]{2})$/i;
/** Scripts that put no spaces around names, and their punctuation: a quotation mark may be directly beside them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u3001-\u303f\uff00-\uff65]/u;
/** Maximum number of characters from the opening mark to the match, and from the match to the closing mark. */
const MAX_DISTANCE_BEFORE = 300;
const MAX_DISTANCE_AFTER = 600;

/**
 * Returns the span of a quotation in plain prose that only displays a command, including its marks; null if there is none, or if in
 * one of the languages a verb such as "run" governs the quotation.
 */
export function displayedInQuotes(
  languages: readonly Language[],
  text: string,
  match: Span,
  prose: Span,
): Span | null {
  const opening = openingMark(text, match[0], prose[0]);
  if (opening === null) return null;
  const closing = closingMark(text, match[1], prose[1], text.charAt(opening));
  if (closing === null) return null;
  const before = text
    .slice(Math.max(prose[0], opening - MAX_DISTANCE_BEFORE), opening)
    .toLowerCase()
    .replaceAll("’", "'");
  const inside = text.slice(opening + 1, match[0]).toLowerCase();
  const after = text.slice(closing + 1, closing + 80).toLowerCase();
  const isInstructed = languages.some(
    (language) =>
      isGoverned(language, plain(language, before)) ||
      isGoverned(language, inside) ||
      language.test("governed-after", after),
  );
  return isInstructed ? null : [opening, closing + 1];
}

/** Returns words without markup. */
function plain(language: Language, words: string): string {
  return words
    .replace(language.expression("tag"), " ")
    .replace(language.expression("ornaments"), "")
    .trimStart();
}

function isGoverned(language: Language, text: string): boolean {
  // "try 'X' or 'Y'": the verb governs the whole list.
  const before = text.replace(language.expression("quoted-before"), "");
  const sentence = before.split(language.expression("sentence-gap")).pop() ?? "";
  return (
    language.test("governs", sentence) ||
    language.test("governs-through-noun", sentence) ||
    language.test("governs-through-colon", sentence)
  );
}

/** Returns the offset of the nearest mark before `place` whose quotation is still open at `place`; null if there is none. */
function openingMark(text: string, place: number, limit: number): number | null {
  const closed = new Set<string>();
  for (let at = place - 1; at >= Math.max(limit, place - MAX_DISTANCE_BEFORE); at--) {
    const mark = text.charAt(at);
    if (mark === "\n" && /\n\s*$/.test(text.slice(Math.max(limit, at - 3), at))) return null;
    const closers = CLOSERS.get(mark);
    if (closers === undefined && !/[”’»“]/.test(mark)) continue;
    if (opens(text, at, limit) && closers !== undefined && !closed.has(mark)) return at;
    for (const [opener, marks] of CLOSERS)
      if (marks.includes(mark) && closes(text, at)) closed.add(opener);
  }
  return null;
}

/** Whether a mark opens a quotation: an apostrophe or a closing mark follows a letter, an opening mark precedes a word. */
function opens(text: string, at: number, limit: number): boolean {
  const before = at <= limit ? "" : text.charAt(at - 1);
  return (
    (/^[\s([{*_:=—–,>-]?$/.test(before) ||
      UNSPACED.test(before) ||
      STRING_PREFIX.test(text.slice(Math.max(limit, at - 3), at))) &&
    (text.charAt(at + 1).trim() !== "" || isSpaced(text, at, at + 2))
  );
}

/** Whether a mark is a French guillemet, which a space separates from the text that it encloses. */
function isSpaced(text: string, at: number, inside: number): boolean {
  return /[«»‹›]/.test(text.charAt(at)) && text.charAt(inside).trim() !== "";
}

function closes(text: string, at: number): boolean {
  const after = text.charAt(at + 1);
  return (
    (text.charAt(at - 1).trim() !== "" || isSpaced(text, at, at - 2)) &&
    (!/[\p{L}\p{N}]/u.test(after) || UNSPACED.test(after))
  );
}

function closingMark(text: string, place: number, limit: number, opener: string): number | null {
  const closers = CLOSERS.get(opener) ?? "";
  for (let at = place; at < Math.min(limit, place + MAX_DISTANCE_AFTER); at++) {
    if (closers.includes(text.charAt(at)) && text.charAt(at - 1) !== "\\" && closes(text, at))
      return at;
  }
  return null;
}

const STRIKE = /(?<!~)~~(?!~)|<(\/?)(?:del|s|strike)>/gi;

/** Returns the span of the opening mark if a span of prose is struck out (`~~…~~`, `<del>…</del>`), else null. */
export function struckOut(text: string, [start, end]: Span, prose: Span): Span | null {
  const from = Math.max(prose[0], start - MAX_DISTANCE_BEFORE);
  const before = [...text.slice(from, start).matchAll(STRIKE)];
  const open = before[before.length - 1];
  if (open === undefined || open[1] === "/") return null;
  const isTilde = open[0] === "~~";
  const tildes = before.filter(([mark]) => mark === "~~").length;
  const closes = isTilde
    ? text.slice(end, Math.min(prose[1], end + MAX_DISTANCE_AFTER)).includes("~~")
    : true;
  return closes && (!isTilde || tildes % 2 === 1)
    ? [from + open.index, from + open.index + open[0].length]
    : null;
}
