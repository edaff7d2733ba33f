import type { Document } from "../input/documents.js";
import { Lines, type Position } from "../report/lines.js";
import { marksOf, type Marks } from "./comment-marks.js";
import { lineBlocksOf, type LineBlocks, type LineRange } from "./line-blocks.js";

/** A comment that ignores findings of some rules. */
export interface IgnoreComment {
  /** The position of the comment. */
  readonly place: Position;
  readonly rules: readonly string[];
  readonly reason: string | null;
  /** The lines to which the comment applies: its own line, or the next line or block; null if there is none. */
  readonly appliesTo: LineRange | null;
}

const WORD = "curlew-ignore";
const BODY = /^curlew-ignore(?=[\s:]|$)[ \t]*(?<rules>[^:]*)(?::[ \t]*(?<reason>.*))?$/;

/**
 * Returns the ignore comments of a file, in the comment syntax of its language. A comment alone on a line applies to the next line or
 * block; a comment after other text applies to its own line. In Markdown, text in a fence is not a comment.
 */
export function ignoreComments({
  path,
  text,
  tag,
}: Pick<Document, "path" | "text" | "tag">): IgnoreComment[] {
  if (!text.includes(WORD)) return [];
  const marks = marksOf(path, tag);
  const lines = new Lines(text);
  const blocks = lineBlocksOf(lines, path, tag);
  const fenced = tag === null ? fencedLines(blocks) : () => false;
  const comments: IgnoreComment[] = [];
  for (let from = text.indexOf(WORD); from >= 0; from = text.indexOf(WORD, from + WORD.length)) {
    const { line } = lines.position(from);
    const found = fenced(line)
      ? null
      : commentAt(blocks.line(line), from - lines.bounds(line).start, marks);
    if (found === null) continue;
    const { body, alone, column } = found;
    const { rules = "", reason = "" } = BODY.exec(body)?.groups ?? {};
    comments.push({
      place: { line, column: column + 1 },
      rules: rules.split(/[\s,]+/).filter((rule) => rule !== ""),
      reason: reason.trim() === "" ? null : reason.trim(),
      appliesTo: alone
        ? blocks.after(line, (next) => isAlone(blocks.line(next), marks))
        : blocks.around(line),
    });
  }
  return comments;
}

interface FoundComment {
  /** The text between the marks. */
  readonly body: string;
  /** Whether the line contains nothing but the comment. */
  readonly alone: boolean;
  /** Column of the comment mark, from 0. */
  readonly column: number;
}

/** Returns the comment whose first word is at a column, from 0; null if no comment mark precedes the word. */
function commentAt(line: string, at: number, marks: Marks): FoundComment | null {
  const before = line.slice(0, at).replace(/[ \t]+$/, "");
  const longest = [...marks].sort(([a], [b]) => b.length - a.length);
  for (const [open, close] of longest) {
    const mark = open.trimEnd();
    if (!before.endsWith(mark)) continue;
    const lead = before.slice(0, -mark.length);
    // a mark inside a word or after a backtick does not begin a comment
    if (lead !== "" && !/[\s*>]$/.test(lead)) continue;
    const end = close === null ? line.length : line.indexOf(close, at);
    if (end < 0) continue;
    const after = close === null ? "" : line.slice(end + close.length);
    return {
      body: line.slice(at, end).trim(),
      alone: /^[\s>]*$/.test(lead) && after.trim() === "",
      column: lead.length,
    };
  }
  return null;
}

function isAlone(line: string, marks: Marks): boolean {
  const at = line.indexOf(WORD);
  return at >= 0 && commentAt(line, at, marks)?.alone === true;
}

/** Returns a function that tells whether a line of a Markdown text is in a fence. */
function fencedLines(blocks: LineBlocks): (line: number) => boolean {
  const fences: LineRange[] = [];
  for (let at = 1; at <= blocks.count; at++) {
    const end = blocks.fenceEnd(at);
    if (end === null) continue;
    fences.push([at, end]);
    at = end;
  }
  return (line) => fences.some(([first, last]) => line >= first && line <= last);
}
