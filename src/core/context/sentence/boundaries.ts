import type { Language } from "../language/warning-language.js";
import type { Span } from "../../model.js";
import { COMMAND } from "./mask-characters.js";

/** Maximum length of a sentence; a longer one is split, which limits the time of reading it. */
const LONGEST = 4000;
/** The longest text in which a short answer is looked for. */
const LONGEST_ANSWER = 80;
/** How many characters before the place of such a split are searched for a space. */
const NEAR = 200;

/** Returns the non-empty sentences of a mask, in order. A label or a mark at the beginning of a line begins one. */
export function splitSentences(language: Language, mask: string): Span[] {
  const ends = sentenceEnds(language, mask);
  for (const { index } of language.each("line-start", mask)) ends.push(index);
  for (const { index } of language.each("item-line", mask)) ends.push(index);
  ends.sort((a, b) => a - b);
  ends.push(mask.length);
  const sentences: Span[] = [];
  let start = 0;
  for (const end of ends) {
    for (; end - start > LONGEST; start = splitBefore(mask, start + LONGEST))
      sentences.push([start, splitBefore(mask, start + LONGEST)]);
    if (end > start && mask.slice(start, end).trim() !== "") sentences.push([start, end]);
    if (end > start) start = end;
  }
  return sentences;
}

/** Returns the position of the last space before a position, or the position itself if no space is near. */
function splitBefore(mask: string, position: number): number {
  const space = mask.slice(position - NEAR, position).lastIndexOf(" ");
  return space > 0 ? position - NEAR + space : position;
}

function sentenceEnds(language: Language, mask: string): number[] {
  const ends: number[] = [];
  let start = 0;
  let answered = 0;
  for (const match of language.each("terminator", mask)) {
    if (match.index < answered || isEllipsis(match[0])) continue;
    // "1. Run …": the dot of a step's number; of a letter where a line begins
    if (language.test("step-number", mask.slice(start, match.index).slice(-50))) continue;
    const end = match.index + match[0].length;
    if (match[0].startsWith("?") && mask.slice(start, end).includes(COMMAND))
      answered = match.index + shortAnswer(language, mask.slice(match.index, end + LONGEST_ANSWER));
    if (answered > end) continue;
    ends.push(end);
    start = end;
  }
  return ends;
}

/** Returns the length of a short answer after a question mark; a question and its short answer are one sentence: "Is X safe? No." */
function shortAnswer(language: Language, text: string): number {
  const answer = language.exec("answer", text);
  return answer === null || (answer.index > 0 && text.charAt(answer.index - 1) !== "?")
    ? 0
    : answer.index + answer[0].length;
}

function isEllipsis(terminator: string): boolean {
  return terminator.length > 1 && terminator === ".".repeat(terminator.length);
}
