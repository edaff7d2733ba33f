import type { Span } from "../../model.js";
import { shapeNames, type Language } from "../language/prose-language.js";
import { findEvidence } from "./evidence.js";
import { COMMAND } from "./mask-characters.js";

/** The sentences before and after a sentence, as masks, or empty strings. They are read only if the sentence reports what others say. */
export interface Neighbours {
  readonly before: () => string;
  readonly after: () => string;
}

/** Number of characters before a contradiction that are searched for words that weaken it. */
const LOOK_BACK = 100;
/** Maximum number of characters of a sentence that are read for a report or its contradiction. */
const MAX_LENGTH = 1500;

/** Shapes that contradict a report or vouch for a command, anywhere. */
const ANYWHERE = shapeNames(
  "calls-untrue",
  "says-not-so",
  "waves-aside",
  "tells-false",
  "stands-by",
  "vouches",
);
/** The same in the rest of the sentence, where "run it" counts, too. */
const IN_REST = [...ANYWHERE, ...shapeNames("tells-to-run")];
/** The same in the next sentence, where "Not true." counts, too. */
const CONTRADICTING = [...IN_REST, ...shapeNames("says-so")];
/** The same if there is no other command: "X is safe. Some call it dangerous." */
const BY_NAME = [...ANYWHERE, ...shapeNames("vouches-by-name")];
/** Shapes whose pronoun refers to the command, unless something else precedes it. */
const POINTING: ReadonlySet<string> = new Set(shapeNames("vouches", "tells-to-run"));
/** Shapes that attribute a statement to others. */
const ATTRIBUTING = shapeNames("hearsay", "hearsay-met", "hearsay-passive", "hearsay-noun");

/**
 * Whether the words of a sentence against a command have no effect: others say them, and the author contradicts them or vouches
 * for the command in the same sentence or one beside it; or the words are that contradiction ("They are wrong").
 */
export function isOverruled(
  language: Language,
  text: string,
  evidence: Span,
  neighbours: Neighbours,
): boolean {
  const head = text.slice(Math.max(0, evidence[0] - MAX_LENGTH), evidence[0]);
  if (language.test("denies-ahead", head)) return true;
  return (
    (isReported(language, text, evidence) &&
      isContradicted(
        language,
        head,
        text.slice(...evidence),
        text.slice(evidence[1]),
        neighbours,
      )) ||
    isContradiction(language, text, evidence, neighbours)
  );
}

/** Whether the words are attributed to somebody else. */
function isReported(language: Language, text: string, [start, end]: Span): boolean {
  const from = Math.max(0, start - MAX_LENGTH);
  const upTo = text.slice(from, end);
  const isBefore = (shape: string): boolean =>
    language
      .all(shape, upTo)
      .some(
        (match) =>
          match.index < start - from &&
          !language.test("side-ends", upTo.slice(match.index + match[0].length, start - from)),
      );
  return (
    ATTRIBUTING.some(isBefore) ||
    isQuoted(language, text, start, end) ||
    language.test("hearsay-behind", text.slice(end, end + MAX_LENGTH))
  );
}

/** Whether the words are between quotation marks, with other words outside: "The warning “never run X” …". */
function isQuoted(language: Language, text: string, start: number, end: number): boolean {
  const opening = language.exec("quote-opened", text.slice(0, start));
  if (opening === null) return false;
  const closing = language.exec("quote-closed", text.slice(end));
  return (
    closing !== null &&
    language.test("letter", text.slice(0, opening.index) + text.slice(end + closing[0].length))
  );
}

/**
 * Whether the author of a report contradicts it or vouches for its command: before it, in the rest of its sentence, or in a
 * sentence beside it.
 */
export function isContradicted(
  language: Language,
  head: string,
  evidence: string,
  behindIt: string,
  { before, after }: Neighbours,
): boolean {
  const rest = behindIt.slice(0, MAX_LENGTH);
  const next = after().slice(0, MAX_LENGTH);
  // a sentence that agrees with the report contradicts nothing
  const lastContradiction = Math.max(
    lastOf(language, rest, IN_REST),
    rest.length + 1 + lastOf(language, next, CONTRADICTING, -rest.length - 2),
  );
  const agreed = Math.max(
    ...language.all("agrees", `${rest} ${next}`).map(({ index }) => index),
    -1,
  );
  if (lastContradiction >= 0) return agreed < lastContradiction;
  if (agreed >= 0) return false;
  const named = (prose: string): readonly string[] =>
    prose.includes(COMMAND) ? ANYWHERE : BY_NAME;
  return (
    lastOf(language, head, named(evidence + rest)) >= 0 ||
    lastOf(language, before().slice(-MAX_LENGTH), named(head + evidence + rest)) >= 0
  );
}

/** Returns the offset of the last contradiction in prose, or `none`. */
function lastOf(language: Language, text: string, shapes: readonly string[], none = -1): number {
  let last = none;
  for (const { index } of contradictions(language, text, shapes)) last = Math.max(last, index);
  return last;
}

/** Yields the contradictions in prose that its author asserts. */
function* contradictions(
  language: Language,
  text: string,
  shapes: readonly string[],
): Generator<{ readonly index: number; readonly end: number }> {
  if (text === "" || language.test("question-end", text.slice(-8))) return;
  for (const shape of shapes) {
    for (const match of everyMatch(language, shape, text)) {
      const end = match.index + match[0].length;
      const prefix = text.slice(Math.max(0, match.index - LOOK_BACK), match.index);
      if (language.test("not-asserted", prefix)) continue;
      if (shape === "vouches" && language.test("hearsay-behind", text.slice(end))) continue;
      if (POINTING.has(shape) && language.test("other-thing-first", prefix)) continue;
      yield { index: match.index, end };
    }
  }
}

function everyMatch(language: Language, shape: string, text: string): RegExpExecArray[] {
  if (language.expression(shape).global) return language.all(shape, text);
  const match = language.exec(shape, text);
  return match === null ? [] : [match];
}

/** Whether the words contradict a report and say nothing against a command: "They are wrong" after "people say never to run X". */
function isContradiction(
  language: Language,
  text: string,
  [start, end]: Span,
  { before }: Neighbours,
): boolean {
  const own = text.slice(0, end + MAX_LENGTH);
  for (const { index, end: stop } of contradictions(language, own, ANYWHERE)) {
    if (stop <= start || end <= index) continue;
    return (
      hasReport(language, text.slice(0, index)) ||
      hasReport(language, text.slice(stop)) ||
      hasReport(language, before())
    );
  }
  return false;
}

/** Whether prose reports what others say against something. */
function hasReport(language: Language, text: string): boolean {
  return findEvidence(language, text).some(({ span }) => isReported(language, text, span));
}
