import type { Span } from "../model.js";
import { eachMatch } from "../scan.js";
import { statementLines } from "./statement-lines.js";

/** Longer texts are parsed in pieces: some shapes take the grammar time that grows with the square of the length. */
const pieceLength = 16_384;
/** What is longer than most scripts that people write is cut finer, so that little of it is in memory at once. */
const longScript = 131_072;
const finePieceLength = 2_048;
/** Bars on end that a piece may hold: what a longer pipeline costs the grammar grows with the square of its stages, in memory too. */
const maximumStages = 200;

/** A text in pieces of bounded length, cut where statements end, and in pipelines without end. */
export function pieces(text: string): Span[] {
  if (text.length <= maximumStages) return [[0, text.length]];
  const spans = text.length > pieceLength ? [...statements(text)] : [[0, text.length] as const];
  return spans.flatMap((span) => [...withoutLongPipelines(text, span)]);
}

/** As many statements on end as a piece may hold; of one that is too long each part: `else`, or an arm of a `case`, parses with nothing. */
function* statements(text: string): Generator<Span> {
  const most = text.length > longScript ? finePieceLength : pieceLength;
  const lines = statementLines(text);
  let [start, within] = [0, -1];
  for (let at = 0; at < lines.length; at++) {
    const { start: from = 0, end = 0, last = null } = lines[at] ?? {};
    const whole = lines[last ?? at]?.end ?? end;
    const isWhole = whole - from <= pieceLength;
    if (!isWhole) within = Math.max(within, last ?? at);
    const isAlone = at <= within;
    if (from > start && (isAlone || whole - start > most)) yield [start, (start = from)];
    const to = isWhole ? whole : end;
    while (isAlone && start < to)
      yield [start, (start = to - start > pieceLength ? anywhere(text, start) : to)];
    if (isWhole) at = last ?? at;
  }
  if (start < text.length) yield [start, text.length];
}

/** A stretch cut at the bar where a pipeline has more stages than people write. It goes on over a line end behind a bar. */
function* withoutLongPipelines(text: string, [from, to]: Span): Generator<Span> {
  let [start, bars] = [from, 0];
  for (const { index, 0: sign } of eachMatch(text.slice(from, to), /\||(?<!\|[ \t\r]{0,80})\n/g)) {
    bars = sign === "|" ? bars + 1 : 0;
    if (bars <= maximumStages) continue;
    yield [start, from + index];
    [start, bars] = [from + index + 1, 0];
  }
  yield [start, to];
}

/** The last place within the length of a piece after a command, else after a blank. */
function anywhere(text: string, start: number): number {
  const half = start + pieceLength / 2;
  const stretch = text.slice(half, start + pieceLength);
  const [command, blank] = [stretch.lastIndexOf("; "), stretch.lastIndexOf(" ")];
  return command >= 0 ? half + command + 2 : blank >= 0 ? half + blank + 1 : start + pieceLength;
}
