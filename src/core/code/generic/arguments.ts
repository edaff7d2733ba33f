import { commandLines, joinTexts, plainText, TextBuilder } from "../flow/texts.js";
import { joinValues, UNKNOWN, type Item, type KnownText, type Value } from "../flow/value.js";
import type { Hole } from "../ir.js";
import type { Source } from "../../source.js";
import type { Dialect } from "./dialect.js";
import type { Token } from "./tokens.js";
import type { Words } from "./words.js";

/** An argument, by its keyword where it has one. */
export interface Argument extends Item {
  readonly name: string | null;
}

/** The tokens of one call at most, brackets within brackets, and looks at tokens in all for each token there is. */
const LIMITS = { tokens: 4000, depth: 12, work: 40 };

const OPENING: ReadonlySet<string> = new Set(["(", "[", "{"]);
const CLOSING: ReadonlySet<string> = new Set([")", "]", "}"]);

/** Signs that give a name its value. */
export const ASSIGNING: ReadonlySet<string> = new Set(["=", ":=", "<-"]);

/** Strings that a string with names in it may be, at most. */
const MOST_ALTERNATIVES = 8;

/** A hole in a string that holds one name, with or without its object. */
const HOLE_OF_A_NAME = /^\W{1,3}(?:\w+(?:\.|->|::))?(\w+)\W?$/;

/** What joins the parts of a list where the call does not say, by the setting. */
const BETWEEN: ReadonlyMap<string, string> = new Map([["blank", " "], ["nothing", ""]]);

/** A line that ends with one of these goes on. */
const CONTINUING: ReadonlySet<string> = new Set([",", "+", "\\", "<>", "++", "..", "."]);

/** Reads values out of tokens: strings, strings put together, lists, names that hold one of these. */
export class ArgumentReader {
  /** What a name was last set to. */
  readonly names = new Map<string, Value>();
  private work: number;

  constructor(
    private readonly source: Source,
    private readonly tokens: readonly Token[],
    private readonly dialect: Dialect,
    readonly words: Words,
  ) {
    this.work = LIMITS.work * tokens.length + LIMITS.tokens;
  }

  /** Looks ahead for what `ends` accepts at a bracket depth; where the bounds are hit, gives up. */
  private ahead(from: number, ends: (token: Token, depth: number, at: number) => boolean): number {
    let depth = 0;
    const end = Math.min(this.tokens.length, from + Math.min(LIMITS.tokens, this.work));
    for (let at = from; at < end; at++) {
      const token = this.tokens[at];
      if (token === undefined) break;
      if (token.kind === "sign" && OPENING.has(token.text)) depth++;
      else if (token.kind === "sign" && CLOSING.has(token.text)) depth--;
      if (!ends(token, depth, at)) continue;
      this.work -= at - from;
      return at;
    }
    this.work -= end - from;
    return -1;
  }

  /** The index of the bracket that closes the one at `open`; -1 where none does within bounds. */
  closing(open: number): number {
    return this.ahead(open, (token, depth) => depth <= 0 && token.kind === "sign" && CLOSING.has(token.text));
  }

  /** Where the arguments of a call without parentheses end. */
  commandEnd(from: number): number {
    const end = this.ahead(from, (token, depth, at) => {
      if (depth < 0) return true;
      if (depth > 0) return false;
      const before = this.tokens[at - 1]?.text ?? "";
      return token.text === ";" || token.text === "do" || (token.kind === "line" && !CONTINUING.has(before));
    });
    return end < 0 ? Math.min(this.tokens.length, from + LIMITS.tokens) : end;
  }

  /** Where an assigned value ends: as arguments do, or at the comma before another one. */
  valueEnd(from: number): number {
    const end = this.commandEnd(from);
    const comma = this.ahead(from, (token, depth, at) => at >= end || (depth === 0 && token.text === ","));
    return comma < 0 ? end : Math.min(comma, end);
  }

  /** The arguments between two token positions. */
  arguments(from: number, to: number, depth = 0): Argument[] {
    const result: Argument[] = [];
    for (const [start, end] of this.split(from, to)) {
      const argument = this.argument(start, end, depth);
      if (argument !== null) result.push(argument);
    }
    return result;
  }

  private *split(from: number, to: number): Generator<[number, number]> {
    let depth = 0;
    let start = from;
    for (let at = from; at < to; at++) {
      const token = this.tokens[at];
      if (token === undefined) break;
      const opens = token.kind === "sign" && OPENING.has(token.text);
      if (depth === 0 && at > start && this.startsItem(token, at, opens)) {
        yield [start, at];
        start = at;
      }
      if (opens) depth++;
      else if (token.kind === "sign" && CLOSING.has(token.text)) depth--;
      else if (depth === 0 && token.text === ",") {
        yield [start, at];
        start = at + 1;
      }
    }
    if (start < to) yield [start, to];
  }

