import type { Source } from "../../source.js";
import { NOTHING, type Analysis } from "../analysis.js";
import { plainText, splitWords, TextBuilder } from "../flow/texts.js";
import { UNKNOWN, type Item } from "../flow/value.js";
import { analyzeJavaScript } from "../javascript/analyze.js";
import { analyzePython } from "../python/analyze.js";
import type { CodeTools } from "../tools.js";
import { ANY_APIS, APIS, ASSIGNED, type ApiTable, type Shape } from "./apis.js";
import { ArgumentReader, type Argument } from "./arguments.js";
import { CallReader } from "./calls.js";
import { ANY, DIALECTS, dialectOf, type Dialect } from "./dialect.js";
import { tokenize, type Token } from "./tokens.js";

/** Strings that calls of any other language hand to a shell. The tag names the language; without one, all are thought of. */
export function analyzeGeneric(source: Source, tag: string | null, tools: CodeTools): Analysis {
  const name = dialectOf(tag);
  if (name !== null) return readAs(source, DIALECTS[name] ?? ANY, APIS[name] ?? {}, ASSIGNED[name] ?? NONE);
  const readings = [analyzePython(source, tools), analyzeJavaScript(source, tools), readAs(source, ANY, ANY_APIS, NONE)];
  return { matches: [], notes: [], injections: readings.flatMap((reading) => reading.injections), executesStdin: readings.some((reading) => reading.executesStdin === true) };
}

const NONE: ReadonlySet<string> = new Set();

function readAs(source: Source, dialect: Dialect, apis: ApiTable, assigned: ReadonlySet<string>): Analysis {
  if (!mentions(source.text, dialect, apis, assigned)) return NOTHING;
  const reader = new GenericReader(source, dialect, apis, assigned);
  return { ...NOTHING, injections: reader.read() };
}

