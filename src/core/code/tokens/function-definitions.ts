import { once } from "../../once.js";
import type { NameExpr } from "../ir.js";
import type { Dialect } from "../../lex/dialect.js";
import { withoutSigils } from "./token-targets.js";
import type { TokenList } from "./token-list.js";

/** Keywords before a definition. */
const DEFINING: ReadonlySet<string> = new Set([
  "def",
  "defp",
  "function",
  "func",
  "fn",
  "fun",
  "sub",
  "void",
]);
/** Characters that may end the type before a defined name. */
const TYPE_ENDS: ReadonlySet<string> = new Set([")", "*", ">", "]"]);
/** Keywords before a parenthesis that does not open a list of parameters. */
const CONTROLLING: ReadonlySet<string> = new Set([
  "if",
  "for",
  "foreach",
  "while",
  "switch",
  "catch",
  "match",
  "unless",
  "until",
  "with",
  "using",
  "synchronized",
]);
/** Keywords before a pattern with parentheses: `let Some(name) = …`, `case Job(name, _) => …`. */
const MATCHING: ReadonlySet<string> = new Set(["let", "val", "var", "case"]);
/** Maximum number of tokens between a function's parameters and its body. */
const MAX_HEAD_TOKENS = 12;

/** A parameter, with the range of its default value as indices of tokens. */
export interface DefinedParameter {
  readonly target: NameExpr;
  readonly rest: boolean;
  readonly default?: readonly [from: number, to: number];
}

/** A function that a program defines. */
export interface Definition {
  readonly name: string;
  readonly parameters: readonly DefinedParameter[];
  /** The range of the body, as indices of tokens. */
  readonly body: readonly [from: number, to: number];
  /** The index of the first token of the statement that contains the definition. */
  readonly start: number;
}

/** Returns the functions that a program defines, by the index of the first token of their statement. */
export function definitionsOf(
  text: string,
  list: TokenList,
  dialect: Dialect,
): ReadonlyMap<number, Definition> {
  const finder = new DefinitionFinder(text, list, dialect);
  const found = Array.from({ length: list.length }, (_, at) => finder.at(at)).filter(
    (each) => each !== null,
  );
  return new Map(
    found.filter(({ body: [from, to] }) => to > from).map((each) => [each.start, each]),
  );
}

class DefinitionFinder {
  constructor(
    private readonly text: string,
    private readonly list: TokenList,
    private readonly dialect: Dialect,
  ) {}

  /** Returns the function whose parameter list, or keyword `sub`, is the token at an index; null if there is none. */
  at(at: number): Definition | null {
    if (this.list.text(at) === "(") return this.withParameters(at);
    return this.list.text(at) === "sub" ? this.sub(at) : null;
  }

  /** Returns a function of Perl, which gets its arguments as a list: `sub name { my ($command) = @_; … }`. */
  private sub(at: number): Definition | null {
    const open = this.list.afterLines(at + 2, this.list.length);
    const close = this.list.text(open) === "{" ? this.list.closing(open) : -1;
    const name = this.nameOf(at + 1);
    return close < 0
      ? null
      : {
          name: name.name,
          parameters: [{ target: { ...name, name: "_" }, rest: true }],
          body: [open + 1, close],
          start: at,
        };
  }

  private withParameters(open: number): Definition | null {
    const { list } = this;
    const [owner, before, name] = [-4, -2, -1].map((offset) => list.text(open + offset));
    // `run <- function(…)`, `run = function(…)`
    const assigned =
      name === "function" && (before === "<-" || before === "=") && list.isWord(open - 3);
    const word = assigned ? open - 3 : open - 1;
    if (!list.isWord(word) || CONTROLLING.has(list.text(word))) return null;
    // Perl's `for my $name (@list) {`
    if (!assigned && list.text(word).startsWith("$")) return null;
    const defined =
      assigned || DEFINING.has(before ?? "") || (before === "." && DEFINING.has(owner ?? ""));
    // `if isLinux(name) {` is a condition
    const isTyped =
      list.isWord(open - 2) && !CONTROLLING.has(before ?? "") && !MATCHING.has(before ?? "");
    const typed = isTyped || TYPE_ENDS.has(before ?? "");
    const close = defined || typed ? list.closing(open) : -1;
    const parameters = close < 0 ? null : this.parameters(open + 1, close);
    const body = parameters === null ? null : this.body(close + 1, open, defined, assigned);
    return parameters === null || body === null
      ? null
      : { name: this.nameOf(word).name, parameters, body, start: this.lineStart(word) };
  }

