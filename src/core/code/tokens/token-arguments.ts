import type { Argument, Expr, Place } from "../ir.js";
import { TokenTargets } from "./token-targets.js";

/** Tokens between a keyword or key and its value. */
const KEYED: ReadonlySet<string> = new Set([":", "=>", "="]);

/** Reads the content of brackets: arguments, the items of a list, the entries of a record. */
export abstract class TokenArguments extends TokenTargets {
  /** Returns the expression in a range of tokens. */
  abstract range(from: number, to: number): Expr;

  /** Returns the arguments in a range of tokens, which are separated by commas or spaces. */
  arguments(from: number, to: number): Argument[] {
    const { list } = this;
    const args: Argument[] = [];
    let start = from;
    const add = (end: number): void => {
      const [first, last] = list.trimmed(start, end);
      if (first < last) args.push(this.argument(first, last));
    };
    for (let at = from; at < to; at = list.next(at)) {
      if (list.text(at) === "," && list.at(at).kind === "sign") {
        add(at);
        start = at + 1;
      } else if (at > start && this.startsItem(at)) {
        add(at);
        start = at;
      }
    }
    add(to);
    return args;
  }

  /** Whether an argument begins at a token, in a language in which arguments are separated by spaces. */
  protected startsItem(at: number): boolean {
    const { kind, text } = this.list.at(at);
    if (!this.dialect.juxtaposed || text === "," || this.list.text(at - 1) === "'") return false;
    return (
      this.list.closing(at) > 0 ||
      kind === "string" ||
      (kind === "word" && this.list.at(at - 1).kind === "string")
    );
  }

  protected argument(first: number, to: number): Argument {
    const { list } = this;
    // `:inline => "…"`
    const from = list.text(first) === ":" && list.text(first + 2) === "=>" ? first + 1 : first;
    const key = list.at(from);
    const isMethod =
      list.text(from + 1) === ":" &&
      list.isAdjacent(from + 1) &&
      list.isAdjacent(from + 2) &&
      list.text(from + 3) === "(";
    const isNamed =
      (key.kind === "word" || key.kind === "string") && KEYED.has(list.text(from + 1));
    const isKeyed = isNamed && !isMethod && to > from + 2 && list.text(from + 2) !== "=";
    const start = isKeyed ? from + 2 : from;
    return {
      name: isKeyed ? this.nameAt(from).name : null,
      spread: false,
      value: this.range(start, to),
      at: this.place(start, to),
    };
  }

  /** Lowers parentheses: a value, a list of several values, or a call in a language in which calls are lists. */
  protected group(open: number, close: number): Expr {
    if (this.dialect.juxtaposed)
      return this.list.text(open - 1) === "'"
        ? this.items(open, close)
        : this.range(open + 1, close);
    // Perl's `@list = ("x")`
    if (
      this.dialect.dotJoins &&
      this.list.text(open - 1) === "=" &&
      this.list.text(open - 2).startsWith("@")
    )
      return this.elements(open, close);
    const args = this.arguments(open + 1, close);
    const [only] = args;
    // Perl's `(name => "…")` is the content of a hash
    if (this.dialect.dotJoins && only !== undefined && only.name !== null)
      return this.listOf(args, this.place(open, close + 1));
    return args.length === 1 && only !== undefined
      ? only.value
      : { kind: "list", ...this.place(open, close + 1), items: args };
  }

  /** Lowers the values in the brackets of a loop; Perl's `@list` is spread into its items. */
  elements(open: number, close: number): Expr {
    const items = this.arguments(open + 1, close).map((item) => ({
      ...item,
      spread: item.spread || this.source[item.value.start] === "@",
    }));
    return { kind: "list", ...this.place(open, close + 1), items };
  }

  /** Lowers a list, or a record if its items have keys. */
  protected items(open: number, close: number): Expr {
    return this.listOf(this.arguments(open + 1, close), this.place(open, close + 1));
  }

  protected listOf(items: readonly Argument[], place: Place): Expr {
    if (!items.some(({ name }) => name !== null)) return { kind: "list", ...place, items };
    return {
      kind: "record",
      ...place,
      entries: items.map(({ name, value }) => ({ key: name, spread: false, value })),
    };
  }
}
