import type { Span } from "../model.js";
import type { Block } from "../segment/document.js";
import { ANSWER, ASKED_OF } from "./english/shapes.js";
import { GRAMMAR } from "./grammar.js";
import { COMMAND, maskProse } from "./mask.js";
import { Sentence } from "./sentence.js";

/** Questions and the beginnings of answers are read so far. */
const LONGEST = 300;

/** The prose around a block, and whether "this" behind it may mean the command in question. */
export interface Surroundings {
  readonly before: Block | null;
  readonly behind: Block | null;
  /** What stands behind that. */
  readonly next: Block | null;
  readonly meantBehind: boolean;
}

/**
 * What is said against a block by the question before or behind it and its short answer: "Should I run this?",
 * the block, "No.". Answers with the answer's place, or null.
 */
export function answeredAgainst(text: string, { before, behind, next, meantBehind }: Surroundings): Span | null {
  if (behind === null) return null;
  if (before !== null && asks(text, before)) {
    const denied = denies(lastQuestion(maskOf(text, before, true)), maskOf(text, behind));
    if (denied !== null) return inDocument(behind, denied);
  }
  const mask = meantBehind && text.slice(behind.start, behind.start + LONGEST).includes("?") ? maskOf(text, behind) : "";
  const end = mask.indexOf("?") + 1;
  if (end === 0) return null;
  if (/\S/.test(mask.slice(end))) {
    const denied = denies(mask.slice(0, end), mask.slice(end));
    return denied === null ? null : inDocument(behind, [denied[0] + end, denied[1] + end]);
  }
  const denied = next === null ? null : denies(mask.slice(0, end), maskOf(text, next));
  return denied === null || next === null ? null : inDocument(next, denied);
}

/** Where a reply denies a question that speaks of its block as "this" or "it". */
function denies(question: string, reply: string): Span | null {
  const asked = question.replace(ASKED_OF, (words) => COMMAND.repeat(words.length));
  const at = asked.indexOf(COMMAND);
  if (at < 0 || question.includes(COMMAND)) return null;
  // "A. No": an answer's letter
  const exchange = `${asked}\n${reply.slice(0, LONGEST).replace(/^(\s*a)[.)](?=\s)/, "$1:")}`;
  const answer = ANSWER.exec(exchange.slice(asked.length - 1));
  if (answer?.index !== 0) return null;
  const end = answer[0].length - 2;
  const said = exchange.slice(0, asked.length - 1 + answer[0].length);
  return new Sentence(said, 0, said.length, said).against([at, asked.lastIndexOf(COMMAND) + 1]) === null ? null : [0, end];
}

function asks(text: string, { start, end }: Block): boolean {
  return /\?\W*$/.test(text.slice(Math.max(start, end - 40), end));
}

function lastQuestion(mask: string): string {
  const question = mask.slice(0, mask.lastIndexOf("?") + 1);
  return question.slice(question.slice(0, -1).search(/[^.!?\u2029]*$/));
}

function maskOf(text: string, { start, end, kind, inlineCode }: Block, fromEnd = false): string {
  const span: Span = fromEnd ? [Math.max(start, end - LONGEST), end] : [start, Math.min(end, start + LONGEST)];
  return maskProse(text, span, inlineCode.filter((code) => code[0] >= span[0] && code[1] <= span[1]), kind === "heading" ? "heading" : "text", GRAMMAR.phrases);
}

function inDocument({ start }: Block, [from, to]: Span): Span {
  return [start + from, start + to];
}
