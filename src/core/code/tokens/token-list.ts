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
  "|>",
]);
/** Tokens at the beginning of a line that continues the previous line. */
const CONTINUED: ReadonlySet<string> = new Set([".", "->", "<>", "++", "..", "+", "|>"]);

/** Maximum number of blank lines before a line that continues a statement. */
const MAX_BLANK_LINES = 4;

/** Words of an expression that selects one of the values in the brace after it. */
export const SELECTING: ReadonlySet<string> = new Set(["match", "when", "switch"]);
/** Tokens between a pattern and its value. */
const ARROWS: ReadonlySet<string> = new Set(["=>", "->"]);
/** Maximum number of tokens between such a word and its brace. */
const MAX_SELECTED_TOKENS = 12;

/** Tokens after the key of an entry. */
const KEY_ENDS: ReadonlySet<string> = new Set(["=", ":", "=>"]);

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
  "%",
  "return",
  "bless",
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
    // `name = if condition { first } else { second }`
    let isChosen = false;
    const end = this.find(from, to, (at) => {
      const { kind, text } = this.at(at);
      isChosen ||= text === "if" && this.text(at - 1) === "=";
      if (kind === "line")
        return (
          !CONTINUING.has(this.text(at - 1)) &&
          !CONTINUED.has(this.text(this.afterLines(at + 1, Math.min(to, at + MAX_BLANK_LINES))))
        );
      return (
        text === ";" ||
        (text === "do" && this.text(at + 1) !== ":") ||
        CLOSING.has(text) ||
        (text === "{" && !isChosen && this.isBlock(at))
      );
    });
    return end < 0 ? to : end;
  }

  /** Whether a brace opens statements, not a list, a record or the properties of an object. */
  isBlock(open: number): boolean {
    if (this.isSelection(open)) return false;
    if (this.isElement(open)) return false;
    // `test("…", { … })` in R
    if (VALUE_BEFORE.has(this.text(open - 1)))
      return "(,".includes(this.text(open - 1)) && this.containsStatements(open);
    // `plan = Plan { script: "…" }`
    const first = this.afterLines(open + 1, this.length);
    const isMade =
      /^[A-Z]/.test(this.text(open - 1)) &&
      VALUE_BEFORE.has(this.text(open - 2)) &&
      this.isWord(first) &&
      this.text(first + 1) === ":";
    if (isMade) return false;
    return !(this.isWord(open - 1) && (this.isAdjacent(open) || this.text(open - 2) === "new"));
  }

  /** Whether a brace contains two lines of which the first does not end with a comma or operator, and the second has no key. */
  private containsStatements(open: number): boolean {
    const close = this.closing(open);
    const end = this.find(
      this.afterLines(open + 1, close),
      close,
      (at) =>
        this.at(at).kind === "line" &&
        (this.at(at - 1).kind !== "sign" || ")]}".includes(this.text(at - 1))),
    );
    const next = end < 0 ? close : this.afterLines(end, close);
    return next < close && this.isWord(next) && !KEY_ENDS.has(this.text(next + 1));
  }

  /** Whether a brace contains the key of an element: Perl's `$record->{key}` and `$table{$name}{key}`. */
  private isElement(open: number): boolean {
    const before = this.text(open - 1);
    const isAccessed = before === "->" && this.isAdjacent(open - 1);
    return (
      this.isAdjacent(open) &&
      (isAccessed || before === "}") &&
      this.closing(open) === open + 2 &&
      this.isAdjacent(open + 1)
    );
  }

  /** Whether a brace contains patterns with values, as in `match x { "a" => …, _ => … }` and `when (x) { "a" -> … }`. */
  isSelection(open: number): boolean {
    if (this.text(open) !== "{") return false;
    const close = this.closing(open);
    const arrow = this.find(open + 1, Math.min(close, open + MAX_SELECTED_TOKENS), (at) =>
      ARROWS.has(this.text(at)),
    );
    if (arrow < 0) return false;
    for (let at = open - 1; at >= Math.max(0, open - MAX_SELECTED_TOKENS); at--) {
      const { kind, text } = this.at(at);
      if (kind === "line" || text === ";" || text === "{" || text === "}") return false;
      if (kind === "word" && SELECTING.has(text)) return true;
    }
    return false;
  }

  /** Whether a parenthesis follows the name of a constructor, as in the pattern `Ok(name)`. */
  isConstructor(open: number): boolean {
    return (
      this.text(open) === "(" &&
      this.isAdjacent(open) &&
      /^[A-Z]/.test(this.text(open - 1)) &&
      this.closing(open) > open + 1
    );
  }

  /** Returns the parentheses of the patterns in a brace, `{ Ok(name) => …, Err(_) => … }`. */
  patterns(open: number): number[] {
    const found: number[] = [];
    for (let at = open + 1; at < this.closing(open); at = this.next(at))
      if (this.isConstructor(at) && ARROWS.has(this.text(this.closing(at) + 1))) found.push(at);
    return found;
  }

  /** Returns the ranges of the values in a brace that contains patterns with values. */
  selected(open: number): (readonly [from: number, to: number])[] {
    const close = this.closing(open);
    const ranges: (readonly [number, number])[] = [];
    for (let at = open + 1; at < close; at = this.next(at)) {
      if (!ARROWS.has(this.text(at))) continue;
      const from = this.afterLines(at + 1, close);
      const isBlock = this.text(from) === "{";
      const end = isBlock
        ? this.closing(from) + 1
        : this.find(
            from,
            close,
            (each) => this.text(each) === "," || this.at(each).kind === "line",
          );
      ranges.push([from, end < 0 ? close : end]);
      at = Math.max(at, (end < 0 ? close : end) - 1);
    }
    return ranges;
  }
}