/** A scan that spares the reading of texts that name nothing of interest. */
function mentions(text: string, dialect: Dialect, apis: ApiTable, assigned: ReadonlySet<string>): boolean {
  if (dialect.strings.some((syntax) => syntax.executes) && /`|%x|qx/.test(text)) return true;
  return [...Object.keys(apis), ...assigned].some((name) => text.includes(name.slice(name.lastIndexOf(".") + 1)));
}

const JOINTS: ReadonlySet<string> = new Set([".", "::", "->", ":"]);
const GROWING: ReadonlySet<string> = new Set([".=", "+=", "<<"]);
const DEFINING: ReadonlySet<string> = new Set(["def", "defp", "function", "func", "fn", "fun", "sub", "void", "class", "struct", "import", "use", "require"]);

class GenericReader {
  private readonly tokens: readonly Token[];
  private readonly args: ArgumentReader;
  private readonly calls: CallReader;

  constructor(
    private readonly source: Source,
    private readonly dialect: Dialect,
    private readonly apis: ApiTable,
    private readonly assigned: ReadonlySet<string>,
  ) {
    this.tokens = tokenize(source, dialect);
    this.args = new ArgumentReader(source, this.tokens, dialect);
    this.calls = new CallReader(source);
  }

  read(): CallReader["injections"] {
    this.tokens.forEach((token, at) => {
      if (token.kind === "string") this.string(token, at);
      else if (token.kind === "word") this.word(token, at);
      else if (token.text === "]") this.listMethod(at);
    });
    return this.calls.injections;
  }

  private string(token: Token, at: number): void {
    if (token.value === null) return;
    if (token.executes) this.calls.inject(token.value.source, "`…`", token);
    // `"…".execute()`
    const item: Item = { value: { ...UNKNOWN, texts: [token.value] }, spread: false, start: token.start, end: token.end };
    if (this.methodShape(at) === "blanks") this.calls.read("list", "execute", token, [{ name: null, ...item, value: { ...UNKNOWN, items: splitWords(token.value.source, false).map((source) => ({ ...item, value: { ...UNKNOWN, texts: [plainText(source)] } })) } }]);
  }

  /** The shape of a method called on the literal that ends at a token: only Groovy's `execute`. */
  private methodShape(at: number): Shape | undefined {
    const method = this.tokens[at + 2];
    return this.tokens[at + 1]?.text === "." && method?.text === "execute" ? this.apis["*.execute"] : undefined;
  }

  /** `["sh", "-c", "…"].execute()` */
  private listMethod(at: number): void {
    if (this.methodShape(at) === undefined) return;
    let open = at;
    for (let depth = 0; open >= 0 && at - open < 200; open--) {
      if (this.tokens[open]?.text === "]") depth++;
      else if (this.tokens[open]?.text === "[" && --depth === 0) break;
    }
    const value = this.args.value(Math.max(open, 0), at + 1);
    const place = { start: this.tokens[Math.max(open, 0)]?.start ?? 0, end: this.tokens[at]?.end ?? 0 };
    this.calls.read("list", "execute", place, [{ name: null, value, spread: false, ...place }]);
  }

  private word(token: Token, at: number): void {
    this.remember(token, at);
    const shape = this.shapeOf(at);
    if (shape !== null) this.call(token, at, shape);
  }

  /** `name = value`: the value is known from here on. */
  private remember(token: Token, at: number): void {
    if (this.grow(token, at)) return;
    const sign = this.tokens[at + 1];
    const isNamed = sign?.text === ":" && this.assigned.has(token.text);
    if (sign === undefined || !(sign.text === "=" || sign.text === ":=" || isNamed)) return;
    if (this.tokens[at + 2]?.text === "=") return;
    const value = this.args.value(at + 2, this.args.commandEnd(at + 2));
    this.args.names.set(token.text.replace(/^[$@]+/, ""), value);
    if (this.assigned.has(token.text)) for (const item of value.items ?? [{ value }]) for (const text of item.value.texts) this.calls.inject(text.source, token.text, token);
  }

  /** `name .= value`, `name += value`, `name << value`: the string grows. */
  private grow(token: Token, at: number): boolean {
    const sign = `${this.tokens[at + 1]?.text ?? ""}${this.tokens[at + 2]?.text ?? ""}`;
    if (!GROWING.has(sign)) return false;
    const name = token.text.replace(/^[$@]+/, "");
    const before = this.args.names.get(name)?.texts[0];
    const added = this.args.value(at + 3, this.args.commandEnd(at + 3)).texts[0];
    if (before === undefined) return true;
    const builder = new TextBuilder(this.source).append(before.source, before.pieces);
    if (added === undefined) builder.unknown(token, "");
    else builder.append(added.source, added.pieces);
    this.args.names.set(name, { ...UNKNOWN, texts: builder.buildAll() });
    return true;
  }

  /** The shape of the call at a word, by its name and what qualifies it. */
  private shapeOf(at: number): Shape | null {
    const parts = [this.tokens[at]?.text ?? ""];
    let before = at - 1;
    let qualified = false;
    while (parts.length < 4 && JOINTS.has(this.tokens[before]?.text ?? "") && this.tokens[before]?.end === this.tokens[before + 1]?.start) {
      const owner = this.tokens[before - 1];
      qualified = qualified || this.tokens[before]?.text !== ":" || owner?.kind === "word";
      if (owner?.kind !== "word" || owner.end !== this.tokens[before]?.start) break;
      parts.unshift(owner.text.replace(/^[$@]+/, ""));
      before -= 2;
    }
    if (DEFINING.has(this.tokens[before]?.text ?? "")) return null;
    for (let from = 0; from < parts.length; from++) {
      const name = parts.slice(from).join(".");
      if (from === parts.length - 1 && qualified) return this.apis[`*.${name}`] ?? null;
      const shape = Object.hasOwn(this.apis, name) ? this.apis[name] : undefined;
      if (shape !== undefined) return shape;
    }
    return null;
  }

  private call(token: Token, at: number, shape: Shape): void {
    const next = this.tokens[at + 1];
    if (next === undefined) return;
    if (this.dialect.adjacent && next.start !== token.end) return;
    if (next.text === "(" || (next.text === "{" && shape === "quotes")) {
      const close = this.args.closing(at + 1);
      if (close < 0) return;
      const args = this.args.arguments(at + 2, close);
      const all = shape === "chain" ? [...args, ...this.chained(close)] : args;
      this.calls.read(shape, token.text, { start: token.start, end: this.tokens[close]?.end ?? token.end }, all);
    } else if (this.dialect.commandCalls && next.kind !== "line" && next.text !== "." && next.text !== "=") {
      const end = this.args.commandEnd(at + 1);
      this.calls.read(shape, token.text, token, this.args.arguments(at + 1, end));
    }
  }

  /** `.arg("-c").args(["…"])` behind a call. */
  private chained(from: number): Argument[] {
    const added: Argument[] = [];
    let at = from + 1;
    for (;;) {
      while (this.tokens[at]?.kind === "line") at++;
      const method = this.tokens[at + 1];
      const open = at + 2;
      if (this.tokens[at]?.text !== "." || method?.kind !== "word" || this.tokens[open]?.text !== "(") return added;
      const close = this.args.closing(open);
      if (close < 0) return added;
      if (method.text === "arg" || method.text === "args") added.push(...this.args.arguments(open + 1, close));
      at = close + 1;
    }
  }
}