  /** Where arguments stand side by side: the next one begins. */
  private startsItem(token: Token, at: number, opens: boolean): boolean {
    const before = this.tokens[at - 1];
    return this.dialect.juxtaposed && (opens || token.kind === "string" || before?.kind === "string") && token.kind !== "line" && before?.kind !== "sign" && (opens || token.kind !== "sign");
  }

  private argument(from: number, to: number, depth: number): Argument | null {
    let start = from;
    while (start < to && this.tokens[start]?.kind === "line") start++;
    let end = to;
    while (end > start && this.tokens[end - 1]?.kind === "line") end--;
    const first = this.tokens[start];
    const last = this.tokens[end - 1];
    if (first === undefined || last === undefined || end <= start) return null;
    const second = this.tokens[start + 1];
    const named = first.kind === "word" && second !== undefined && [":", "=>", "="].includes(second.text) && end > start + 2;
    const value = this.value(named ? start + 2 : start, end, depth);
    const place = this.tokens[named ? start + 2 : start] ?? first;
    return { name: named ? first.text : null, value, spread: false, start: place.start, end: last.end };
  }

  /** The value that a run of tokens stands for. */
  value(from: number, to: number, depth = 0): Value {
    if (depth > LIMITS.depth) return UNKNOWN;
    const list = this.list(from, to, depth);
    if (list !== null) return list;
    const parts: Item[] = [];
    for (let at = from; at < to; at++) {
      const token = this.tokens[at];
      if (token === undefined) break;
      const colon = token.text === "?" ? this.secondArm(at, to) : -1;
      if (colon > 0) return joinValues([this.value(at + 1, colon, depth + 1), this.value(colon + 1, to, depth + 1)]);
      if (token.kind === "string" && token.value !== null) parts.push({ value: { ...UNKNOWN, texts: this.texts(token, token.value) }, spread: false, start: token.start, end: token.end });
      else if (parts.length > 0 && (this.dialect.ending.has(token.text) || this.assigns(at))) break;
      else if (token.kind === "word") at = this.name(at, to, depth, parts);
      else if (token.text === "(") {
        const close = this.closing(at);
        if (close < 0 || close > to) break;
        parts.push(...this.arguments(at + 1, close, depth + 1).slice(0, 1));
        at = close;
      } else if (parts.length > 0 && this.isAccess(token, this.tokens[at + 1])) break;
    }
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return only.value;
    return { ...UNKNOWN, texts: joinTexts(this.source, parts, "") };
  }

  /** What a string may be, with the names in it replaced by what they hold, where that is known. */
  texts({ parts }: Token, written: KnownText): readonly KnownText[] {
    const held = new Map((parts ?? []).flatMap((part) => (part.kind === "hole" ? [[part, this.held(part)] as const] : [])));
    const alternatives = Math.min(MOST_ALTERNATIVES, Math.max(0, ...[...held.values()].map((texts) => texts.length)));
    if (parts === null || alternatives === 0) return [written];
    return Array.from({ length: alternatives }, (_, index) => {
      const builder = new TextBuilder(this.source);
      for (const part of parts) {
        const known = part.kind === "hole" ? held.get(part) : undefined;
        const text = known?.[Math.min(index, known.length - 1)];
        if (text === undefined) builder.part(part, this.source.text);
        else builder.use(text, part);
      }
      return builder.build(written.open, written.close);
    });
  }

  /** The strings that the name in a hole may hold: `#{name}`, `${this.name}`, `$name`. */
  private held(hole: Hole): Value["texts"] {
    const name = HOLE_OF_A_NAME.exec(this.source.text.slice(hole.start, hole.end))?.[1];
    return name === undefined ? [] : (this.names.get(name)?.texts ?? []);
  }

  /** Whether a name stands at `at` that is given its own value. */
  private assigns(at: number): boolean {
    return this.tokens[at]?.kind === "word" && ASSIGNING.has(this.tokens[at + 1]?.text ?? "") && this.tokens[at + 2]?.text !== "=";
  }

  /** `.name` behind a value: a method of it. With a blank, or before `$name`, the dot puts strings together. */
  private isAccess(dot: Token, name: Token | undefined): boolean {
    return dot.text === "." && !this.dialect.dotJoins && name?.kind === "word" && name.start === dot.end && !name.text.startsWith("$");
  }

  /** The sign between an object and its member, as in `config.command`, `$this->command`, `self::COMMAND`. */
  private isMember(at: number): boolean {
    const sign = this.tokens[at];
    if (sign === undefined || sign.start !== this.tokens[at - 1]?.end) return false;
    return sign.text === "->" || sign.text === "::" || (sign.text === "." && !this.dialect.dotJoins);
  }

  /** The colon of `condition ? first : second`; -1 where there is none. */
  private secondArm(question: number, to: number): number {
    const colon = this.ahead(question, (token, depth, at) => at >= to || (depth === 0 && token.text === ":"));
    return colon < to ? colon : -1;
  }

