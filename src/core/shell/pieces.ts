import type { Span } from "../model.js";
import { eachMatch } from "../scan.js";

/** Longer texts are parsed in pieces: some shapes take the grammar time that grows with the square of the length. */
const pieceLength = 16_384;
/** What is longer than most scripts that people write is cut finer, so that little of it is in memory at once. */
const longScript = 131_072;
const finePieceLength = 2_048;
const excerptLength = 400;
/** Bars on end that a piece may hold: what a longer pipeline costs the grammar grows with the square of its stages, in memory too. */
const maximumStages = 200;

/** A text in pieces of bounded length, cut at blank lines where there are some, else at line ends, and in pipelines without end. */
export function pieces(text: string): Span[] {
  if (text.length <= maximumStages) return [[0, text.length]];
  const isLong = text.length > longScript;
  const spans: Span[] = [];
  for (const [from, to] of withoutLongPipelines(text)) {
    for (let start = from; start < to; ) {
      const end = isLong ? fineCut(text, start, to) : cut(text, start, to);
      spans.push([start, end]);
      start = end;
    }
  }
  return spans.length === 0 ? [[0, text.length]] : spans;
}

/** A text cut at the bar where a pipeline has more stages than people write. It goes on over a line end behind a bar. */
function withoutLongPipelines(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  let bars = 0;
  for (const { index, 0: sign } of eachMatch(text, /\||(?<!\|[ \t\r]{0,80})\n/g)) {
    bars = sign === "|" ? bars + 1 : 0;
    if (bars <= maximumStages) continue;
    spans.push([start, index]);
    start = index + 1;
    bars = 0;
  }
  spans.push([start, text.length]);
  return spans;
}

function cut(text: string, start: number, to: number): number {
  if (to - start <= pieceLength) return to;
  return afterBlankLine(text, start + pieceLength / 2, start + pieceLength) ?? anywhere(text, start + pieceLength / 2, start + pieceLength);
}

/**
 * A short piece; a function that it begins with is whole where it fits into a long one, and so is the next one behind one that
 * does not.
 */
function fineCut(text: string, start: number, to: number): number {
  if (to - start <= finePieceLength) return to;
  const [half, end] = [start + finePieceLength / 2, start + finePieceLength];
  const isWithin = " \t".includes(text[start] ?? "x");
  const whole = isWithin
    ? functionEnd(text, start, end)
    : (afterBlankLine(text, half, end) ?? functionEnd(text, half, Math.min(start + pieceLength, to)));
  return whole ?? anywhere(text, half, end);
}

/** The last place in a stretch behind a blank line, before a line that is not indented. */
function afterBlankLine(text: string, from: number, to: number): number | null {
  const stretch = text.slice(from, to);
  for (let at = stretch.lastIndexOf("\n\n"); at > 0; at = stretch.lastIndexOf("\n\n", at - 1)) {
    if (!" \t\r\n".includes(stretch[at + 2] ?? "x")) return from + at + 2;
  }
  return null;
}

/** The first place in a stretch behind a closing brace that stands alone on its line, not indented. */
function functionEnd(text: string, from: number, to: number): number | null {
  const at = text.slice(from, to).indexOf("\n}\n");
  return at < 0 ? null : from + at + 3;
}

/** The last place in a stretch after any line, else after a command, else after a blank. */
function anywhere(text: string, from: number, to: number): number {
  const stretch = text.slice(from, to);
  const line = stretch.lastIndexOf("\n");
  if (line >= 0) return from + line + 1;
  const command = stretch.lastIndexOf("; ");
  if (command >= 0) return from + command + 2;
  const blank = stretch.lastIndexOf(" ");
  return blank >= 0 ? from + blank + 1 : to;
}

/** Ends of the lines, line feeds included. */
export function lineEnds(text: string): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) ends.push(at + 1);
  if ((ends[ends.length - 1] ?? 0) < text.length) ends.push(text.length);
  return ends;
}

/** Short stretches that begin at the given offsets; one that lies in the stretch before it begins none. */
export function excerpts(text: string, starts: Iterable<number>): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const start of starts) {
    if (start < end) continue;
    const line = text.indexOf("\n", start);
    end = Math.min(start + excerptLength, line < 0 ? text.length : line);
    spans.push([start, end]);
  }
  return spans;
}
