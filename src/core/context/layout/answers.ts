import type { Language } from "../language/prose-language.js";
import type { Span } from "../../model.js";
import type { Block } from "../../segment/block.js";
import type { CommentPatterns } from "./comment-patterns.js";
import { maskProse } from "../sentence/mask.js";
import { COMMAND } from "../sentence/mask-characters.js";
import { Sentence } from "../sentence/sentence.js";

/** Maximum number of characters of a question or of the beginning of an answer that are read. */
const MAX_LENGTH = 300;
/** Maximum distance of a question mark from the end of the block that it ends; only tags and marks may follow the question mark. */
const MAX_DISTANCE_FROM_END = 40;
const MAX_LABEL_LENGTH = 40;

/** A block of prose, or a comment of code. */
export type Prose = Pick<Block, "start" | "end" | "inlineCode"> & {
  readonly kind: Block["kind"] | CommentPatterns;
};

/** Whether prose may end with a question, which tags and marks may follow. */
export function mayBeQuestion(text: string, { start, end }: Prose): boolean {
  return text.slice(Math.max(start, end - MAX_DISTANCE_FROM_END), end).includes("?");
}

/** Whether prose ends with a question. */
export function isQuestion(language: Language, text: string, { start, end }: Prose): boolean {
  return language.test("asks", text.slice(Math.max(start, end - MAX_DISTANCE_FROM_END), end));
}

/** Whether prose is a label such as "## Answer" or "My reply:", after which an answer follows. */
export function isAnswerLabel(language: Language, text: string, prose: Prose | null): boolean {
  if (prose === null || prose.end - prose.start > MAX_LABEL_LENGTH) return false;
  return language.test("answer-label", text.slice(prose.start, prose.end).toLowerCase());
}

/**
 * Returns the words of `reply` that deny the question at the end of a paragraph, or null. `isInQuestion` is true if the question
 * contains the command that is judged.
 */
export function answeredAfter(
  language: Language,
  text: string,
  question: Prose,
  reply: Prose | null,
  isInQuestion: boolean,
): Span | null {
  if (reply === null || !mayBeQuestion(text, question)) return null;
  const masked = maskOf(language, text, question, true);
  return language.test("asks", masked)
    ? denies(language, text, lastQuestion(language, masked), reply, isInQuestion)
    : null;
}

/**
 * Returns the words that deny the question at the beginning of prose, or null. The answer follows in the same prose or, if the prose
 * ends with the question, in the next paragraph.
 */
export function answeredWithin(
  language: Language,
  text: string,
  prose: Prose,
  next: Prose | null,
): Span | null {
  const mask = text.slice(prose.start, prose.start + MAX_LENGTH).includes("?")
    ? maskOf(language, text, prose)
    : "";
  const end = mask.indexOf("?") + 1;
  if (end === 0) return null;
  const reply = mask.slice(end).trim() !== "" ? { ...prose, start: prose.start + end } : next;
  return reply === null
    ? null
    : denies(language, text, lastQuestion(language, mask.slice(0, end)), reply, false);
}

/** Returns the words of "Is this safe? No." at the end of prose without a command, before a block; null if the prose ends otherwise. */
export function answeredBefore(language: Language, text: string, prose: Prose): Span | null {
  const start = Math.max(prose.start, prose.end - MAX_LENGTH);
  if (!text.slice(start, prose.end).includes("?")) return null;
  const mask = maskOf(language, text, prose, true);
  const end = mask.lastIndexOf("?") + 1;
  const denied =
    end === 0 || mask.includes(COMMAND)
      ? null
      : denies(
          language,
          text,
          lastQuestion(language, mask.slice(0, end)),
          { ...prose, start: start + end },
          false,
        );
  return denied === null || language.test("letter", mask.slice(denied[1] - start)) ? null : denied;
}

/** Returns the words of a reply that deny a question. The question may call the command "this" or "it", or omit it: "Should I?". */
function denies(
  language: Language,
  text: string,
  question: string,
  reply: Prose,
  isInQuestion: boolean,
): Span | null {
  const masked = question.includes(COMMAND)
    ? question
    : question
        .replace(language.expression("asks-shortly"), `$& run ${COMMAND}`)
        .replace(language.expression("asks-word"), `is ${COMMAND} $<word>`)
        .replace(language.expression("asked-of"), (words) => COMMAND.repeat(words.length));
  const at = masked.indexOf(COMMAND);
  if (at < 0 || (question.includes(COMMAND) && !isInQuestion)) return null;
  // "A. No": an answer's letter
  const exchange = `${masked}\n${maskOf(language, text, reply).replace(language.expression("answer-letter"), "$1:")}`;
  const answer = language.exec("answer", exchange.slice(masked.length - 1));
  if (answer?.index !== 0) return null;
  const exchanged = exchange.slice(0, masked.length - 1 + answer[0].length);
  const against = new Sentence(language, exchanged, 0, exchanged.length, exchanged).against([
    at,
    masked.lastIndexOf(COMMAND) + 1,
  ]);
  return against === null ? null : [reply.start, reply.start + answer[0].length - 2];
}

function lastQuestion(language: Language, mask: string): string {
  const question = mask.slice(0, mask.lastIndexOf("?") + 1);
  return question.slice(question.slice(0, -1).search(language.expression("last-sentence")));
}

function maskOf(
  language: Language,
  text: string,
  { start, end, kind, inlineCode }: Prose,
  fromEnd = false,
): string {
  const span: Span = fromEnd
    ? [Math.max(start, end - MAX_LENGTH), end]
    : [start, Math.min(end, start + MAX_LENGTH)];
  return maskProse(
    language,
    text,
    span,
    inlineCode.filter((code) => code[0] >= span[0] && code[1] <= span[1]),
    kind === "heading" || typeof kind === "object" ? kind : "text",
  );
}
