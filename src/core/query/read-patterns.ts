import type { QueryFile } from "../assets.js";
import { queryErrorAt } from "./query-error.js";
import { tokensOf, type Token } from "./query-tokens.js";

/** A predicate as written in a file: `(#any-of? @a "b" "c")`. */
export interface PredicateSource {
  /** The name with its last character: `any-of?`, `set!`. */
  readonly operator: string;
  readonly operands: readonly Token[];
  readonly start: number;
  readonly end: number;
}

/** One top-level pattern of a file, with offsets into the file's text. */
export interface PatternSource {
  readonly file: QueryFile;
  readonly start: number;
  readonly end: number;
  /** The comment lines directly above, without their semicolons; may be empty. */
  readonly comment: string;
  readonly captures: readonly Token[];
  readonly predicates: readonly PredicateSource[];
  /** All of its tokens, including comments and predicates. */
  readonly tokens: readonly Token[];
}

/**
 * Reads the patterns of a file: their offsets, captures and predicates.
 * @throws QueryError if a bracket or a quotation mark is open, or text is not a pattern
 */
export function readPatterns(file: QueryFile): PatternSource[] {
  return new Reader(file).patterns();
}

class Reader {
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(private readonly file: QueryFile) {
    this.tokens = tokensOf(file);
  }

  patterns(): PatternSource[] {
    const found: PatternSource[] = [];
    let comments: Token[] = [];
    for (let token = this.peek(); token !== undefined; token = this.peek()) {
      if (token.kind === "comment") {
        comments.push(token);
        this.at++;
      } else {
        found.push(this.pattern(comments));
        comments = [];
      }
    }
    if (found.length === 0)
      throw queryErrorAt(
        this.file,
        0,
        "query-syntax",
        "this file contains no pattern",
        "write one, or remove the file",
      );
    return found;
  }

  /** Reads a node, a group, an alternation or a string, with the quantifiers and captures after it. */
  private pattern(comments: readonly Token[]): PatternSource {
    const captures: Token[] = [];
    const predicates: PredicateSource[] = [];
    const from = this.at;
    const first = this.next();
    if (first.kind === "open") this.inside(first, captures, predicates);
    else if (first.kind !== "string" && first.kind !== "other") throw this.misplaced(first);
    let end = this.lastEnd();
    for (let token = this.peek(); token !== undefined && belongsAfter(token); token = this.peek()) {
      if (token.kind === "capture") captures.push(token);
      end = token.end;
      this.at++;
    }
    return {
      file: this.file,
      start: first.start,
      end,
      comment: commentAbove(this.file.text, comments, first.start),
      captures,
      predicates,
      tokens: this.tokens.slice(from, this.at),
    };
  }

  /** Reads up to the bracket that closes `open`, without recursion, so that no nesting is too deep. */
  private inside(open: Token, captures: Token[], predicates: PredicateSource[]): void {
    const opened = [open];
    while (opened.length > 0) {
      const token = this.peek();
      if (token === undefined) throw this.unclosed(opened[opened.length - 1] ?? open);
      this.at++;
      if (token.kind === "close") this.close(opened.pop(), token);
      else if (token.kind === "capture") captures.push(token);
      else if (token.kind === "predicate") throw this.misplaced(token);
      else if (token.kind === "open") {
        if (this.peekCode()?.kind === "predicate") predicates.push(this.predicate(token));
        else opened.push(token);
      }
    }
  }

  private close(open: Token | undefined, token: Token): void {
    if ((open?.value === "(") !== (token.value === ")")) {
      throw queryErrorAt(
        this.file,
        token.start,
        "query-syntax",
        `unmatched "${token.value}"`,
        "balance the brackets",
      );
    }
  }

  private predicate(open: Token): PredicateSource {
    const operator = this.nextCode();
    const operands: Token[] = [];
    for (;;) {
      const token = this.nextCode();
      if (token.kind === "close" && token.value === ")")
        return { operator: operator.value, operands, start: open.start, end: token.end };
      // A bare word is a string in the query language.
      if (token.kind === "string" || token.kind === "capture" || token.kind === "other")
        operands.push(token);
      else throw this.misplaced(token);
    }
  }

  private peek(): Token | undefined {
    return this.tokens[this.at];
  }

  private peekCode(): Token | undefined {
    while (this.peek()?.kind === "comment") this.at++;
    return this.peek();
  }

  private next(): Token {
    const token = this.tokens[this.at++];
    if (token === undefined) throw this.unclosed(undefined);
    return token;
  }

  private nextCode(): Token {
    this.peekCode();
    return this.next();
  }

  private lastEnd(): number {
    return this.tokens[this.at - 1]?.end ?? 0;
  }

  private unclosed(open: Token | undefined): Error {
    const at = open?.start ?? this.file.text.length;
    return queryErrorAt(
      this.file,
      at,
      "query-syntax",
      "the file ends before this is closed",
      "balance the brackets",
    );
  }

  private misplaced(token: Token): Error {
    const written = this.file.text.slice(token.start, token.end);
    const advice =
      token.kind === "predicate"
        ? `write (${written} …) inside the pattern`
        : "write a pattern in brackets first";
    return queryErrorAt(
      this.file,
      token.start,
      "query-syntax",
      `${written} is not inside a pattern`,
      advice,
    );
  }
}

function belongsAfter(token: Token): boolean {
  return (
    token.kind === "capture" || (token.kind === "other" && ["*", "+", "?"].includes(token.value))
  );
}

/** Returns the text of the comments that end on the line above `start`. */
function commentAbove(text: string, comments: readonly Token[], start: number): string {
  const last = comments[comments.length - 1];
  if (last === undefined || text.slice(last.end, start).split("\n").length !== 2) return "";
  return comments.map((comment) => comment.value.replace(/^;+\s?/, "").trim()).join("\n");
}
