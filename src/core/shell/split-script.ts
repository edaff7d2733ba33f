import type { Span } from "../model.js";
import { once } from "../once.js";
import { eachMatch } from "../scan.js";
import { statementLines, type Line } from "../lex/statement-lines.js";
import { isCaseArm } from "./case-arms.js";

/** Texts longer than this number of UTF-16 code units are parsed in pieces: the grammar takes quadratic time for some of them. */
const PIECE_LENGTH = 16_384;
/** Texts longer than this are split into smaller pieces, so that little of their trees is in memory at once. */
const LONG_SCRIPT = 131_072;
const FINE_PIECE_LENGTH = 2_048;
/** Maximum number of pipe operators of a pipeline in a piece: time and memory grow quadratically with the number of its stages. */
const MAX_STAGES = 200;

/** Maximum length of a plain statement that is parsed as one piece, such as a command with a long payload. */
const MAX_PLAIN_LENGTH = 262_144;
/** Maximum number of characters in a plain statement that are not part of a name, a URL or encoded text. */
const MAX_SPECIAL_CHARACTERS = 1000;
const SPECIAL = /[^\w\s+/=.:,@%-]/g;

/**
 * Returns the spans of the pieces into which a text is split: where statements end, and within very long pipelines.
 * @param cut called with each statement that is too long for one piece and has no line ends at which it can be split, and with
 *   each range that contains a pipeline of too many stages
 */
export function pieces(text: string, cut: (statement: Span) => void = () => undefined): Span[] {
  if (text.length <= MAX_STAGES) return [[0, text.length]];
  const spans =
    text.length > PIECE_LENGTH ? [...statements(text, cut)] : [[0, text.length] as const];
  return spans.flatMap((span) => {
    const parts = [...withoutLongPipelines(text, span)];
    if (parts.length > 1) cut(span);
    return parts;
  });
}

/**
 * Yields spans of as many consecutive statements as fit into a piece. A statement that is too long is split into its lines, since
 * a line such as `else` parses without its `if`; consecutive arms of a `case` stay in one span.
 */
function* statements(text: string, cut: (statement: Span) => void): Generator<Span> {
  const maxLength = text.length > LONG_SCRIPT ? FINE_PIECE_LENGTH : PIECE_LENGTH;
  const lines = statementLines(text, cut);
  const isPlain = plainLines(text, lines);
  let [start, within, isOfArms] = [0, -1, false];
  for (let at = 0; at < lines.length; at++) {
    const { start: from = 0, end = 0, last = null } = lines[at] ?? {};
    const whole = lines[last ?? at]?.end ?? end;
    const isWhole = whole - from <= PIECE_LENGTH || isPlain(at, last ?? at);
    if (!isWhole) within = Math.max(within, last ?? at);
    const isPart = at <= within;
    const to = isWhole ? whole : end;
    const isArm = isPart && to - from <= PIECE_LENGTH && isCaseArm(text.slice(from, to));
    const isJoined = isPart || isOfArms ? isArm && isOfArms : true;
    if (from > start && (!isJoined || whole - start > maxLength)) yield [start, (start = from)];
    isOfArms = isArm;
    const isAlone = isPart && !isArm;
    if (isAlone && to - start > PIECE_LENGTH) cut([start, to]);
    while (isAlone && start < to)
      yield [start, (start = to - start > PIECE_LENGTH ? splitPoint(text, start) : to)];
    if (isWhole) at = last ?? at;
  }
  if (start < text.length) yield [start, text.length];
}

/**
 * Returns a function that tests whether a statement, given by its first and last lines, is long only because of names and encoded
 * texts, which the grammar reads quickly. The special characters of the text are counted once.
 */
function plainLines(
  text: string,
  lines: readonly Line[],
): (first: number, last: number) => boolean {
  const countsBefore = once(() => {
    let count = 0;
    const counts = lines.map(({ start, end }) => {
      const before = count;
      for (const _ of eachMatch(text.slice(start, end), SPECIAL)) count++;
      return before;
    });
    return [...counts, count];
  });
  return (first, last) => {
    const [from, to] = [lines[first]?.start ?? 0, lines[last]?.end ?? text.length];
    if (to - from > MAX_PLAIN_LENGTH) return false;
    const counts = countsBefore();
    return (counts[last + 1] ?? Infinity) - (counts[first] ?? 0) <= MAX_SPECIAL_CHARACTERS;
  };
}

/**
 * Yields the parts of a range, which is split at operators of pipelines that have too many stages. A pipeline continues after a line
 * end that follows an operator.
 */
function* withoutLongPipelines(text: string, [from, to]: Span): Generator<Span> {
  let [start, pipes] = [from, 0];
  for (const { index, 0: character } of eachMatch(
    text.slice(from, to),
    /\||(?<!\|[ \t\r]{0,80})\n/g,
  )) {
    pipes = character === "|" ? pipes + 1 : 0;
    if (pipes <= MAX_STAGES) continue;
    yield [start, from + index];
    [start, pipes] = [from + index + 1, 0];
  }
  yield [start, to];
}

/** Returns the offset at which a piece from `start` on ends: after a command if possible, else after a space. */
function splitPoint(text: string, start: number): number {
  const half = start + PIECE_LENGTH / 2;
  const range = text.slice(half, start + PIECE_LENGTH);
  const [command, blank] = [range.lastIndexOf("; "), range.lastIndexOf(" ")];
  return command >= 0 ? half + command + 2 : blank >= 0 ? half + blank + 1 : start + PIECE_LENGTH;
}
