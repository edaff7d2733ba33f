import type { Span } from "../../model.js";
import type { TextRange } from "../../lex/lines.js";
import { Closers, lowerBound } from "../../text-search.js";
import { texCodeAt } from "./tex-code.js";

/** A part of a leaf block's text that is not plain text. */
export interface InlinePiece extends TextRange {
  readonly kind: "code" | "tag" | "comment";
  /** The part between the code marks; the whole piece if it is a tag or a comment. */
  readonly inner: Span;
}

/** Matches a comment in a document with components (MDX). */
const COMPONENT_COMMENT = /\{\/\*[^*]{0,5000}\*\/\}/y;
/** Matches attributes, of which one has a value in quotation marks or braces. */
const ATTRIBUTES =
  "(?=\\s[^<>]{0,2000}=\\s?[\"'{])" +
  "(?:\\s+[\\w:@.-]+(?:\\s?=\\s?(?:\"[^\"]{0,2000}\"|'[^']{0,2000}'|\\{[^{}]{0,2000}\\}))?){1,50}\\s*";
/**
 * Matches the tags of known HTML elements, closing tags of any name, and any tag with attributes; any other name between angle
 * brackets is a placeholder.
 */
const TAG = new RegExp(
  "<(?:/?(?:code|pre|kbd|samp|tt|b|i|em|strong|u|s|strike|del|ins|mark|small|big|sub|sup|p|div|span|br|hr" +
    "|details|summary|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|h[1-6]|center|blockquote|font|script" +
    "|style|section|article|button|label|html|body|head|nav|header|footer|main|abbr|cite|q)|(?:a|img|input" +
    "|link|iframe|form|svg|video|source|meta)(?=\\s)|/[a-z][\\w.-]*)(?:\\s[^<>]*)?/?>" +
    `|<[a-z][\\w.:-]*${ATTRIBUTES}/?>`,
  "iy",
);

/**
 * Returns the inline code, HTML tags and comments in the text of a leaf block, in order. A run of backticks pairs with the next
 * run of the same length; if there is none, it is text.
 */
export function inlinePieces(text: string): InlinePiece[] {
  const pieces: InlinePiece[] = [];
  const runs = backtickRuns(text);
  const closers = new Closers(text);
  const push = (
    kind: InlinePiece["kind"],
    start: number,
    end: number,
    inner: Span = [start, end],
  ): number => {
    pieces.push({ kind, start, end, inner });
    return end;
  };
  const marks = /\\|`+|[<{]/g;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const at = found.index;
    if (found[0] === "\\") {
      const code = texCodeAt(text, at);
      marks.lastIndex = code === null ? at + 2 : push("code", at, code.end, code.inner);
    } else if (found[0].startsWith("`")) {
      const width = found[0].length;
      const starts = runs.get(width) ?? [];
      const close =
        starts[lowerBound(starts.length, (index) => (starts[index] ?? 0) >= at + width)];
      marks.lastIndex =
        close === undefined ? at + width : push("code", at, close + width, [at + width, close]);
    } else {
      const isComment = text.startsWith("<!--", at) && closers.before("-->", at + 4) < text.length;
      const end = isComment ? closers.after("-->", at + 4) : matchAt(COMPONENT_COMMENT, text, at);
      const tagEnd = end > 0 ? -1 : matchAt(TAG, text, at);
      if (end > 0) marks.lastIndex = push("comment", at, end);
      else if (tagEnd > 0) marks.lastIndex = push("tag", at, tagEnd);
    }
  }
  return pieces;
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Returns the offsets of the runs of backticks in a text, by the length of the run. */
function backtickRuns(text: string): ReadonlyMap<number, readonly number[]> {
  const runs = new Map<number, number[]>();
  for (const { index, 0: run } of text.matchAll(/`+/g)) {
    const starts = runs.get(run.length);
    if (starts === undefined) runs.set(run.length, [index]);
    else starts.push(index);
  }
  return runs;
}
