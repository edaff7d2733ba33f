import { SourceBuilder, type Source } from "../source.js";
import { firstLine, lineEnd } from "./lines.js";
import { promptLength } from "./prompt.js";

/** A token of a PowerShell script. Whitespace and escaped line ends, which continue a statement, are of the kind `blank`. */
export type Token =
  | {
      readonly kind: "comment" | "blank" | "text" | "pipe" | "variable" | "escape";
      readonly start: number;
      readonly end: number;
    }
  | {
      readonly kind: "string";
      readonly start: number;
      readonly end: number;
      readonly quote: string;
      readonly inner: readonly [number, number];
    }
  /** The end of a statement: a line end, `;`, or a brace around a block. */
  | { readonly kind: "end"; readonly start: number; readonly end: number; readonly line: boolean };

export type StringToken = Extract<Token, { kind: "string" }>;
/** How a string is quoted, and the range of its content. */
export type Quoting = Pick<StringToken, "quote" | "inner">;

const COMMENT = /(?<![^\s;{}(|])(?:<#[^]*?(?:#>|$)|#.*)/y;
const HERE_OPEN = /@(["'])[ \t\r]*\n/y;
const VARIABLE = /\$(?:\w+:)?\w+|\$\{[^{}\n]{1,80}\}/y;
const PLACEHOLDER = /\{\{[^{}\n]{0,80}\}\}|#?\{[\w.-]{1,80}\}/y;
const WORD = /[^\s"'`#$@;{}|<&]+/y;
const BLANKS = /[ \t\r]+/y;

/** Matches variables within a string. */
export const VARIABLES = new RegExp(VARIABLE.source, "g");

/** Returns `x` of `$x`, `${x}`, `$script:x`, in lower case. */
export function variableName(written: string): string {
  return written
    .replace(/^[$@]\{?|\}$/g, "")
    .replace(/^(?:script|global|local|private|using):/i, "")
    .toLowerCase();
}

/** Splits a script into tokens, reading each character a bounded number of times. */
export function tokenize(text: string): Generator<Token> {
  return new Tokenizer(text).tokens();
}

class Tokenizer {
  private at = 0;
  /** Quotes and openings of here-strings that are never closed; the ends of later ones of the same kind are not searched for. */
  private readonly unclosed = new Set<string>();
  /** The offset up to which a string with `\"` in it was not closed. */
  private unescaped = 0;
  /** The end of the last line that was searched, so that it is not searched again for each of its strings. */
  private lineEnd = -1;

  constructor(private readonly text: string) {}

  *tokens(): Generator<Token> {
    let lineStart = true;
    while (this.at < this.text.length) {
      if (lineStart) this.at += promptLength(firstLine(this.text.slice(this.at, this.at + 200)));
      if (this.at >= this.text.length) return;
      const token = this.next();
      lineStart = token.kind === "end" && token.line;
      this.at = token.end;
      yield token;
    }
  }

  private next(): Token {
    const start = this.at;
    const char = this.text[start] ?? "";
    if (char === "\n") return { kind: "end", start, end: start + 1, line: true };
    if (char === "`") return this.escape(start);
    if (char === '"' || char === "'") return this.string(start, char) ?? this.one();
    if (char === "@") return this.hereString(start) ?? this.one();
    if (char === "|") return { kind: "pipe", start, end: start + 1 };
    const placeholder = this.run("text", PLACEHOLDER);
    if (char === ";" || char === "}" || (char === "{" && placeholder === null))
      return { kind: "end", start, end: start + 1, line: false };
    const known =
      placeholder ??
      this.run("comment", COMMENT) ??
      this.run("blank", BLANKS) ??
      this.run("variable", VARIABLE);
    return known ?? this.run("text", WORD) ?? this.one();
  }

  private one(): Token {
    return { kind: "text", start: this.at, end: this.at + 1 };
  }

  private run(kind: "comment" | "blank" | "text" | "variable", pattern: RegExp): Token | null {
    pattern.lastIndex = this.at;
    return pattern.test(this.text) ? { kind, start: this.at, end: pattern.lastIndex } : null;
  }

  /** Reads a backtick: at a line's end it continues the line, before another character it escapes that character. */
  private escape(start: number): Token {
    const feed = /^`[ \t]*\n/.exec(this.text.slice(start, start + 40))?.[0].length;
    return {
      kind: feed === undefined ? "escape" : "blank",
      start,
      end: Math.min(start + (feed ?? 2), this.text.length),
    };
  }

  private hereString(start: number): Token | null {
    HERE_OPEN.lastIndex = start;
    const open = HERE_OPEN.exec(this.text);
    const quote = open?.[1] ?? "";
    if (open === null || this.unclosed.has(`@${quote}`)) return null;
    // The closing quote is at the start of a line; the line feed before it is not part of the text.
    const inner = start + open[0].length;
    const close = this.text.indexOf(`\n${quote}@`, inner - 1);
    if (close < 0) this.unclosed.add(`@${quote}`);
    return close < 0
      ? null
      : { kind: "string", start, end: close + 3, quote, inner: [inner, Math.max(inner, close)] };
  }

  private string(start: number, quote: string): Token | null {
    if (this.unclosed.has(quote)) return null;
    const close = quote === "'" ? this.singleEnd(start + 1) : this.doubleEnd(start + 1);
    if (close < 0) this.unclosed.add(quote);
    return close < 0
      ? null
      : { kind: "string", start, end: close + 1, quote, inner: [start + 1, close] };
  }

  private singleEnd(from: number): number {
    let close = this.text.indexOf("'", from);
    while (close >= 0 && this.text[close + 1] === "'") close = this.text.indexOf("'", close + 2);
    return close;
  }

  /**
   * Returns the position of the quote that closes a string. `\"` is not an escape in PowerShell, but many people write pairs of it for
   * the called program. They are read as escapes if the string then ends on its line.
   */
  private doubleEnd(from: number): number {
    if (this.lineEnd < from) this.lineEnd = lineEnd(this.text, from);
    if (this.unescaped < this.lineEnd) {
      const close = this.scanDouble(from, this.lineEnd, true);
      if (close >= 0) return close;
      this.unescaped = this.lineEnd;
    }
    return this.scanDouble(from, this.text.length, false);
  }

  private scanDouble(from: number, to: number, backslash: boolean): number {
    for (let at = from, depth = 0, escapes = 0; at < to; at++) {
      const char = this.text[at];
      if (backslash && char === "\\" && this.text[at + 1] === '"') escapes++;
      if (char === "`" || (backslash && char === "\\" && this.text[at + 1] !== "`")) at++;
      else if (char === "$" && this.text[at + 1] === "(") {
        depth++;
        at++;
      } else if (char === "(" && depth > 0) depth++;
      else if (char === ")" && depth > 0) depth--;
      else if (char !== '"' || depth > 0) continue;
      else if (this.text[at + 1] === '"' && at + 1 < to) at++;
      else return escapes % 2 === 0 ? at : -1;
    }
    return -1;
  }
}

/** Returns the content of a string, with its escapes decoded. */
export function contentOf(source: Source, string: Quoting): Source {
  return unescaped(source, string, meaningOf);
}

/** Yields the escapes and doubled quotes in the content of a string, each with its text. */
export function* contentMarks(
  inside: string,
  quote: string,
): Generator<{ readonly index: number; readonly length: number; readonly text: string }> {
  for (const { 0: mark, index } of inside.matchAll(quote === "'" ? /''/g : /`[^]|\\"|""/g))
    yield { index, length: mark.length, text: meaningOf(mark) };
}

function meaningOf(mark: string): string {
  return mark.startsWith("`") ? (CONTROLS[mark[1] ?? ""] ?? mark.slice(1)) : mark.slice(-1);
}

/** Returns a string in the syntax of the shell, with its escapes and doubled quotes replaced by the shell's escapes. */
export function quotedFor(source: Source, string: StringToken): Source {
  const { start, end, quote, inner } = string;
  const single = (): string => "'\\''";
  const double = (escape: string): string => {
    const char = escape[escape.length - 1] ?? "";
    return CONTROLS[char] ?? `\\${char}`;
  };
  // In PowerShell, a backslash before the closing quote is not an escape.
  const guard = quote === '"' && source.text[inner[1] - 1] === "\\" ? "\\" : "";
  return new SourceBuilder(source)
    .replace(quote, start, inner[0])
    .append(unescaped(source, string, quote === "'" ? single : double))
    .replace(guard + quote, inner[1], end)
    .build();
}

const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "0": "" };

/** Returns the content of a string with each escape replaced, and also each quote that a here-string contains unescaped. */
function unescaped(
  source: Source,
  { quote, inner }: Quoting,
  by: (escape: string) => string,
): Source {
  return source
    .slice(...inner)
    .rewritten(quote === "'" ? /''?/g : /`[^]|\\"|""?/g, ([escape]) => by(escape));
}
