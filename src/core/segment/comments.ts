import { SourceBuilder, type Source } from "../source.js";

/** How a language writes comments and strings. */
export interface CommentStyle {
  readonly line: readonly string[];
  /** Marks that begin with `=` count at the start of a line only. */
  /** Without a closing mark, a comment reaches to the end of the text. */
  readonly block: readonly (readonly [open: string, close: string])[];
  /** Line marks count only at the start of a line, in any case (`REM`). */
  readonly words?: readonly string[];
}

/** A text taken apart: the code, each comment replaced by nothing, and the comments. */
export interface Uncommented {
  readonly code: Source;
  readonly comments: readonly Source[];
}

const TRIPLE = ["\"\"\"", "'''"] as const;

/** How far a comment goes that begins directly behind a word: `build/*` and `${0%/*}` are names of files. */
const INSIDE_WORD = 200;

/** Separates code and comments. Strings hide comment marks up to the end of their line, those between three quotes up to their own. */
export function separateComments(source: Source, style: CommentStyle): Uncommented {
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
        if (char === '"' || char === "`" || (char === "'" && !/\w/.test(text[at - 1] ?? ""))) quote = char;
        if (char !== " " && char !== "\t") lineStart = false;
        at++;
      }
    }
  }
  return { code: code.copy(done, text.length).build(), comments };
}

function commentEnd(text: string, at: number, style: CommentStyle, lineStart: boolean): number {
  for (const [open, close] of style.block) {
    if (!text.startsWith(open, at) || (/^[=_]/.test(open) && at > 0 && text[at - 1] !== "\n")) continue;
    const standsInWord = open === "/*" && /[^\s(,;={[]/.test(text[at - 1] ?? " ");
    if (standsInWord && !closesNear(text, at + open.length, close)) continue;
    const end = close === "" ? -1 : text.indexOf(close, at + open.length);
    return end < 0 ? text.length : end + close.length;
  }
  const standsFree = lineStart || /\s/.test(text[at - 1] ?? " ");
  for (const mark of style.line) if (standsFree && text.startsWith(mark, at) && !isInterpolation(text, at, mark)) return lineEnd(text, at);
  for (const word of style.words ?? []) {
    if (lineStart && text.slice(at, at + word.length).toUpperCase() === word && !/\w/.test(text[at + word.length] ?? "")) return lineEnd(text, at);
  }
  return -1;
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
