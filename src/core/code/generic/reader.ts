import type { Match } from "../../model.js";
import type { Role } from "../../query/role.js";
import type { NameTable } from "../../query/words.js";
import type { Source } from "../../source.js";
import { isCommandList, LISTS_CODE } from "../flow/handed.js";
import { commandLines } from "../flow/texts.js";
import { UNKNOWN, type Value } from "../flow/value.js";
import { ArgumentReader, type Argument } from "./arguments.js";
import { AssignmentReader } from "./assignments.js";
import { CallReader } from "./calls.js";
import type { Dialect } from "./dialect.js";
import { FlowReader } from "./flows.js";
import { DEFINING, functionsOf, type TextFunction } from "./functions.js";
import { LoopReader } from "./loops.js";
import { tokenize, type Token } from "./tokens.js";
import type { CallRole, Words } from "./words.js";

/** What there is to know about a language. */
export interface GenericLanguage {
  readonly dialect: Dialect;
  readonly words: Words;
  readonly table: NameTable;
}

/** Words added to one process one by one are followed so far. */
const MAX_WORDS = 50;

/** Functions are gone into once more where they are called, so deep, and over so many tokens for each token there is. */
const INLINED = { depth: 3, work: 8 };

const JOINTS: ReadonlySet<string> = new Set([".", "::", "->", ":"]);

/** Reads a language without a grammar: strings that calls hand to a shell, and what is fetched or decoded and then executed. */
export class GenericReader {
  private readonly tokens: readonly Token[];
  private readonly args: ArgumentReader;
  private readonly assignments: AssignmentReader;
  private readonly loops: LoopReader;
  private readonly calls: CallReader;
  private readonly functions: ReadonlyMap<number, TextFunction>;
  private readonly byName: ReadonlyMap<string, TextFunction>;
  private depth = 0;
  private work: number;
  /** Whether the text holds a list of a shell's words. */
  private readonly lists: boolean;

  /** The words that the process described last is to run; empty where none is. */
  private words: readonly Argument[] = [];

  /** Arguments that were told before their program, with how they are read, by the object they belong to. */
  private readonly waiting = new Map<string, { readonly item: Argument; readonly read: CallRole }>();

  constructor(
    private readonly source: Source,
    private readonly language: GenericLanguage,
  ) {
    this.tokens = tokenize(source, language.dialect);
    this.args = new ArgumentReader(source, this.tokens, language.dialect, language.words);
    this.assignments = new AssignmentReader(source, this.tokens, this.args, language.dialect);
    this.loops = new LoopReader(this.tokens, this.args);
    this.functions = functionsOf(source.text, this.tokens, this.args, language.dialect);
    this.byName = new Map([...this.functions.values()].map((each) => [each.name, each]));
    this.work = INLINED.work * this.tokens.length;
    this.lists = LISTS_CODE.test(source.text);
    this.calls = new CallReader(source);
  }

  /** What is fetched or decoded and then executed. */
  flows(): readonly Match[] {
    return new FlowReader(this.source, this.tokens, this.args, this.language.dialect, this.language.table).read();
  }

  read(): CallReader["injections"] {
    this.run(0, this.tokens.length);
    return this.calls.injections;
  }

