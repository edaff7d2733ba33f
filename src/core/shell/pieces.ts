import type { Span } from "../model.js";
import { once } from "../once.js";
import { eachMatch } from "../scan.js";
import { statementLines, type Line } from "../lex/statement-lines.js";
import { isCaseArm } from "./case-arms.js";

/** Longer texts are parsed in pieces: some shapes take the grammar quadratic time. */
const PIECE_LENGTH = 16_384;
/** Longer scripts than most are cut into smaller pieces, so that little of them is in memory at once. */
const LONG_SCRIPT = 131_072;
const FINE_PIECE_LENGTH = 2_048;
/** The most pipe operators in sequence in a piece: time and memory for a longer pipeline grow quadratically with its stages. */
const MAX_STAGES = 200;

/** A plain statement up to this length is one piece: a command with a long payload. */
const MAX_PLAIN_LENGTH = 262_144;
/** The most characters in a plain statement that are not part of a name, address or encoded text. */
const MAX_SPECIAL_CHARACTERS = 1000;
const SPECIAL = /[^\w\s+/=.:,@%-]/g;

/**
 * Returns a text in pieces of bounded length, cut where statements end, and in very long pipelines.
 * @param cut called with each statement that is too long for one piece and has no lines to cut between, and with each range that
 * contains a pipeline of too many stages
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
 * Yields as many consecutive statements as fit into a piece; of one that is too long, each part, since `else` parses without an
 * `if`, but consecutive arms of a `case` together.
 */
function* statements(text: string, cut: (statement: Span) => void): Generator<Span> {
  const most = text.length > LONG_SCRIPT ? FINE_PIECE_LENGTH : PIECE_LENGTH;
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
    if (from > start && (!isJoined || whole - start > most)) yield [start, (start = from)];
    isOfArms = isArm;
    const isAlone = isPart && !isArm;
    if (isAlone && to - start > PIECE_LENGTH) cut([start, to]);
    while (isAlone && start < to)
      yield [start, (start = to - start > PIECE_LENGTH ? anywhere(text, start) : to)];
    if (isWhole) at = last ?? at;
  }
  if (start < text.length) yield [start, text.length];
}

/**
 * Returns whether the lines of a statement are long because of their names and encoded texts, which cost the grammar little.
 * Counts the characters of the text once.
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
 * Yields a range, cut at the operator at which a pipeline has more stages than people write. A pipeline continues after a line
 * end that follows an operator.
 */
function* withoutLongPipelines(text: string, [from, to]: Span): Generator<Span> {
  let [start, bars] = [from, 0];
  for (const { index, 0: character } of eachMatch(
    text.slice(from, to),
    /\||(?<!\|[ \t\r]{0,80})\n/g,
  )) {
    bars = character === "|" ? bars + 1 : 0;
    if (bars <= MAX_STAGES) continue;
    yield [start, from + index];
    [start, bars] = [from + index + 1, 0];
  }
  yield [start, to];
}

/** Returns the last place within the length of a piece after a command, else after a blank. */
function anywhere(text: string, start: number): number {
  const half = start + PIECE_LENGTH / 2;
  const range = text.slice(half, start + PIECE_LENGTH);
  const [command, blank] = [range.lastIndexOf("; "), range.lastIndexOf(" ")];
  return command >= 0 ? half + command + 2 : blank >= 0 ? half + blank + 1 : start + PIECE_LENGTH;
}