  private nameOf(at: number): NameExpr {
    const { start, end, text } = this.list.at(at);
    return { kind: "name", name: withoutSigils(text), start, end };
  }

  /** Returns the index of the first token of the statement that contains a token. */
  private lineStart(at: number): number {
    let start = at;
    while (
      start > 0 &&
      this.list.at(start - 1).kind !== "line" &&
      ![";", "{", "}"].includes(this.list.text(start - 1))
    )
      start--;
    return start;
  }

  /** Returns the parameters in a range of tokens; null if it contains arguments of a call. */
  private parameters(from: number, to: number): readonly DefinedParameter[] | null {
    const found: DefinedParameter[] = [];
    let [last, given] = [-1, -1];
    let named = false;
    // the brackets of a type or of a default value contain no parameters
    for (let at = from; at <= to; at = named && at < to ? this.list.next(at) : at + 1) {
      const { kind, text } = this.list.at(at);
      if (kind === "string" && !named) return null;
      if (text === "," || at === to) {
        const range = given < 0 ? {} : { default: [given, at] as const };
        if (last >= 0) found.push({ target: this.nameOf(last), rest: false, ...range });
        [last, given, named] = [-1, -1, false];
      } else if (text === ":" || text === "=") {
        named = true;
        if (text === "=" && last >= 0 && given < 0) given = at + 1;
      } else if (kind === "word" && !named) [last, named] = [at, this.dialect.typeBehind === true];
    }
    return found;
  }

  /**
   * Returns the range of the body after a function's head: in braces, after an operator on the same line, or up to the matching `end`.
   * Returns null if there is none.
   */
  private body(
    from: number,
    open: number,
    defined: boolean,
    direct: boolean,
  ): readonly [number, number] | null {
    const { list } = this;
    if (direct && list.isWord(from)) return [from, list.statementEnd(from, list.length)];
    for (let at = from; at < from + MAX_HEAD_TOKENS; at++) {
      const { kind, text } = list.at(at);
      if (text === "{") return list.closing(at) < 0 ? null : [at + 1, list.closing(at)];
      if (text === ";") return null;
      if (
        text === "=>" ||
        (defined && (text === "=" || (text === "do" && list.text(at + 1) === ":")))
      ) {
        const end = list.statementEnd(list.text(at + 1) === ":" ? at + 2 : at + 1, list.length);
        // `= steps.foreach { … }`
        return [at + 1, list.text(end) === "{" ? list.next(end) : end];
      }
      if (kind === "line" && list.text(at + 1) !== "{")
        return defined ? (this.untilEnd(at, open) ?? (at > from ? [from, at] : null)) : null;
    }
    return null;
  }

  /** Returns the range up to the next line that is `end` with the indentation of the definition; null if there is none. */
  private untilEnd(from: number, open: number): readonly [number, number] | null {
    const indent = this.indentOf(open);
    const ends = this.ends().get(indent) ?? [];
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? from) < from) low = middle + 1;
      else high = middle;
    }
    const end = ends[low];
    return end === undefined ? null : [from, end];
  }

  /** The indices of the line ends before lines that begin with the word `end`, by the indentation of that word. */
  private readonly ends = once(() => {
    const found = new Map<number, number[]>();
    for (let at = 0; at < this.list.length; at++) {
      if (this.list.at(at).kind !== "line" || this.list.text(at + 1) !== "end") continue;
      const indent = this.indentOf(at + 1);
      const others = found.get(indent);
      if (others === undefined) found.set(indent, [at]);
      else others.push(at);
    }
    return found;
  });

  private indentOf(at: number): number {
    const start = this.text.lastIndexOf("\n", this.list.at(at).start) + 1;
    return /[^ \t]|$/g.exec(this.text.slice(start, start + 200))?.index ?? 0;
  }
}
