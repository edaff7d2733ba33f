import { SourceBuilder, type Source } from "../../source.js";
import type { Line } from "../lines.js";
import { firstInk } from "../lines.js";

/** A block scalar's header: style, indentation indicator, chomping. */
export const BLOCK_HEADER = /^([|>])([1-9]?)([+-]?)([1-9]?)[ \t]*(?:#.*)?$/;

/** A scalar over whole lines, and the index of the first line behind it. */
export interface LineScalar {
  readonly content: Source;
  readonly next: number;
}

/**
 * Reads a block scalar whose header stands on line `at`: the lines indented deeper than `parent`, without
 * their indentation. In a folded one line ends are blanks, except around blank and deeper lines.
 */
export function readBlockScalar(source: Source, lines: readonly Line[], at: number, parent: number, header: RegExpExecArray): LineScalar {
  const { text } = source;
  const next = blockEnd(text, lines, at + 1, parent);
  const indicator = Number(header[2] || header[4] || "0");
  const indent = indicator > 0 ? Math.max(0, parent) + indicator : firstIndent(text, lines, at + 1, next);
  const builder = new SourceBuilder(source);
  for (let index = at + 1; index < next; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const start = Math.min(line.start + indent, line.end);
    builder.copy(start, line.end);
    const following = lines[index + 1];
    const goesOn = header[1] === ">" && index + 1 < next && following !== undefined;
    const folds = goesOn && isFoldable(text, line, indent) && isFoldable(text, following, indent);
    builder.put(folds ? " " : "\n", line.end, line.next);
  }
  return { content: builder.build(), next };
}

/** Reads a plain scalar that begins at `start` on line `at` and goes on over deeper lines. */
export function readPlainScalar(source: Source, lines: readonly Line[], at: number, start: number, parent: number): LineScalar {
  const { text } = source;
  const builder = new SourceBuilder(source);
  let next = at;
  for (; next < lines.length; next++) {
    const line = lines[next];
    if (line === undefined) break;
    const from = next === at ? start : firstInk(text, line);
    if (next > at && (from === line.end || from - line.start <= parent || text[from] === "#" || isEntry(text.slice(from, line.end)))) break;
    if (next > at) builder.put(" ", (lines[next - 1] ?? line).end, from);
    const end = plainEnd(text, from, line.end);
    builder.copy(from, end);
    if (end < line.end && text.slice(end, line.end).trim() !== "") return { content: builder.build(), next: next + 1 };
  }
  return { content: builder.build(), next: Math.max(next, at + 1) };
}

/** Lines that begin an entry of their own are no part of a plain scalar. */
function isEntry(content: string): boolean {
  return /^-(?:\s|$)/.test(content) || /^(?:"[^"]*"|'[^']*'|[\w.$/-]+)\s*:(?:\s|$)/.test(content);
}

/** A comment begins at a `#` behind a blank. */
function plainEnd(text: string, start: number, end: number): number {
  const comment = text.slice(start, end).search(/(?<!\s)\s+#/);
  return start + (comment < 0 ? text.slice(start, end).trimEnd().length : comment);
}

function blockEnd(text: string, lines: readonly Line[], from: number, parent: number): number {
  let last = from;
  for (let index = from; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const ink = firstInk(text, line);
    if (ink === line.end) continue;
    if (ink - line.start <= parent) break;
    last = index + 1;
  }
  return last;
}

function firstIndent(text: string, lines: readonly Line[], from: number, to: number): number {
  for (let index = from; index < to; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const ink = firstInk(text, line);
    if (ink < line.end) return ink - line.start;
  }
  return 0;
}

function isFoldable(text: string, line: Line, indent: number): boolean {
  const ink = firstInk(text, line);
  return ink < line.end && ink - line.start <= indent;
}
