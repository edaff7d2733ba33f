import type { NameExpr, Place, Target } from "../ir.js";
import type { Dialect } from "../../lex/dialect.js";
import type { KnownNames } from "./known-names.js";
import type { TokenList } from "./token-list.js";

/** Operators that assign to a name. */
export const ASSIGNING: ReadonlySet<string> = new Set(["=", ":=", "<-"]);
/** Tokens before or after `=` in a comparison. */
const COMPARING: ReadonlySet<string> = new Set(["=", "!", "<", ">", "~"]);
/** Operators between a name and its member. */
export const ACCESS: ReadonlySet<string> = new Set([".", "::", "->", ":", "?.", "$"]);

/** Constructors of values that contain an error, and nothing of what a call returns otherwise. */
const ERRORS: ReadonlySet<string> = new Set(["Err", "Error", "Failure", "Left"]);

/** Reads names and the targets of assignments. */
export abstract class TokenTargets {
  constructor(
    protected readonly source: string,
    readonly list: TokenList,
    protected readonly dialect: Dialect,
    protected readonly names: KnownNames,
  ) {}

  /** Returns the range in the text of a range of tokens. */
  protected place(from: number, to: number): Place {
    return { start: this.list.at(from).start, end: this.list.at(to - 1).end };
  }

  /** Returns the index of the first assignment operator in a range of tokens; -1 if there is none. */
  protected assignmentAt(from: number, to: number): number {
    return this.list.find(from, to, (at) => {
      const { kind, text } = this.list.at(at);
      return (
        kind === "sign" && ASSIGNING.has(text) && at > from && !(text === "=" && this.compares(at))
      );
    });
  }

  protected compares(at: number): boolean {
    const { list } = this;
    return (
      (list.isAdjacent(at) && COMPARING.has(list.text(at - 1))) ||
      (list.isAdjacent(at + 1) && COMPARING.has(list.text(at + 1)))
    );
  }

  /** Returns the target in the range of tokens before an assignment operator. */
  protected target(from: number, to: number): Target {
    const { list } = this;
    const made = list.find(from, to, (at) => at > from && list.isConstructor(at));
    if (made >= 0) return this.pattern(made);
    const [opened, end] = list.text(from) === "(" ? [true, list.closing(from)] : [false, to];
    const parts: number[] = [];
    let last = -1;
    let typed = false;
    for (let at = opened ? from + 1 : from; at < Math.max(end, from); at = list.next(at)) {
      const { kind, text } = list.at(at);
      if (text === ",") {
        parts.push(last);
        typed = false;
      } else if (
        text === "(" &&
        !opened &&
        list.isWord(at - 1) &&
        at > from &&
        !list.isAdjacent(at)
      )
        return this.target(at, list.closing(at) + 1);
      else if (text === "<")
        at = Math.max(
          at,
          list.find(at, end, (each) => list.text(each) === ">"),
        );
      else if (text === ":") typed ||= last >= 0;
      else if ((kind === "word" || kind === "string") && !typed) {
        last = at;
        typed =
          this.dialect.typeBehind === true &&
          text !== "var" &&
          text !== "const" &&
          !ACCESS.has(list.text(at + 1));
      }
    }
    parts.push(last);
    const targets = parts.map((at): NameExpr | null => (at < 0 ? null : this.nameAt(at)));
    return targets.length === 1 && !opened && targets[0]
      ? targets[0]
      : { kind: "items", items: targets };
  }

  /** Returns the target in the parentheses of a pattern, `Ok(name)`, `Job(_, code)`; nothing is assigned by the pattern of an error. */
  protected pattern(open: number): Target {
    const { list } = this;
    if (ERRORS.has(list.text(open - 1))) return { kind: "items", items: [] };
    const close = list.closing(open);
    const isOne = list.find(open + 1, close, (at) => list.text(at) === ",") < 0;
    return isOne ? this.target(open + 1, close) : this.target(open, close + 1);
  }

  /** Returns the name at a token, without sigils and with dots instead of spaces. A string may also be a name: `"user-data" = …`. */
  nameAt(at: number): NameExpr {
    const token = this.list.at(at);
    return {
      kind: "name",
      start: token.start,
      end: token.end,
      name:
        token.literal === null
          ? withoutSigils(token.text).replaceAll(" ", ".")
          : this.source.slice(token.literal.open.end, token.literal.close.start),
      ...(/^[$@]/.test(token.text) && { isVariable: true as const }),
    };
  }
}

export function withoutSigils(word: string): string {
  return word.replace(/^[$@&]+/, "");
}