  private run(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const token = this.tokens[at];
      const own = this.functions.get(at);
      if (own !== undefined && at > from && own.end <= to && this.depth < INLINED.depth) {
        this.enter(own, []);
        at = own.end - 1;
      } else if (token?.kind === "string") this.string(token, at);
      else if (token?.kind === "word") this.word(token, at);
      else if (token?.text === "]") this.listMethod(at);
    }
  }

  /** Reads the body of a function, where its parameters hold what it is called with: names of its own. */
  private enter({ parameters, start, end }: TextFunction, given: readonly Argument[]): void {
    const { names } = this.args;
    const before = parameters.map((name) => [name, names.get(name)] as const);
    parameters.forEach((name, at) => names.set(name, (given.find((arg) => arg.name === name) ?? given[at])?.value ?? UNKNOWN));
    this.depth++;
    this.run(start, end);
    this.depth--;
    for (const [name, value] of before) {
      if (value === undefined) names.delete(name);
      else names.set(name, value);
    }
  }

  /** A call of a function of the text that is given strings. */
  private inline(token: Token, at: number): void {
    const own = this.byName.get(token.text);
    const size = own === undefined ? 0 : own.end - own.start;
    if (own === undefined || at === own.head || this.depth >= INLINED.depth || this.work < size) return;
    const given = this.given(at);
    if (!given.some((arg) => arg.value.texts.length > 0 || arg.value.items !== null)) return;
    this.work -= size;
    this.enter(own, given);
  }

  /** The arguments of the call at a word. */
  private given(at: number): readonly Argument[] {
    const next = this.tokens[at + 1];
    if (next?.text === "(") {
      const close = this.args.closing(at + 1);
      return close < 0 ? [] : this.args.arguments(at + 2, close);
    }
    return this.language.dialect.commandCalls && next?.kind === "string" ? this.args.arguments(at + 1, this.args.commandEnd(at + 1)) : [];
  }

  private string(token: Token, at: number): void {
    if (token.value === null) return;
    if (token.executes) for (const text of this.args.texts(token, token.value)) this.calls.inject(text.source, "`…`", token, null);
    // `"user-data" = "…"`
    if (this.language.words.has("inject.assigned", token.value.source.text)) this.remember({ ...token, text: token.value.source.text }, at);
    // `"…".execute()`
    const method = this.literalMethod(at);
    if (method !== null) this.calls.read(method, this.tokens[at + 2]?.text ?? "", token, [{ name: null, value: { ...UNKNOWN, texts: [token.value] }, spread: false, start: token.start, end: token.end }]);
  }

  /** The method called on the literal that ends at a token, where it runs that: Groovy's `execute`, Scala's `!`. */
  private literalMethod(at: number): CallRole | null {
    const method = this.tokens[at + 1]?.text === "." ? this.language.words.method(this.tokens[at + 2]?.text ?? "") : null;
    return method?.role.settings["object"] === "literal" ? method : null;
  }

  /** `["sh", "-c", "…"].execute()` */
  private listMethod(at: number): void {
    const method = this.literalMethod(at);
    if (method === null) return;
    let open = at;
    for (let depth = 0; open >= 0 && at - open < 200; open--) {
      if (this.tokens[open]?.text === "]") depth++;
      else if (this.tokens[open]?.text === "[" && --depth === 0) break;
    }
    const value = this.args.value(Math.max(open, 0), at + 1);
    const place = { start: this.tokens[Math.max(open, 0)]?.start ?? 0, end: this.tokens[at]?.end ?? 0 };
    this.calls.read({ ...method, shape: "list" }, this.tokens[at + 2]?.text ?? "", place, [{ name: null, value, spread: false, ...place }]);
  }

  private word(token: Token, at: number): void {
    this.remember(token, at);
    this.loops.read(token, at);
    this.add(token, at);
    this.inline(token, at);
    const role = this.roleOf(at);
    if (role !== null) this.call(token, at, role);
    else this.handOn(token, at);
  }

  /** A list of a shell's words, handed to a call that nothing is known of. */
  private handOn(token: Token, at: number): void {
    if (!this.lists || this.tokens[at + 1]?.text !== "(" || DEFINING.has(this.tokens[at - 1]?.text ?? "") || this.byName.has(token.text)) return;
    for (const { value } of this.given(at)) {
      if (isCommandList(token.text, value.items)) for (const code of commandLines(this.source, value.items)) this.calls.inject(code, token.text, token, null);
    }
  }

  /** `name = value`: the value is known from here on. */
  private remember(token: Token, at: number): void {
    const assigned = this.language.words.role("inject.assigned", token.text);
    const value = this.assignments.read(token, at, assigned !== null);
    if (value === null) return;
    if (assigned !== null) this.assign(token, value, assigned);
    this.started(token, value, at);
  }

  /** `command = "…"`, `inline = ["…", "…"]`; `command = ["sh", "-c", "…"]` holds the words of one command. */
  private assign(token: Token, value: Value, role: Role): void {
    const first = value.items?.[0]?.value.texts[0]?.source.text ?? "-";
    if (role.settings["list"] === "words" && (value.items?.length ?? 0) > 1 && !first.startsWith("-")) this.calls.read({ shape: "list", role }, token.text, token, [{ name: null, value, spread: false, start: token.start, end: token.end }]);
    else for (const item of value.items ?? [{ value }]) for (const text of item.value.texts) this.calls.inject(text.source, token.text, token, role);
  }

  /** `p.launchPath = "/bin/sh"` and `p.arguments = ["-c", "…"]`, in either order. */
  private started(token: Token, value: Value, at: number): void {
    const { words } = this.language;
    if (words.process === null) return;
    const item = { name: null, value, spread: false, start: token.start, end: token.end };
    const owner = this.tokens[at - 1]?.text === "." ? (this.tokens[at - 2]?.text ?? "") : "";
    if (words.has("process.program", token.text)) {
      this.words = [item];
      const told = this.waiting.get(owner);
      this.waiting.delete(owner);
      if (told !== undefined) this.calls.read(told.read, token.text, token, [item, told.item]);
      return;
    }
    const read = words.argumentsOf(token.text);
    if (read === null) return;
    if (this.words.length > 0) this.calls.read(read, token.text, token, [...this.words.slice(0, 1), item]);
    else this.waiting.set(owner, { item, read });
  }

  /** `command.env(…).arg("-c");`, `info.ArgumentList.Add("-c");` */
  private add(token: Token, at: number): void {
    const { process } = this.language.words;
    if (process === null || this.words.length === 0 || this.words.length > MAX_WORDS) return;
    const role = process.chain ?? this.adder(token, at);
    const added = role === null ? [] : process.chain === null ? this.added(at) : this.chained(at);
    if (role === null || added.length === 0) return;
    this.words = [...this.words, ...added];
    this.calls.read({ shape: "chain", role }, token.text, token, this.words);
  }

  private adder(token: Token, at: number): Role | null {
    const [owner, dot] = this.tokens.slice(Math.max(0, at - 2), at);
    return dot?.text === "." && owner?.kind === "word" ? this.language.words.role("process.adder", `${owner.text}.${token.text}`) : null;
  }

  private added(at: number): readonly Argument[] {
    if (this.tokens[at + 1]?.text !== "(") return [];
    const close = this.args.closing(at + 1);
    return close < 0 ? [] : this.args.arguments(at + 2, close);
  }

  /** What the call at a word is, by its name and what qualifies it. */
  private roleOf(at: number): CallRole | null {
    // PHP's `@f()` is `f()` without its errors.
    const parts = [(this.tokens[at]?.text ?? "").replace(/^@/, "")];
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
      if (from === parts.length - 1 && qualified) return this.language.words.method(name);
      const role = this.language.words.call(name);
      if (role !== null) return role;
    }
    return null;
  }

  private call(token: Token, at: number, role: CallRole): void {
    const { shape } = role;
    const next = this.tokens[at + 1];
    if (next === undefined) return;
    if (this.language.dialect.adjacent && next.start !== token.end) return;
    if (next.text === "(" || (next.text === "{" && shape === "quotes")) {
      const close = this.args.closing(at + 1);
      if (close < 0) return;
      const args = this.args.arguments(at + 2, close);
      const all = shape === "chain" ? [...args, ...this.chained(close)] : args;
      this.calls.read(role, token.text, { start: token.start, end: this.tokens[close]?.end ?? token.end }, all);
      // In braces stand properties, in any order: each tells what it is.
      if (this.language.words.has("process.new", token.text)) this.words = next.text === "{" ? [] : all;
    } else if (this.language.dialect.commandCalls && next.kind !== "line" && ![".", "=", ","].includes(next.text)) {
      const end = this.args.commandEnd(at + 1);
      this.calls.read(role, token.text, token, this.args.arguments(at + 1, end));
    }
  }

  /** `.arg("-c").args(["…"])` behind a call, or behind a name. */
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
