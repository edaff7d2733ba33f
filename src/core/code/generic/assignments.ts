import { TextBuilder } from "../flow/texts.js";
import { UNKNOWN, type Value } from "../flow/value.js";
import type { Source } from "../../source.js";
import { ASSIGNING, type Argument, type ArgumentReader } from "./arguments.js";
import type { Dialect } from "./dialect.js";
import type { Token } from "./tokens.js";

const GROWING: ReadonlySet<string> = new Set([".=", "+=", "<<"]);
/** `||=`, `??=`, `//=`: a value where there is none yet. */
const DEFAULTING: ReadonlySet<string> = new Set(["||", "??", "//"]);

/** `(let ((name "…")`, `(let [name "…"]` */
const BINDING: ReadonlySet<string> = new Set(["((", "let["]);

/** Words before a name that is followed by its value. */
const DEFINERS: ReadonlySet<string> = new Set(["define", "def", "defvar", "defconst", "defparameter", "setq", "setf"]);

/** What a type is made of, besides words. */
const TYPE_SIGNS: ReadonlySet<string> = new Set(["<", ">", "&", "'", "[", "]", ".", "::", "*", "?"]);
const LONGEST_TYPE = 12;

/** Calls after which what their first argument names holds a string. */
const FILLING = ["flow.fill", "flow.define", "flow.append"];

/** Lists put together item by item are followed so far. */
const LONGEST_LIST = 100;

/** Words before a call that are no type. */
export const NO_TYPES: ReadonlySet<string> = new Set(["return", "new", "throw", "else", "case", "await", "not", "and", "or"]);

/** Names that are given values: gone through in order, each holds from there on what was assigned last. */
export class AssignmentReader {
  constructor(
    private readonly source: Source,
    private readonly tokens: readonly Token[],
    private readonly args: ArgumentReader,
    private readonly dialect: Dialect,
  ) {}

  /** The value that the name at a token is set to there; null where it is set to none. `keyed`: `name: value` sets it too. */
  read(token: Token, at: number, keyed: boolean): Value | null {
    if (this.changes(token, at)) return null;
    const from = this.valueAt(token, at, keyed);
    if (from < 0) return null;
    const value = this.args.value(from, this.args.valueEnd(from));
    this.args.names.set(nameOf(token.text), value);
    return value;
  }

  /** Where the value begins that is assigned to the name at a token; -1 where none is. */
  private valueAt(token: Token, at: number, keyed: boolean): number {
    const [before, next] = [this.tokens[at - 1], this.tokens[at + 1]];
    // Elixir's `@name "…"`, Perl's `use constant NAME => "…"`, C's `#define NAME "…"`, Lisp's `(def name "…")` and `(let ((name "…")`
    const isBound = this.dialect.juxtaposed && before !== undefined && BINDING.has(`${this.tokens[at - 2]?.text ?? ""}${before.text}`);
    if (next?.kind === "string" && (token.text.startsWith("@") || isBound || DEFINERS.has(before?.text ?? ""))) return at + 1;
    if (keyed && (next?.text === ":" || next?.text === "=>")) return at + 2;
    if (next?.text === "=>") return before?.text === "constant" ? at + 2 : -1;
    if (this.isType(before)) return -1;
    const sign = this.signBehind(at);
    return ASSIGNING.has(this.tokens[sign]?.text ?? "") && this.tokens[sign + 1]?.text !== "=" ? sign + 1 : -1;
  }

  /** Whether a word is the type of the name before it: `name: type = …`, `var name type = …`. */
  private isType(before: Token | undefined): boolean {
    if (before === undefined) return false;
    return [":", "&", "<"].includes(before.text) || (this.dialect.typeBehind && before.kind === "word" && before.text !== "var" && before.text !== "const");
  }

