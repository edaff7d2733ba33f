import type { Span } from "../../model.js";
import type { Block } from "../../segment/block.js";

/** Maximum number of characters that are read before and after a match, and maximum number of lines that a sentence continues. */
const MAX_DISTANCE = 2000;
const MAX_LINES = 8;
/** Matches a line that continues the sentence of the line above: it begins in lower case, with inline code or in a parenthesis. */
const CONTINUES = /^[ \t>]*[\p{Ll}`(]/u;
const ENDS = /[.!?:;]["'”’)`*_]*[ \t\r]*$/;

/**
 * Returns the lines of a text block that are one sentence, or several on these lines, around a match. Unlike in a paragraph, a line
 * of a block is a sentence by itself unless the next line continues it.
 */
export function sentenceLines(text: string, block: Block, match: Span): Span {
  let start = Math.max(block.start, match[0] - MAX_DISTANCE);
  const before = text.slice(start, match[0]).split("\n");
  let first = before.length - 1;
  const line = (index: number): string =>
    index === before.length - 1
      ? (before[index] ?? "") + text.slice(...match)
      : (before[index] ?? "");
  while (
    first > 0 &&
    before.length - first <= MAX_LINES &&
    CONTINUES.test(line(first)) &&
    line(first - 1).trim() !== "" &&
    !ENDS.test(line(first - 1))
  )
    first--;
  for (const passed of before.slice(0, first)) start += passed.length + 1;
  const stop = Math.min(block.end, match[1] + MAX_DISTANCE);
  const after = text.slice(match[1], stop).split("\n");
  let last = 0;
  while (
    last + 1 < after.length &&
    last < MAX_LINES &&
    CONTINUES.test(after[last + 1] ?? "") &&
    !ENDS.test(after[last] ?? "")
  )
    last++;
  return [start, match[1] + after.slice(0, last + 1).join("\n").length];
}
