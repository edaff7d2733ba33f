import type { Span } from "../../model.js";
import { shape, type Shape } from "../language/current-language.js";
import { findEvidence } from "./evidence.js";
import { COMMAND } from "./signs.js";

/** The sentences before and after a sentence, as masks; may be empty. They are read only if the sentence reports what somebody says. */
export interface Neighbours {
  readonly before: () => string;
  readonly after: () => string;
}

/** How far before a contradiction words that weaken it are looked for. */
const REACH = 100;
/** The most characters of a sentence that are read for a report or its contradiction. */
const LONGEST = 1500;

/** Shapes that contradict a report or vouch for a command, anywhere. */
const ANYWHERE = [
  shape("calls-untrue"),
  shape("says-not-so"),
  shape("waves-aside"),
  shape("tells-false"),
  shape("stands-by"),
  shape("vouches"),
];
/** The same in the rest of a sentence and in the sentence after it, where "run it" and "Not true." count, too. */
const IN_REST = [...ANYWHERE, shape("tells-to-run")];
const CONTRADICTING = [...IN_REST, shape("says-so")];
/** The same if there is no other command: "X is safe. Some call it dangerous." */
const BY_NAME = [...ANYWHERE, shape("vouches-by-name")];
/** Shapes whose pronoun refers to the command, unless something else precedes it. */
const POINTING: ReadonlySet<Shape> = new Set([shape("vouches"), shape("tells-to-run")]);
/** Shapes that attribute a statement to others. */
const ATTRIBUTING = [
  shape("hearsay"),
  shape("hearsay-met"),
  shape("hearsay-passive"),
  shape("hearsay-noun"),
];

/**
 * Whether the words of a sentence against a command have no effect: others say them, and the author contradicts them or vouches
 * for the command in the same sentence or one beside it; or the words are that contradiction ("They are wrong").
 */
export function isOverruled(text: string, evidence: Span, neighbours: Neighbours): boolean {
  const head = text.slice(Math.max(0, evidence[0] - LONGEST), evidence[0]);
  if (shape("denies-ahead").test(head)) return true;
  return (
    (isReported(text, evidence) &&
      isContradicted(head, text.slice(...evidence), text.slice(evidence[1]), neighbours)) ||
    isContradiction(text, evidence, neighbours)
  );
}

/** Whether the words are attributed to somebody else. */
function isReported(text: string, [start, end]: Span): boolean {
  const from = Math.max(0, start - LONGEST);
  const upTo = text.slice(from, end);
  const isBefore = (said: Shape): boolean =>
    said
      .all(upTo)
      .some(
        (match) =>
          match.index < start - from &&
          !shape("side-ends").test(upTo.slice(match.index + match[0].length, start - from)),
      );
  return (
    ATTRIBUTING.some(isBefore) ||
    isQuoted(text, start, end) ||
    shape("hearsay-behind").test(text.slice(end, end + LONGEST))
  );
}

/** Whether the words are between quotation marks, with other words outside: "The warning “never run X” …". */
function isQuoted(text: string, start: number, end: number): boolean {
  const opening = shape("quote-opened").exec(text.slice(0, start));
  if (opening === null) return false;
  const closing = shape("quote-closed").exec(text.slice(end));
  return (
    closing !== null &&
    shape("letter").test(text.slice(0, opening.index) + text.slice(end + closing[0].length))
  );
}

/**
 * Whether the author of a report contradicts it or vouches for its command: before it, in the rest of its sentence, or in a
 * sentence beside it.
 */
export function isContradicted(
  head: string,
  evidence: string,
  behindIt: string,
  { before, after }: Neighbours,
): boolean {
  const rest = behindIt.slice(0, LONGEST);
  const next = after().slice(0, LONGEST);
  // a sentence that agrees with the report contradicts nothing
  const lastReport = Math.max(
    lastOf(rest, IN_REST),
    rest.length + 1 + lastOf(next, CONTRADICTING, -rest.length - 2),
  );
  const agreed = Math.max(
    ...shape("agrees")
      .all(`${rest} ${next}`)
      .map(({ index }) => index),
    -1,
  );
  if (lastReport >= 0) return agreed < lastReport;
  if (agreed >= 0) return false;
  const named = (prose: string): readonly Shape[] => (prose.includes(COMMAND) ? ANYWHERE : BY_NAME);
  return (
    lastOf(head, named(evidence + rest)) >= 0 ||
    lastOf(before().slice(-LONGEST), named(head + evidence + rest)) >= 0
  );
}

/** Returns where the last contradiction begins in some prose, or `none`. */
function lastOf(text: string, shapes: readonly Shape[], none = -1): number {
  let last = none;
  for (const { index } of contradictions(text, shapes)) last = Math.max(last, index);
  return last;
}

/** Yields the contradictions in some prose that its author asserts. */
function* contradictions(
  text: string,
  shapes: readonly Shape[],
): Generator<{ readonly index: number; readonly end: number }> {
  if (text === "" || shape("question-end").test(text.slice(-8))) return;
  for (const said of shapes) {
    for (const match of everyMatch(said, text)) {
      const end = match.index + match[0].length;
      const prefix = text.slice(Math.max(0, match.index - REACH), match.index);
      if (shape("not-asserted").test(prefix)) continue;
      if (said === shape("vouches") && shape("hearsay-behind").test(text.slice(end))) continue;
      if (POINTING.has(said) && shape("other-thing-first").test(prefix)) continue;
      yield { index: match.index, end };
    }
  }
}

function everyMatch(wanted: Shape, text: string): RegExpExecArray[] {
  if (wanted.expression.global) return wanted.all(text);
  const match = wanted.exec(text);
  return match === null ? [] : [match];
}

/** Whether the words contradict a report and say nothing against a command: "They are wrong" after "people say never to run X". */
function isContradiction(text: string, [start, end]: Span, { before }: Neighbours): boolean {
  const own = text.slice(0, end + LONGEST);
  for (const { index, end: stop } of contradictions(own, ANYWHERE)) {
    if (stop <= start || end <= index) continue;
    return hasReport(text.slice(0, index)) || hasReport(text.slice(stop)) || hasReport(before());
  }
  return false;
}

/** Whether some prose reports what others say against something. */
function hasReport(text: string): boolean {
  return findEvidence(text).some(({ span }) => isReported(text, span));
}
