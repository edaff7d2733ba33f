import type { Span } from "../model.js";
import { eachMatch, type Pattern } from "../scan.js";
import { ANSWER } from "./shapes.js";
import { COMMAND, NAME } from "./signs.js";

const TERMINATOR = /(?<![.!?])[.!?]+["'”’»)]*(?=\s|\u2029|$)|[。！？]|\u2029/g;

/** The mark of an item in running text: "a)", "(2)", "iv.", or a picture of one. */
const NUMBER = String.raw`\(?(?:\d{1,2}|[a-z]|[ivx]{2,4})[.)][ \t]+`;
const BULLET = String.raw`[•‣◦▪●→➜–—+-][ \t]+`;
/** A line that is an item: numbered, or one that begins with a command. */
const ITEM_LINE = new RegExp(String.raw`\n(?=[ \t]{0,40}(?:${NUMBER}|${BULLET}["'“*_]{0,3}${COMMAND}))`, "g");
const SILENT = `[^a-z0-9${COMMAND}${NAME}]*`;
const ITEM = new RegExp(String.raw`^\s*(?:${NUMBER}|${BULLET})${SILENT}${COMMAND}+(?:[^a-z0-9${COMMAND}${NAME}(]*\([^()]{0,60}\))?${SILENT}$`);
const OPENS_ITEM = new RegExp(String.raw`^\s*(?:${NUMBER})?${SILENT}$`);
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
export function splitSentences(mask: string, lineStart: Pattern): Span[] {
  const ends = sentenceEnds(mask);
  for (const pattern of [lineStart, ITEM_LINE]) for (const match of eachMatch(mask, pattern)) ends.push(match.index);
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

/** Whether a sentence is an item of a list in running text: its mark, a command and nothing else. */
export function isListItem(sentence: string): boolean {
  return ITEM.test(sentence);
}

/** Whether nothing but marks stands before a command. */
export function isOpening(before: string): boolean {
  return OPENS_ITEM.test(before);
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
    if (match.index < answered || match[0] === "..".padEnd(match[0].length, ".") || isNumbering(mask.slice(start, match.index))) continue;
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

/** "1. Run …": the dot of a step's number; of a letter where a line begins. */
function isNumbering(before: string): boolean {
  return (before.length < 12 && /^\s*\d+$/.test(before)) || /\n[ \t]{0,40}(?:\d{1,2}|[a-z]|[ivx]{2,4})$/.test(before.slice(-50));
}