  /** Where the assigning sign of a name would stand: behind its type or its brackets, where it has them. */
  private signBehind(at: number): number {
    const [next, second] = [this.tokens[at + 1]?.text ?? "", this.tokens[at + 2]?.text ?? ""];
    if (DEFAULTING.has(next + second)) return at + 3;
    // `char *argv[] = …`, `char line[80] = …`
    if (next === "[" && this.tokens[at - 1]?.kind !== "line") return second === "]" ? at + 3 : at + 4;
    // `var name string = …`
    const typed = this.dialect.typeBehind && (this.tokens[at + 1]?.kind === "word" || next === "[");
    if (next !== ":" && next !== "::" && next !== "<" && !typed) return at + 1;
    let sign = typed ? at + 1 : at + 2;
    while (sign - at < LONGEST_TYPE && (this.tokens[sign]?.kind === "word" || TYPE_SIGNS.has(this.tokens[sign]?.text ?? ""))) sign++;
    return sign;
  }

  /** What changes a name without a sign for it: a call that fills or defines it, or adds to it. */
  private changes(token: Token, at: number): boolean {
    if (this.grow(token, at)) return true;
    if (this.tokens[at + 1]?.text !== "(" && this.tokens[at + 1]?.text !== "{") return false;
    const owner = this.tokens[at - 1]?.text === "." ? this.tokens[at - 2] : undefined;
    if (owner?.kind === "word") {
      if (this.args.words.has("flow.mutator.method", token.text)) this.add(nameOf(owner.text), this.within(at + 1));
    } else if (FILLING.some((capture) => this.args.words.has(capture, token.text))) this.fill(at);
    else this.construct(token, at);
    return false;
  }

  /** The arguments in the brackets at a token. */
  private within(open: number): readonly Argument[] {
    const close = this.args.closing(open);
    return close < 0 ? [] : this.args.arguments(open + 1, close);
  }

  /** `sprintf(buffer, "…", x)`, `strcat(buffer, "…")`, `define("NAME", "…")` */
  private fill(at: number): void {
    const call = this.tokens[at]?.text ?? "";
    const [first, ...rest] = this.within(at + 1);
    const word = this.tokens.slice(at + 2, at + 4).find((each) => each.kind === "word")?.text;
    const { words } = this.args;
    const name = words.has("flow.define", call) ? first?.value.texts[0]?.source.text : word;
    if (name === undefined) return;
    const text = rest.find((arg) => arg.value.texts.length > 0);
    if (words.has("flow.append", call)) this.append(nameOf(name), this.tokens[at], text?.value);
    else if (text !== undefined) this.args.names.set(name, text.value);
  }

  /** `std::string name("…")`, `std::string name{"…"}` */
  private construct(token: Token, at: number): void {
    const type = this.tokens[at - 1];
    if (this.tokens[at + 2]?.kind !== "string" || type?.kind !== "word" || NO_TYPES.has(type.text)) return;
    const [only, ...more] = this.within(at + 1);
    if (only !== undefined && more.length === 0) this.args.names.set(nameOf(token.text), only.value);
  }

  /** `list.add("…")`: a list that was begun before. */
  private add(name: string, added: readonly Argument[]): void {
    const before = this.args.names.get(name);
    if (before !== undefined && before.texts.length === 0 && (before.items ?? []).length < LONGEST_LIST) this.args.names.set(name, { ...UNKNOWN, items: [...(before.items ?? []), ...added] });
  }

  /** `name .= value`, `name += value`, `name << value`: the string grows. */
  private grow(token: Token, at: number): boolean {
    if (!GROWING.has(`${this.tokens[at + 1]?.text ?? ""}${this.tokens[at + 2]?.text ?? ""}`)) return false;
    this.append(nameOf(token.text), token, this.args.value(at + 3, this.args.commandEnd(at + 3)));
    return true;
  }

  private append(name: string, place: Token | undefined, added: Value | undefined): void {
    const before = this.args.names.get(name)?.texts[0];
    const more = added?.texts[0];
    if (before === undefined || place === undefined) return;
    const builder = new TextBuilder(this.source).append(before.source, before.pieces);
    if (more === undefined) builder.unknown(place, "");
    else builder.append(more.source, more.pieces);
    this.args.names.set(name, { ...UNKNOWN, texts: builder.buildAll() });
  }
}

/** A name without its sigils. */
function nameOf(word: string): string {
  return word.replace(/^[$@]+/, "");
}