  /** A name: what it holds, or what the function it calls gives. */
  private name(at: number, to: number, depth: number, parts: Item[]): number {
    const token = this.tokens[at];
    if (token === undefined) return at;
    let last = at;
    while (this.isMember(last + 1) && this.tokens[last + 2]?.kind === "word" && last + 2 < to) last += 2;
    const held = this.names.get(token.text.replace(/^[$@]+/, "")) ?? UNKNOWN;
    const next = this.tokens[last + 1];
    if (next?.text === "(" && next.start === this.tokens[last]?.end && last + 1 < to) {
      const close = this.closing(last + 1);
      if (close > 0 && close < to) {
        const place = { spread: false, start: token.start, end: this.tokens[close]?.end ?? token.end };
        parts.push(this.result(this.tokens[last]?.text ?? "", { ...place, value: held }, this.arguments(last + 2, close, depth + 1), last > at));
        return close;
      }
    }
    const member = last > at ? this.names.get(this.tokens[last]?.text ?? "") : undefined;
    parts.push({ value: member ?? held, spread: false, start: token.start, end: this.tokens[last]?.end ?? token.end });
    return last;
  }

  /** What a call in a value gives: a list joined, its first argument (`sprintf("…", x)`), or the object it is a method of (`cmd.c_str()`). */
  private result(name: string, object: Item, args: readonly Argument[], method: boolean): Item {
    if (this.words.has("flow.quote", name)) return { ...object, value: { ...UNKNOWN, texts: commandLines(this.source, args.slice(0, 1)).map(plainText) } };
    const grown = name === "append" && !method ? args[0]?.value.items : null;
    if (grown) return { ...object, value: { ...UNKNOWN, items: [...grown, ...args.slice(1)] } };
    if (!this.words.has("flow.join", name)) return args[0] ?? (method ? object : { ...object, value: UNKNOWN });
    return { ...object, value: { ...UNKNOWN, texts: this.joined(name, object, args) } };
  }

  /** `list.join(" ")`, `join(" ", list)`, `join(" ", a, b)`, `paste(a, b)`. */
  private joined(name: string, object: Item, args: readonly Argument[]): Value["texts"] {
    const list = [object, ...args].find((item) => item.value.items !== null)?.value.items;
    const usual = BETWEEN.get(this.words.role("flow.join", name)?.settings["between"] ?? "") ?? null;
    const given = list || usual === null ? args.find((arg) => arg.value.texts.length > 0) : args.find((arg) => arg.name === "sep");
    const parts = list ?? args.filter((arg) => arg !== given);
    return joinTexts(this.source, parts, given?.value.texts[0]?.source.text ?? usual ?? "");
  }

  /** `["sh", "-c"]`, `new String[] { … }`, `List.of(…)`; null where the tokens are no list. */
  private list(from: number, to: number, depth: number): Value | null {
    for (let at = from; at < to; at++) {
      const token = this.tokens[at];
      if (token === undefined || token.kind === "string") return null;
      if (token.kind !== "sign" || !OPENING.has(token.text)) continue;
      const close = this.closing(at);
      if (close < 0 || close >= to) return null;
      if (close === at + 1) {
        at = close;
        continue;
      }
      const maker = this.tokens[at - 1]?.text === "!" ? this.tokens[at - 2] : this.tokens[at - 1];
      // Where calls are lists as well, a quote tells that a list is data.
      const isTuple = this.dialect.juxtaposed ? this.tokens[at - 1]?.text === "'" : at === from && close === to - 1;
      if (token.text === "(" && !isTuple && !(at > from && maker?.kind === "word" && this.words.has("flow.list", maker.text))) return null;
      if (token.text === "{" && this.isRecord(at + 1, close)) return UNKNOWN;
      const items = this.arguments(at + 1, close, depth + 1);
      if (token.text === "(" && isTuple && items.length < 2) return null;
      return items.some((item) => item.value.texts.length > 0) ? this.behind({ ...UNKNOWN, items }, close, to, depth) : null;
    }
    return null;
  }

  /** A list, or what `.join(" ")` behind it makes of it. */
  private behind(list: Value, close: number, to: number, depth: number): Value {
    const [dot, method, open] = this.tokens.slice(close + 1, close + 4);
    if (dot?.text !== "." || method?.kind !== "word" || !this.words.has("flow.join", method.text)) return list;
    const end = open?.text === "(" ? this.closing(close + 3) : -1;
    const args = end < 0 || end >= to ? [] : this.arguments(close + 4, end, depth + 1);
    const object = { value: list, spread: false, start: dot.start, end: method.end };
    return { ...UNKNOWN, texts: this.joined(method.text, object, args) };
  }

  /** `{ "KEY" => "value" }`: no list of words. */
  private isRecord(from: number, to: number): boolean {
    const sign = this.tokens[from + 1]?.text;
    return to > from + 1 && (sign === "=>" || sign === ":");
  }
}
