import type { Span } from "../../model.js";
import type { Stretch } from "../lines.js";
import { Closers } from "../../search.js";
import { texCodeAt } from "./tex.js";

/** A stretch of a leaf block's text. */
export interface InlinePiece extends Stretch {
  readonly kind: "text" | "code" | "tag" | "comment";
  /** What lies between the code marks. */
  readonly inner: Span;
}

/** A comment of a document with components in it. */
const COMPONENT_COMMENT = /\{\/\*[^*]{0,5000}\*\/\}/y;
/** Elements that are tags in running text, and closing tags of all names; any other name between angle brackets is a placeholder. */
const TAG = new RegExp(
  "<(?:/?(?:code|pre|kbd|samp|tt|b|i|em|strong|u|s|strike|del|ins|mark|small|big|sub|sup|p|div|span|br|hr" +
    "|details|summary|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|h[1-6]|center|blockquote|font|script" +
    "|style|section|article|button|label|html|body|head|nav|header|footer|main|abbr|cite|q)|(?:a|img|input" +
    "|link|iframe|form|svg|video|source|meta)(?=\\s)|/[a-z][\\w.-]*)(?:\\s[^<>]*)?/?>",
  "iy",
);

/**
 * Splits the text of a leaf block into inline code, HTML tags, comments and the text between.
 * Backtick runs pair with the next run of the same length; where there is none they are text.
 */
export function splitInline(text: string): InlinePiece[] {
  const pieces: InlinePiece[] = [];
  const runs = new BacktickRuns(text);
  const closers = new Closers(text);
  let plain = 0;
  const push = (kind: InlinePiece["kind"], start: number, end: number, inner: Span = [start, end]): number => {
    if (plain < start) pieces.push({ kind: "text", start: plain, end: start, inner: [plain, start] });
    pieces.push({ kind, start, end, inner });
    plain = end;
    return end;
  };
  const marks = /[\\`<{]/g;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const at = found.index;
    marks.lastIndex = at + 1;
    if (found[0] === "\\") {
      const code = texCodeAt(text, at);
      marks.lastIndex = code === null ? at + 2 : push("code", at, code.end, code.inner);
    }
    else if (found[0] === "`") {
      const width = runs.width(at);
      const close = runs.closing(at + width, width);
      marks.lastIndex = close < 0 ? at + width : push("code", at, close + width, [at + width, close]);
    } else {
      const isComment = text.startsWith("<!--", at) && closers.before("-->", at + 4) < text.length;
      const end = isComment ? closers.after("-->", at + 4) : matchAt(COMPONENT_COMMENT, text, at);
      const tagEnd = end > 0 ? -1 : matchAt(TAG, text, at);
      if (end > 0) marks.lastIndex = push("comment", at, end);
      else if (tagEnd > 0) marks.lastIndex = push("tag", at, tagEnd);
    }
  }
  if (plain < text.length) pieces.push({ kind: "text", start: plain, end: text.length, inner: [plain, text.length] });
  return pieces;
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The backtick runs of a text by length, so that each look-up moves on and the whole stays linear. */
class BacktickRuns {
  private readonly starts = new Map<number, number[]>();
  private readonly cursors = new Map<number, number>();

  constructor(private readonly text: string) {
    for (const found of text.matchAll(/`+/g)) {
      const list = this.starts.get(found[0].length);
      if (list === undefined) this.starts.set(found[0].length, [found.index]);
      else list.push(found.index);
    }
  }

  width(at: number): number {
    let end = at;
    while (this.text.charCodeAt(end) === 96) end++;
    return end - at;
  }

  /** The next run of exactly `width` backticks at or after `from`, or -1; `from` never goes back. */
  closing(from: number, width: number): number {
    const list = this.starts.get(width) ?? [];
    let cursor = this.cursors.get(width) ?? 0;
    while ((list[cursor] ?? Infinity) < from) cursor++;
    this.cursors.set(width, cursor);
    return list[cursor] ?? -1;
  }
}
