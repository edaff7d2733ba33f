import { Quotes, type Quoted } from "../../code/powershell/quotes.js";
import { SourceBuilder, type Source } from "../../source.js";
import { promptLength } from "../running/prompts.js";

/** A piece of a PowerShell script. Line ends that only continue a statement are blanks. */
export type Token =
  | { readonly kind: "comment" | "blank" | "text" | "pipe" | "variable" | "escape"; readonly start: number; readonly end: number }
  | ({ readonly kind: "string" } & Quoted)
  /** A line end, `;`, or a brace around a block: a statement ends. */
  | { readonly kind: "end"; readonly start: number; readonly end: number; readonly line: boolean };

export type StringToken = Extract<Token, { kind: "string" }>;

const COMMENT = /<#[\s\S]*?(?:#>|$)|#[^\n]*/y;
const VARIABLE = /\$(?:\w+:)?\w+|\$\{[^{}\n]{1,80}\}/y;
const PLACEHOLDER = /\{\{[^{}\n]{0,80}\}\}|\{[\w.-]{1,80}\}/y;
const WORD = /[^\s"'`#$@;{}|<&]+/y;
const BLANKS = /[ \t\r]+/y;

/** Variables within a string. */
export const VARIABLES = new RegExp(VARIABLE.source, "g");

/** Takes a script apart, each character looked at a bounded number of times. */
export function tokenize(text: string): Generator<Token> {
  return new Tokenizer(text).tokens();
}

class Tokenizer {
  private at = 0;
  private readonly quotes: Quotes;

  constructor(private readonly text: string) {
    this.quotes = new Quotes(text);
  }

  *tokens(): Generator<Token> {
    let lineStart = true;
    while (this.at < this.text.length) {
      if (lineStart) this.at += promptsLength(this.text.slice(this.at, this.at + 200).split("\n", 1)[0] ?? "");
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
    if (char === '"' || (char === "'" && !/\w/.test(this.text[start - 1] ?? ""))) return asToken(this.quotes.string(start, char)) ?? this.one("text");
    if (char === "@") return asToken(this.quotes.hereString(start)) ?? this.one("text");
    if (char === ";" || char === "}" || (char === "{" && this.length(PLACEHOLDER) === 0)) return { kind: "end", start, end: start + 1, line: false };
    if (char === "|" || (char === "&" && this.text[start + 1] === "&")) return { kind: "pipe", start, end: start + (this.text[start + 1] === char ? 2 : 1) };
    const free = start === 0 || /[\s;{}(|]/.test(this.text[start - 1] ?? "");
    if (char === "#" || char === "<") return (free ? this.run("comment", COMMENT) : null) ?? this.one("text");
    return this.run("blank", BLANKS) ?? this.run("variable", VARIABLE) ?? this.run("text", PLACEHOLDER) ?? this.run("text", WORD) ?? this.one("text");
  }

  private one(kind: "text"): Token {
    return { kind, start: this.at, end: this.at + 1 };
  }

  private length(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0].length ?? 0;
  }

  private run(kind: "comment" | "blank" | "text" | "variable", pattern: RegExp): Token | null {
    const length = this.length(pattern);
    return length > 0 ? { kind, start: this.at, end: this.at + length } : null;
  }

  /** A backtick at a line's end continues the line; before another character it stands for that character. */
  private escape(start: number): Token {
    const feed = /^`[ \t]*\r?\n/.exec(this.text.slice(start, start + 40))?.[0].length;
    return feed === undefined ? { kind: "escape", start, end: Math.min(start + 2, this.text.length) } : { kind: "blank", start, end: start + feed };
  }
}

function asToken(quoted: Quoted | null): Token | null {
  return quoted === null ? null : { kind: "string", ...quoted };
}

/** A prompt, also the one of a continued line. */
function promptsLength(line: string): number {
  return promptLength(line) || (/^>>[ \t]/.exec(line)?.[0].length ?? 0);
}

/** What a string holds, its escapes decoded. */
export function contentOf(source: Source, string: StringToken): Source {
  return rewrite(source, string, (escape) => (escape.length === 1 ? escape : escape.startsWith("`") ? (CONTROLS[escape[1] ?? ""] ?? escape.slice(1)) : escape.slice(1)));
}

/** A string as the shell writes it: its own marks stand for the shell's. */
export function quotedFor(source: Source, string: StringToken): Source {
  const { start, end, quote, inner } = string;
  const single = (): string => "'\\''";
  const double = (escape: string): string => {
    const char = escape[escape.length - 1] ?? "";
    return (escape.startsWith("`") && CONTROLS[char]) || `\\${char}`;
  };
  // A backslash is no escape here.
  const guard = quote === '"' && source.text[inner[1] - 1] === "\\" ? "\\" : "";
  return new SourceBuilder(source)
    .put(quote, start, inner[0])
    .append(rewrite(source, string, quote === "'" ? single : double))
    .put(guard + quote, inner[1], end)
    .build();
}

const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "0": "" };

/** The inside of a string with each escape, and each mark that a here-string may hold as it is, replaced. */
function rewrite(source: Source, { quote, inner, here }: StringToken, replace: (escape: string) => string): Source {
  const [from, to] = inner;
  const pattern = quote === "'" ? (here ? /'/g : /''/g) : here ? /`[\s\S]|"/g : /`[\s\S]|""|\\"/g;
  const builder = new SourceBuilder(source);
  let done = from;
  for (const found of source.text.slice(from, to).matchAll(pattern)) {
    const at = from + found.index;
    builder.copy(done, at).put(replace(found[0]), at, at + found[0].length);
    done = at + found[0].length;
  }
  return builder.copy(done, to).build();
}
