import type { ArgumentReader } from "./arguments.js";
import { NO_TYPES } from "./assignments.js";
import type { Dialect } from "./dialect.js";
import type { Token } from "./tokens.js";

/** A function of the text: its parameters, and the tokens of its body. */
export interface TextFunction {
  readonly name: string;
  /** The token before its parameters: no call. */
  readonly head: number;
  readonly parameters: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Words that define what follows. */
export const DEFINING: ReadonlySet<string> = new Set(["def", "defp", "function", "func", "fn", "fun", "sub", "void", "class", "struct", "import", "use", "require"]);

const CONTROLLING: ReadonlySet<string> = new Set(["if", "for", "foreach", "while", "switch", "catch", "match", "unless", "until", "with", "using", "synchronized"]);

/** What gives a function of Perl its arguments. */
const TAKING: ReadonlySet<string> = new Set(["@_", "shift", "$_"]);

/** What may stand between the parameters of a function and its body: its type, what it throws. */
const LONGEST_HEAD = 12;

/** Lines of a body that ends with a word at most, in tokens. */
const LONGEST_BODY = 600;

/** The functions that a text defines, by where their bodies begin; one that does nothing is none. */
export function functionsOf(text: string, tokens: readonly Token[], args: ArgumentReader, dialect: Dialect): ReadonlyMap<number, TextFunction> {
  const reader = new FunctionReader(text, tokens, args, dialect);
  const found = new Map<number, TextFunction>();
  tokens.forEach((token, at) => {
    const read = token.text === "(" ? reader.definition(at) : token.text === "sub" ? reader.sub(at) : null;
    if (read !== null && read.end > read.start) found.set(read.start, read);
  });
  return found;
}

type Body = Pick<TextFunction, "start" | "end">;

class FunctionReader {
  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
    private readonly args: ArgumentReader,
    private readonly dialect: Dialect,
  ) {}

  /** The function whose parameters begin at `open`; null where it is a call. */
  definition(open: number): TextFunction | null {
    const name = this.name(open);
    if (name === null || CONTROLLING.has(name.text)) return null;
    const close = this.args.closing(open);
    const parameters = close < 0 ? null : this.parameters(open + 1, close);
    const isLine = name.direct && !["{", "\n"].includes(this.tokens[close + 1]?.text ?? "");
    const body = parameters === null ? null : isLine ? this.line(close + 1) : this.body(close + 1, open, name.defined);
    return parameters === null || body === null ? null : { name: name.text, head: open - 1, parameters, ...body };
  }

  /** The name before the parameters, whether a word says that it is defined there, and whether the body follows directly. */
  private name(open: number): { readonly text: string; readonly defined: boolean; readonly direct: boolean } | null {
    const [owner, dot, before, name] = [-4, -3, -2, -1].map((offset) => this.tokens[open + offset]);
    // `run <- function(…)`, `run = function(…)`
    if (name?.text === "function" && (before?.text === "<-" || before?.text === "=") && dot?.kind === "word") return { text: dot.text, defined: true, direct: true };
    if (name?.kind !== "word") return null;
    if (DEFINING.has(before?.text ?? "")) return { text: name.text, defined: true, direct: false };
    if (before?.text === "." && dot?.kind === "word") return DEFINING.has(owner?.text ?? "") ? { text: name.text, defined: true, direct: false } : null;
    const isTyped = (before?.kind === "word" && !NO_TYPES.has(before.text)) || before?.text === ")" || before?.text === "*" || before?.text === ">" || before?.text === "]";
    return isTyped ? { text: name.text, defined: false, direct: false } : null;
  }

  /** The names of parameters; null where what stands there are arguments. */
  private parameters(from: number, to: number): readonly string[] | null {
    const names: string[] = [];
    let last = "";
    let named = false;
    for (let at = from; at <= to; at++) {
      const token = this.tokens[at];
      if (token === undefined || (token.kind === "string" && !named)) return null;
      if (token.text === "," || at === to) {
        if (last !== "") names.push(last);
        last = "";
        named = false;
      } else if (token.text === ":" || token.text === "=") named = true;
      else if (token.kind === "word" && !named) {
        last = token.text.replace(/^[$@]+/, "");
        named = this.dialect.typeBehind;
      }
    }
    return names;
  }

  /** The body behind a head: in braces, behind a sign on the same line, or up to the `end` below the definition. */
  private body(from: number, open: number, defined: boolean): Body | null {
    for (let at = from; at < from + LONGEST_HEAD; at++) {
      const token = this.tokens[at];
      if (token === undefined || token.text === ";") return null;
      if (token.text === "{") {
        const close = this.args.closing(at);
        return close < 0 ? null : { start: at + 1, end: close };
      }
      if (token.text === "=>" || (defined && (token.text === "=" || (token.text === "do" && this.tokens[at + 1]?.text === ":")))) return this.line(at + 1);
      if (token.kind === "line" && this.tokens[at + 1]?.text !== "{") return defined ? (this.block(at, open) ?? (at > from ? { start: from, end: at } : null)) : null;
    }
    return null;
  }

  private line(from: number): Body {
    return { start: from, end: this.args.commandEnd(from) };
  }

  /** Up to the word `end` that stands as far to the right as the line of the definition. */
  private block(from: number, open: number): Body | null {
    const indent = this.indentOf(open);
    for (let at = from; at < Math.min(this.tokens.length, from + LONGEST_BODY); at++) {
      const token = this.tokens[at + 1];
      if (this.tokens[at]?.kind === "line" && token?.text === "end" && this.indentOf(at + 1) === indent) return { start: from, end: at };
    }
    return null;
  }

  private indentOf(at: number): number {
    const start = this.text.lastIndexOf("\n", this.tokens[at]?.start ?? 0) + 1;
    return /[^ \t]|$/g.exec(this.text.slice(start, start + 200))?.index ?? 0;
  }

  /** `sub run { my ($command) = @_; … }`, `sub run { my $command = shift; … }` */
  sub(at: number): TextFunction | null {
    const name = this.tokens[at + 1];
    if (name?.kind !== "word" || this.tokens[at + 2]?.text !== "{") return null;
    const end = this.args.closing(at + 2);
    const parameters: string[] = [];
    let start = at + 3;
    for (let taken = this.taken(start, end); taken !== null && parameters.length < LONGEST_HEAD; taken = this.taken(start, end)) {
      parameters.push(...taken.names);
      start = taken.next;
    }
    return end < 0 ? null : { name: name.text, head: at + 1, parameters, start, end };
  }

  /** The names of a statement that takes what a function is given; null for any other one. */
  private taken(from: number, to: number): { readonly names: readonly string[]; readonly next: number } | null {
    const names: string[] = [];
    for (let at = from; at < Math.min(to, from + LONGEST_HEAD); at++) {
      const token = this.tokens[at];
      if (token?.kind === "word" && token.text.startsWith("$")) names.push(token.text.slice(1));
      else if (token?.text === "=") {
        if (!TAKING.has(this.tokens[at + 1]?.text ?? "")) return null;
        while (at < to && this.tokens[at]?.text !== ";") at++;
        return { names, next: at + 1 };
      } else if (token === undefined || (token.kind !== "line" && !["my", "(", ")", ","].includes(token.text))) return null;
    }
    return null;
  }
}
