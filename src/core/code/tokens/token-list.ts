import type { Token } from "../../lex/tokenize.js";

const OPENING: ReadonlySet<string> = new Set(["(", "[", "{"]);
const CLOSING: ReadonlySet<string> = new Set([")", "]", "}"]);

/** Tokens at the end of a line that continues on the next line. */
const CONTINUING: ReadonlySet<string> = new Set([
  ",",
  "+",
  "\\",
  "<>",
  "++",
  "..",
  ".",
  "=",
  ":=",
  "<-",
  "->",
  "&&",
  "||",
]);
/** Tokens at the beginning of a line that continues the previous line. */
const CONTINUED: ReadonlySet<string> = new Set([".", "->", "<>", "++", "..", "+"]);

/** Tokens before a brace that opens a value and not a block. */
const VALUE_BEFORE: ReadonlySet<string> = new Set([
  "=",
  ":=",
  "<-",
  "(",
  ",",
  "[",
  "]",
  "{",
  ">",
  "=>",
  ":",
  "&",
  "return",
]);

const NO_TOKEN: Token = {
  kind: "line",
  text: "",
  start: 0,
  end: 0,
  literal: null,
  executes: false,
};

/** The tokens of a text, with matching brackets. */
export class TokenList {
  private readonly pairs = new Map<number, number>();

  constructor(private readonly tokens: readonly Token[]) {
    const open: number[] = [];
    tokens.forEach(({ kind, text }, at) => {
      if (kind === "sign" && OPENING.has(text)) open.push(at);
      const last = kind === "sign" && CLOSING.has(text) ? open.pop() : undefined;
      if (last !== undefined) this.pairs.set(last, at);
    });
  }

  get length(): number {
    return this.tokens.length;
  }

  at(index: number): Token {
    return this.tokens[index] ?? NO_TOKEN;
  }

  text(index: number): string {
    return this.at(index).text;
  }

  isWord(index: number): boolean {
    return this.at(index).kind === "word";
  }

  /** Whether a token directly follows the previous one. */
  isAdjacent(index: number): boolean {
    return this.at(index).start === this.at(index - 1).end;
  }

  /** Returns the index of the bracket that matches the opening one at an index; -1 if there is none. */
  closing(open: number): number {
    return this.pairs.get(open) ?? -1;
  }

  /** Returns the index of the token after the one at an index, or after its closing bracket if it is an opening one. */
  next(at: number): number {
    return Math.max(at, this.closing(at)) + 1;
  }

  /** Returns the index of the first token of a range for which `is` returns true, outside brackets; -1 if there is none. */
  find(from: number, to: number, is: (at: number) => boolean): number {
    for (let at = from; at < to; at = this.next(at)) if (is(at)) return at;
    return -1;
  }

  /** Returns the index of the first token of a range that is not the end of a line. */
  afterLines(from: number, to: number): number {
    let at = from;
    while (at < to && this.at(at).kind === "line") at++;
    return at;
  }

  /** Returns a range without line ends at its edges. */
  trimmed(from: number, to: number): readonly [from: number, to: number] {
    const start = this.afterLines(from, to);
    let end = to;
    while (end > start && this.at(end - 1).kind === "line") end--;
    return [start, end];
  }

  /**
   * Returns the index of the token after the statement that begins at an index: a line end, a separator, a closing bracket, or the
   * opening of a block; `to` if there is none.
   */
  statementEnd(from: number, to: number): number {
    const end = this.find(from, to, (at) => {
      const { kind, text } = this.at(at);
      if (kind === "line")
        return !CONTINUING.has(this.text(at - 1)) && !CONTINUED.has(this.text(at + 1));
      return (
        text === ";" || text === "do" || CLOSING.has(text) || (text === "{" && this.isBlock(at))
      );
    });
    return end < 0 ? to : end;
  }

  /** Whether a brace opens statements, not a list, a record or the properties of an object. */
  isBlock(open: number): boolean {
    if (VALUE_BEFORE.has(this.text(open - 1))) return false;
    return !(this.isWord(open - 1) && (this.isAdjacent(open) || this.text(open - 2) === "new"));
  }
}
