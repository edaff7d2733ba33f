import { containsLetter, MAX_LENGTH_IN_PATTERN } from "../scan.js";
import type { StringSyntax } from "../languages/string-syntax.js";
import type { Dialect } from "./dialect.js";
import { decodeParts, type Chars } from "./escapes.js";
import type { TextRange } from "./lines.js";

/** A range of a string literal that contains an expression: `#{x}`, `$x`. */
export interface Interpolation extends TextRange {
  readonly kind: "hole";
}

/** A string literal, with the ranges of its quotes. */
export interface TextLiteral {
  readonly parts: readonly (Chars | Interpolation)[];
  readonly open: TextRange;
  readonly close: TextRange;
}

export interface Token extends TextRange {
  readonly kind: "word" | "string" | "sign" | "line";
  /** The word or operator; empty for strings. */
  readonly text: string;
  /** The parts and quotes of a string; null for others. */
  readonly literal: TextLiteral | null;
  /** Whether it is a string that runs as a command where it is evaluated, such as one in backticks. */
  readonly executes: boolean;
}

const BLANKS = /[^\S\n]+/y;
const OPERATOR = /::|->|<-|=>|:=|\.\.|<>|\|>|\+\+|#\||[^\s\w]/y;

/**
 * Splits the code that begins at an offset into words, strings, operators and line ends, without comments.
 * @param cut called with the offset of the first string or block comment whose end was not searched for, because too many characters
 *   had been searched before
 */
export function tokenize(
  text: string,
  dialect: Dialect,
  from = 0,
  cut: (from: number) => void = () => undefined,
): Token[] {
  const tokens: Token[] = [];
  const reader = new Reader(text, dialect);
  let at = from;
  while (at < text.length) {
    if (text[at] === "\n") {
      tokens.push({
        kind: "line",
        text: "\n",
        start: at,
        end: at + 1,
        literal: null,
        executes: false,
      });
      at = reader.afterLine(at + 1);
      continue;
    }
    at = match(BLANKS, text, at)?.end ?? at;
    if (at >= text.length || text[at] === "\n") continue;
    const comment = reader.endOfComment(at);
    if (comment > at) {
      at = comment;
      continue;
    }
    const token = reader.string(at) ?? plain(text, at, dialect.word);
    tokens.push(token);
    at = token.end;
  }
  if (reader.spentAt >= 0) cut(reader.spentAt);
  return tokens;
}

/**
 * Number of characters, per character of the text, that may be searched for the ends of strings and comments. Each missing end costs a
 * search.
 */
const WORK_PER_CHARACTER = 10;

function match(
  pattern: RegExp,
  text: string,
  at: number,
): { readonly end: number; readonly groups: RegExpExecArray } | null {
  pattern.lastIndex = at;
  const groups = pattern.exec(text);
  return groups === null ? null : { end: pattern.lastIndex, groups };
}

function plain(text: string, at: number, pattern: RegExp): Token {
  const word = match(pattern, text, at);
  const end = word?.end ?? match(OPERATOR, text, at)?.end ?? at + 1;
  return {
    kind: word ? "word" : "sign",
    text: text.slice(at, end),
    start: at,
    end,
    literal: null,
    executes: false,
  };
}

class Reader {
  /** The end offset of the here-documents that begin on the current line; -1 if there are none. */
  private below = -1;
  /** The number of characters that may still be searched for the ends of strings and comments. */
  private work: number;

  constructor(
    private readonly text: string,
    private readonly dialect: Dialect,
  ) {
    this.work = WORK_PER_CHARACTER * text.length + 10_000;
  }

  /** The offset at which the search for an end was first skipped because too much had been searched; -1 if it never was. */
  spentAt = -1;

  private get isSpent(): boolean {
    return this.work < 0;
  }

  /** Returns the offset at which reading continues after a line end: after the here-documents that begin on the line. */
  afterLine(next: number): number {
    const after = Math.max(next, this.below);
    this.below = -1;
    return after;
  }

