import type { Language } from "../language/prose-language.js";
import type { Span } from "../../model.js";
import { COMMAND } from "./mask-characters.js";

/** Maximum length of a sentence; a longer one is split, which limits the time of reading it. */
const MAX_SENTENCE_LENGTH = 4000;
/** Number of characters after a question mark that are searched for a short answer. */
const MAX_ANSWER_LENGTH = 80;
/** Number of characters before the offset of such a split that are searched for a space. */
const LOOK_BACK = 200;

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
    for (
      ;
      end - start > MAX_SENTENCE_LENGTH;
      start = splitBefore(mask, start + MAX_SENTENCE_LENGTH)
    )
      sentences.push([start, splitBefore(mask, start + MAX_SENTENCE_LENGTH)]);
    if (end > start && mask.slice(start, end).trim() !== "") sentences.push([start, end]);
    if (end > start) start = end;
  }
  return sentences;
}

/** Returns the offset of the last space before `position`, or `position` if no space is near. */
function splitBefore(mask: string, position: number): number {
  const space = mask.slice(position - LOOK_BACK, position).lastIndexOf(" ");
  return space > 0 ? position - LOOK_BACK + space : position;
}

function sentenceEnds(language: Language, mask: string): number[] {
  const ends: number[] = [];
  let start = 0;
  let answered = 0;
  for (const match of language.each("terminator", mask)) {
    if (match.index < answered || isEllipsis(match[0])) continue;
    // "1. Run …": the dot after a step's number, or after a letter at the beginning of a line
    if (language.test("step-number", mask.slice(start, match.index).slice(-50))) continue;
    const end = match.index + match[0].length;
    if (match[0].startsWith("?") && mask.slice(start, end).includes(COMMAND))
      answered =
        match.index + shortAnswer(language, mask.slice(match.index, end + MAX_ANSWER_LENGTH));
    if (answered > end) continue;
    ends.push(end);
    start = end;
  }
  return ends;
}

/** Returns the length of a question mark and its short answer, which belong to the question's sentence, "Is X safe? No."; 0 if none. */
function shortAnswer(language: Language, text: string): number {
  const answer = language.exec("answer", text);
  return answer === null || (answer.index > 0 && text.charAt(answer.index - 1) !== "?")
    ? 0
    : answer.index + answer[0].length;
}

function isEllipsis(terminator: string): boolean {
  return terminator.length > 1 && terminator === ".".repeat(terminator.length);
}
