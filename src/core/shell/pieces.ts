import type { Span } from "../model.js";
import { eachMatch } from "../scan.js";

/** Longer texts are parsed in pieces: some shapes take the grammar time that grows with the square of the length. */
const pieceLength = 16_384;
/** What is longer than any script that people write is cut finer, so that little of it is in memory at once. */
const longestScript = 131_072;
const finePieceLength = 2_048;
const excerptLength = 400;
/** Bars on end that a piece may hold: what a longer pipeline costs the grammar grows with the square of its stages, in memory too. */
const maximumStages = 200;

/** A text in pieces of bounded length, cut at blank lines where there are some, else at line ends, and in pipelines without end. */
export function pieces(text: string): Span[] {
  if (text.length <= maximumStages) return [[0, text.length]];
  const length = text.length > longestScript ? finePieceLength : pieceLength;
  const spans: Span[] = [];
  for (const [from, to] of withoutLongPipelines(text)) {
    for (let start = from; start < to; ) {
      const end = to - start <= length ? to : cutBetween(text, start + length / 2, start + length);
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

/** The last place to cut in a stretch: after a blank line before a line that is not indented, after any line, after a command, after a blank. */
function cutBetween(text: string, from: number, to: number): number {
  const stretch = text.slice(from, to);
  for (let at = stretch.lastIndexOf("\n\n"); at > 0; at = stretch.lastIndexOf("\n\n", at - 1)) {
    if (/\S/.test(stretch[at + 2] ?? "x")) return from + at + 2;
  }
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
