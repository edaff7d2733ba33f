import type { Span } from "../model.js";
import { eachMatch } from "../scan.js";
import { ANSWER } from "./english/shapes.js";
import { COMMAND } from "./mask.js";

const TERMINATOR = /(?<![.!?])[.!?]+["'”’»)]*(?=\s|\u2029|$)|[。！？]|\u2029/g;

/** What is longer is no sentence: it is cut, so that reading it costs no more than its share. */
const LONGEST = 4000;
/** A short answer is found within so many characters. */
const LONGEST_ANSWER = 80;
/** How far before that a blank is looked for. */
const NEAR = 200;

/**
 * The sentences of a mask, in order; blank ones are left out. `lineStart` finds where a label or a mark
 * opens a line of its own: "Bad: …", "❌ …".
 */
export function splitSentences(mask: string, lineStart: RegExp): Span[] {
  const ends = sentenceEnds(mask);
  for (const match of eachMatch(mask, lineStart)) ends.push(match.index);
  ends.sort((a, b) => a - b);
  ends.push(mask.length);
  const sentences: Span[] = [];
  let start = 0;
  for (const end of ends) {
    for (; end - start > LONGEST; start = cutBefore(mask, start + LONGEST)) sentences.push([start, cutBefore(mask, start + LONGEST)]);
    if (end > start && /[^\s\u2029]/.test(mask.slice(start, end))) sentences.push([start, end]);
    if (end > start) start = end;
  }
  return sentences;
}

/** The last blank at or before a position, or the position itself where there is none near. */
function cutBefore(mask: string, position: number): number {
  const blank = mask.slice(position - NEAR, position).lastIndexOf(" ");
  return blank > 0 ? position - NEAR + blank : position;
}

function sentenceEnds(mask: string): number[] {
  const ends: number[] = [];
  let start = 0;
  let answered = 0;
  for (const match of eachMatch(mask, TERMINATOR)) {
    if (match.index < answered || isEllipsis(match[0]) || isNumbering(mask.slice(start, match.index))) continue;
    const end = match.index + match[0].length;
    if (match[0].startsWith("?") && mask.slice(start, end).includes(COMMAND)) answered = match.index + shortAnswer(mask.slice(match.index, end + LONGEST_ANSWER));
    if (answered > end) continue;
    ends.push(end);
    start = end;
  }
  return ends;
}

/** "Is X safe? No.": a question and its short answer are one sentence; how far they go on from its question mark. */
function shortAnswer(text: string): number {
  const answer = ANSWER.exec(text);
  return answer === null || /[^?]/.test(text.slice(0, answer.index)) ? 0 : answer.index + answer[0].length;
}

function isEllipsis(terminator: string): boolean {
  return /^\.{2,}$/.test(terminator);
}

/** "1. Run …": the dot of a step's number. */
function isNumbering(before: string): boolean {
  return before.length < 12 && /^\s*\d+$/.test(before);
}
