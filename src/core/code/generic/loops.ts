import { joinValues, UNKNOWN, type Value } from "../flow/value.js";
import type { ArgumentReader } from "./arguments.js";
import type { Token } from "./tokens.js";

/** Tokens between `for` and its variable, and before the list that is gone through. */
const REACH = 6;

const LOOPS: ReadonlySet<string> = new Set(["for", "foreach"]);
const EACH: ReadonlySet<string> = new Set(["each", "forEach"]);
const OPENING: ReadonlySet<string> = new Set(["(", "[", "{"]);

/** Names that go through the items of a list. */
export class LoopReader {
  constructor(
    private readonly tokens: readonly Token[],
    private readonly args: ArgumentReader,
  ) {}

  /** Sets the variable of the loop at a word. */
  read(token: Token, at: number): void {
    const next = this.tokens[at + 1]?.text ?? "";
    if (LOOPS.has(token.text)) this.forEach(at);
    else if (EACH.has(token.text) && this.tokens[at - 1]?.text === ".") this.block(at);
    // `c := range list`
    else if (next === ":=" && this.tokens[at + 2]?.text === "range") this.set(token.text, this.items(at + 3));
    else if ((next === "in" || next === ":") && this.isLoop(at)) this.set(token.text, this.items(at + 2));
  }

  private isLoop(at: number): boolean {
    return this.tokens.slice(Math.max(0, at - REACH), at).some((token) => LOOPS.has(token.text));
  }

  /** `foreach ($list as $c)`, `for my $c (…)` */
  private forEach(at: number): void {
    const open = this.tokens.slice(at + 1, at + 4).findIndex((token) => token.text === "(") + at + 1;
    const close = open > at ? this.args.closing(open) : -1;
    if (close < 0) return;
    const variable = this.tokens[close - 1]?.text ?? "";
    if (open > at + 1) this.set(this.tokens[open - 1]?.text ?? "", this.items(open));
    else if ([this.tokens[close - 2]?.text, this.tokens[close - 4]?.text].includes("as")) this.set(variable, this.items(open + 1));
  }

  /** `list.each do |c|`, `list.each { c -> … }`, `list.forEach { … it … }` */
  private block(at: number): void {
    const list = this.listBefore(at - 1);
    const variable = this.tokens.slice(at + 1, at + 5).find((token) => token.kind === "word" && token.text !== "do");
    if (variable !== undefined) this.set(variable.text, list);
    this.set("it", list);
  }

  /** The list that ends before a token: a name, or brackets. */
  private listBefore(end: number): Value {
    const last = this.tokens[end - 1];
    if (last?.kind === "word") return this.args.names.get(last.text.replace(/^[$@]+/, "")) ?? UNKNOWN;
    let depth = 0;
    for (let at = end - 1; at >= Math.max(0, end - 200); at--) {
      const { text } = this.tokens[at] ?? { text: "" };
      if (text === "]" || text === ")") depth++;
      else if ((text === "[" || text === "(") && --depth === 0) return this.args.value(text === "(" ? Math.max(0, at - 1) : at, end);
    }
    return UNKNOWN;
  }

  /** The list that begins at a token: the first name that holds one, or brackets; what is put around them is left out. */
  private items(from: number): Value {
    for (let at = from; at < from + REACH; at++) {
      const token = this.tokens[at];
      if (token === undefined || token.kind === "line") break;
      const held = token.kind === "word" ? this.args.names.get(token.text.replace(/^[$@]+/, "")) : undefined;
      if (held !== undefined && held.items !== null) return held;
      if (!OPENING.has(token.text)) continue;
      const close = this.args.closing(at);
      const made = this.args.words.has("flow.list", this.tokens[at - 1]?.text ?? "") ? this.args.value(at - 1, close + 1) : this.args.value(at, close + 1);
      if (close < 0 || made.items !== null || token.text === "{") return close < 0 ? UNKNOWN : made;
    }
    return UNKNOWN;
  }

  private set(name: string, list: Value): void {
    const items = list.items ?? [];
    this.args.names.set(name.replace(/^[$@]+/, ""), items.length === 0 ? UNKNOWN : joinValues(items.map((item) => item.value)));
  }
}
