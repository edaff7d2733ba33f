import { marksOfTag, type CodeMarks, type Comments } from "../languages/index.js";
import { SourceBuilder, type Source } from "../source.js";
import { shownAs, type Snippet } from "./snippet.js";
import type { Tools } from "./tools.js";

/** A text taken apart: the code, each comment replaced by nothing, and the comments. */
export interface Uncommented {
  readonly code: Source;
  readonly comments: readonly Source[];
}

/** The code of a snippet in the language of a tag; what stands in its comments is shown. */
export function withoutComments({ out }: Tools, snippet: Snippet, tag: string): Source {
  const { code, comments } = separateComments(snippet.source, marksOfTag(tag));
  for (const comment of comments) {
    const { length } = comment.text;
    const marks = /^[^\w\s]*\s*/.exec(comment.text.slice(0, 20))?.[0].length ?? 0;
    out.addShown(snippet, comment.slice(marks, length), shownAs("comment", "stands in a comment", comment, 0, length));
  }
  return code;
}

const TRIPLE = ["\"\"\"", "'''"] as const;

/** How far a comment goes that begins directly behind a word: `build/*` and `${0%/*}` are names of files. */
const INSIDE_WORD = 200;

/** Separates code and comments. Strings hide comment marks up to the end of their line, those between three quotes up to their own. */
export function separateComments(source: Source, { comments: style, quotes }: CodeMarks): Uncommented {
  const { text } = source;
  const code = new SourceBuilder(source);
  const comments: Source[] = [];
  let done = 0;
  let quote = "";
  let lineStart = true;
  const drop = (start: number, end: number): number => {
    code.copy(done, start);
    comments.push(source.slice(start, end));
    done = end;
    return end;
  };
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? "";
    if (char === "\n") {
      quote = quote === "`" ? quote : "";
      lineStart = true;
      at++;
    } else if (quote !== "") {
      if (char === "\\") at += 2;
      else {
        if (char === quote) quote = "";
        at++;
      }
    } else {
      const end = commentEnd(text, at, style, lineStart);
      const behind = end > 0 ? -1 : stringEnd(text, at);
      if (end > 0) at = drop(at, end);
      else if (behind > 0) at = behind;
      else {
        if (quotes.includes(char) && (char !== "'" || !/\w/.test(text[at - 1] ?? ""))) quote = char;
        if (char !== " " && char !== "\t") lineStart = false;
        at++;
      }
    }
  }
  return { code: code.copy(done, text.length).build(), comments };
}

function commentEnd(text: string, at: number, { block, line, none }: Comments, lineStart: boolean): number {
  for (const { open, close, first } of block) {
    if (!text.startsWith(open, at) || (first && at > 0 && text[at - 1] !== "\n")) continue;
    const standsInWord = open === "/*" && /[^\s(,;={[]/.test(text[at - 1] ?? " ");
    if (standsInWord && !closesNear(text, at + open.length, close)) continue;
    const end = close === "" ? -1 : text.indexOf(close, at + open.length);
    return end < 0 ? text.length : end + close.length;
  }
  const standsFree = lineStart || /\s/.test(text[at - 1] ?? " ");
  if (!standsFree || none.some((each) => text.startsWith(each, at))) return -1;
  for (const { open, first, word } of line) {
    if (first && !lineStart) continue;
    const isMark = word ? isWord(text, at, open) : text.startsWith(open, at) && !isInterpolation(text, at, open);
    if (isMark) return lineEnd(text, at);
  }
  return -1;
}

function isWord(text: string, at: number, word: string): boolean {
  return text.slice(at, at + word.length).toUpperCase() === word && !/\w/.test(text[at + word.length] ?? "");
}

function closesNear(text: string, at: number, close: string): boolean {
  const near = text.slice(at, at + INSIDE_WORD);
  return near.slice(0, lineEnd(near, 0)).includes(close);
}

/** The end of a string between three quotes each; -1 where none begins, or none ends. */
function stringEnd(text: string, at: number): number {
  const quotes = TRIPLE.find((three) => text.startsWith(three, at));
  const end = quotes === undefined ? -1 : text.indexOf(quotes, at + quotes.length);
  return end < 0 || quotes === undefined ? -1 : end + quotes.length;
}

function isInterpolation(text: string, at: number, mark: string): boolean {
  return mark === "#" && text[at + 1] === "{";
}

function lineEnd(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed < 0 ? text.length : feed;
}