  /** Returns the end of the comment that begins at an offset; -1 if there is none. */
  endOfComment(at: number): number {
    const { text } = this;
    const overLines = match(this.dialect.overLines, text, at) !== null;
    if (overLines && this.isSpent) return this.stopped(at, -1);
    const end = match(this.dialect.comment, text, at)?.end ?? -1;
    if (overLines) this.work -= (end < 0 ? text.length : end) - at;
    return end;
  }

  private stopped<T>(at: number, answer: T): T {
    if (this.spentAt < 0) this.spentAt = at;
    return answer;
  }

  string(at: number): Token | null {
    const { text } = this;
    for (const syntax of this.dialect.strings) {
      const opening = match(syntax.open, text, at);
      if (opening === null) continue;
      // An apostrophe within a word does not open a string.
      if (text[at] === "'" && containsLetter(text[at - 1])) continue;
      const close = syntax.close(opening.groups);
      if (close === "") continue;
      const read = syntax.here
        ? this.here(syntax, at, opening.end, close)
        : this.quoted(syntax, at, opening.end, close);
      if (read !== null) return read;
    }
    return null;
  }

  private quoted(syntax: StringSyntax, at: number, start: number, close: string): Token | null {
    if (this.isSpent) return this.stopped(at, null);
    const last = this.closing(syntax, start, close);
    this.work -= (last < 0 ? this.text.length : last) - start;
    if (last < 0) return null;
    const end = last + close.length;
    const literal = this.literal(
      syntax,
      start,
      last,
      { start: at, end: start },
      { start: last, end },
    );
    return { kind: "string", text: "", start: at, end, literal, executes: syntax.executes };
  }

  private closing(syntax: StringSyntax, start: number, close: string): number {
    const { text } = this;
    const { raw, doubledQuote } = syntax.escapes;
    if (raw === true && doubledQuote === undefined) {
      const end = text.indexOf(close, start);
      return !syntax.multiline && text.slice(start, end).includes("\n") ? -1 : end;
    }
    const opening = NESTING[close];
    let depth = 0;
    for (let at = start; at < text.length; at++) {
      if (text[at] === "\\" && !raw) at++;
      else if (close === doubledQuote && text.startsWith(close + close, at)) at++;
      else if (text[at] === "\n" && !syntax.multiline) return -1;
      else if (text.startsWith(close, at)) {
        if (depth === 0) return at;
        depth--;
      } else if (syntax.multiline && text[at] === opening) depth++;
    }
    return -1;
  }

  private here(syntax: StringSyntax, at: number, next: number, mark: string): Token | null {
    const { text } = this;
    const line = text.indexOf("\n", next);
    if (line < 0 || mark.length > MAX_LENGTH_IN_PATTERN) return null;
    if (this.isSpent) return this.stopped(at, null);
    const start = Math.max(line + 1, this.below);
    const closing = match(new RegExp(`^[ \\t]*${mark}\\b`, "gm"), text, start);
    this.work -= (closing?.end ?? text.length) - start;
    if (closing === null) return null;
    this.below = closing.end;
    const end = closing.groups.index;
    const literal = this.literal(syntax, start, end, { start, end: start }, { start: end, end });
    return { kind: "string", text: "", start: at, end: next, literal, executes: false };
  }

  private literal(
    syntax: StringSyntax,
    start: number,
    end: number,
    open: TextRange,
    close: TextRange,
  ): TextLiteral {
    const { text } = this;
    const found = syntax.holes === null ? [] : [...text.slice(start, end).matchAll(syntax.holes)];
    const holes = found.map(({ index, 0: hole }): Interpolation => {
      const from = start + index;
      return { kind: "hole", start: from, end: from + hole.length };
    });
    return { parts: decodeParts(text, start, end, holes, syntax.escapes), open, close };
  }
}

/** The opening bracket for each closing one: a string between brackets may contain pairs of them. */
const NESTING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{", ">": "<" };
