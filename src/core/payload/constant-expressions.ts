import { toBytes, toUtf8 } from "../decode/bytes.js";
import { MAX_LENGTH_IN_PATTERN } from "../scan.js";
import { bytesOf, evaluateCall, NotConstant, type Constant } from "./constant-calls.js";
import { codecs, unescaped } from "../decode/codecs.js";

/** Matches a name with its qualifier, which may be a type in brackets, and with a sigil such as `$`. */
const PATH = /(?:\[[\w.]+\]::|[$@&\\]{0,2})(?:[A-Za-z_]\w*)(?:(?:\.|::|->|\?\.)[A-Za-z_$]\w*)*/y;
const TYPE = /\[[A-Za-z][\w.]*(?:\[\])?\](?!::)/y;
const SPACE_OR_COMMENTS = /(?:\s|\\\r?\n|#[^\n]*\n|\/\/[^\n]*\n)*/y;
const ACCESS = /\s*(?:->|\??\.)\s*(?=[A-Za-z_])/y;
const INDEX = /\s*\[\s*\d{1,9}\s*\]/y;
const NUMBER = /-?(?:0x[\da-f]+|\d+)/iy;
/** Matches a word or comma before an expression that does not change its value. */
const PREFIX = /(?:await|new|New-Object|return|-join|,)\s*/iy;
const MAX_DEPTH = 24;
/** Maximum number of characters that are read for one expression, including the values of its variables. */
const MAX_LENGTH = 256 * 1024;

/** The notation of string literals in a language. */
interface LiteralQuoting {
  /** Whether a backslash is the escape character; otherwise a backtick is. */
  readonly escapesByBackslash: boolean;
  /** Whether a dot between values joins them. */
  readonly dotJoins: boolean;
  /** Whether `$name` in double quotes is replaced with the value of the variable. */
  readonly interpolates: boolean;
}

const POWERSHELL: LiteralQuoting = {
  escapesByBackslash: false,
  dotJoins: false,
  interpolates: true,
};
const DOTTED: LiteralQuoting = { escapesByBackslash: true, dotJoins: true, interpolates: true };
const COMMON: LiteralQuoting = { escapesByBackslash: true, dotJoins: false, interpolates: false };

function quotingOf(tag: string): LiteralQuoting {
  return tag === "powershell" ? POWERSHELL : tag === "php" || tag === "perl" ? DOTTED : COMMON;
}

/** The value of an expression, and the offset at which the expression ends. */
interface Read {
  readonly value: Constant;
  readonly end: number;
}

/**
 * Computes the values of expressions that consist of literals and decoders, in any language, without executing anything. Throws
 * `NotConstant` for any other expression.
 */
export class Expressions {
  private readonly quoting: LiteralQuoting;
  private depth = 0;
  private left = MAX_LENGTH;

  constructor(
    readonly text: string,
    private readonly tag: string,
  ) {
    this.quoting = quotingOf(tag);
  }

  /** Reads the operands of a concatenation from an offset on; often there is only one. */
  sum(at: number): Read {
    let read = this.operand(at);
    const parts = [read.value];
    for (let next = this.operator(read.end); next >= 0; next = this.operator(read.end)) {
      read = this.operand(next);
      parts.push(read.value);
    }
    const [only] = parts;
    return {
      value:
        parts.length === 1 && only !== undefined
          ? only
          : Uint8Array.from(parts.flatMap((part) => [...bytesOf(part)])),
      end: read.end,
    };
  }

  /** Returns the offset of the next operand of a concatenation; -1 if there is none. */
  private operator(end: number): number {
    const at = this.skip(end);
    const character = this.text[at];
    if (character === "+" && this.text[at + 1] !== "=" && this.text[at + 1] !== "+") return at + 1;
    if (this.quoting.dotJoins && character === "." && this.text[at + 1] !== "=") return at + 1;
    if (this.text.startsWith("..", at) && this.tag === "lua") return at + 2;
    // two adjacent literals are one in Python
    return (character === '"' || character === "'") &&
      this.tag === "python" &&
      "\"'".includes(this.text[end - 1] ?? "-")
      ? at
      : -1;
  }

  private skip(at: number): number {
    return this.match(SPACE_OR_COMMENTS, at)?.end ?? at;
  }

  private match(
    pattern: RegExp,
    at: number,
  ): { readonly text: string; readonly end: number } | null {
    pattern.lastIndex = at;
    const found = pattern.exec(this.text);
    return found === null ? null : { text: found[0], end: at + found[0].length };
  }

  operand(from: number): Read {
    if (this.depth >= MAX_DEPTH || this.left < 0) throw new NotConstant();
    this.depth++;
    try {
      return this.suffixed(this.primary(this.skip(from)));
    } finally {
      this.depth--;
    }
  }

  private primary(at: number): Read {
    const prefix = this.match(PREFIX, at);
    if (prefix !== null) return this.operand(prefix.end);
    const literal = this.literal(at);
    if (literal !== null) return literal;
    const type = this.match(TYPE, at);
    if (type !== null && this.tag === "powershell") return this.operand(type.end);
    const character = this.text[at];
    if (character === "(") {
      const { values, end } = this.list(at, ")");
      const [only] = values;
      return { value: values.length === 1 && only !== undefined ? only : values, end };
    }
    if (character === "[" && this.match(PATH, at) === null) {
      const { values, end } = this.list(at, "]");
      return { value: values, end };
    }
    if (character === "@" && this.text[at + 1] === "(") return this.primary(at + 1);
    const number = this.match(NUMBER, at);
    if (number !== null) return { value: Number(number.text), end: number.end };
    const path = this.match(PATH, at);
    if (path === null) throw new NotConstant();
    return this.named(path.text, at, path.end);
  }

  /** Reads a call, or a name that was assigned a value earlier in the text. */
  private named(path: string, at: number, end: number): Read {
    if (path === "__import__" || path === "require") return this.loaded(path, end);
    const open = this.skip(end);
    if (this.text[open] === "(") {
      const { values, end: close } = this.list(open, ")");
      const [, owner, method] = /^(.*?)(?:\.|->|\?\.)(\w+)$/.exec(path) ?? [];
      const assigned =
        owner === undefined || method === undefined ? null : this.assigned(owner, at);
      return {
        value:
          assigned === null
            ? evaluateCall({ path, receiver: null, args: values })
            : evaluateCall({ path: method ?? path, receiver: assigned, args: values }),
        end: close,
      };
    }
    // `decode_base64 "…"`: a call without parentheses
    const literal = this.text[end] === " " || this.text[end] === "\t" ? this.literal(open) : null;
    if (literal !== null) {
      const values = [literal.value];
      let last = literal.end;
      for (let next = this.skip(last); this.text[next] === ","; next = this.skip(last)) {
        const more = this.sum(next + 1);
        values.push(more.value);
        last = more.end;
      }
      return { value: evaluateCall({ path, receiver: null, args: values }), end: last };
    }
    const value = this.assigned(path, at);
    if (value === null) throw new NotConstant();
    return { value, end };
  }

  /** Reads a call of a function of a module that is loaded in the same expression: `__import__("base64").b64decode(…)`. */
  private loaded(path: string, end: number): Read {
    const { end: close } = this.list(this.skip(end), ")");
    const method = this.match(ACCESS, close);
    const name = method === null ? null : this.match(PATH, method.end);
    if (name === null) throw new NotConstant();
    return this.named(`${path}.${name.text}`, close, name.end);
  }

  private list(
    open: number,
    close: string,
  ): { readonly values: readonly Constant[]; readonly end: number } {
    const values: Constant[] = [];
    let at = this.skip(open + 1);
    while (this.text[at] !== close) {
      const keyword = this.match(/\w+\s*=(?![=>])\s*/y, at);
      const read = this.item(keyword?.end ?? at);
      if (keyword === null) values.push(read.value);
      at = this.skip(read.end);
      if (this.text[at] === ",") at = this.skip(at + 1);
      else if (this.text[at] !== close) throw new NotConstant();
    }
    return { values, end: at + 1 };
  }

  /** Reads an item of a list. The value of an unknown item is an empty list, which no decoder accepts. */
  private item(at: number): Read {
    try {
      return this.generated(at) ?? this.sum(at);
    } catch (error) {
      if (!(error instanceof NotConstant)) throw error;
      return { value: [], end: this.pastItem(at) };
    }
  }

  private pastItem(from: number): number {
    let depth = 0;
    for (let at = from; at < this.text.length; at++) {
      const character = this.text[at] ?? "";
      if ("\"'`".includes(character)) {
        const end = this.closing(at + 1, character, "");
        if (end < 0) break;
        at = end;
      } else if ("([{".includes(character)) depth++;
      else if (")]}".includes(character) && depth-- === 0) return at;
      else if (character === "," && depth === 0) return at;
    }
    throw new NotConstant();
  }

  /** Reads the list of character codes in `chr(i) for i in LIST` or `chr, LIST`; returns null for anything else. */
  private generated(at: number): Read | null {
    const head = this.match(/\[?\s*(?:chr|unichr)\(\s*(\w+)\s*\)\s+for\s+\1\s+in\s+/y, at);
    return head === null
      ? this.match(/chr\s*,\s*/y, at) === null
        ? null
        : this.sum(this.skip(at + this.text.slice(at).indexOf(",") + 1))
      : this.sum(head.end);
  }

  /** Applies the method calls, indexes and `[::-1]` that follow a value. */
  private suffixed({ value, end }: Read): Read {
    const reversed = this.match(/\s*\[\s*::\s*-1\s*\]/y, end);
    if (reversed !== null)
      return this.suffixed({ value: codecs.reverse(bytesOf(value)), end: reversed.end });
    const index = this.match(INDEX, end);
    if (index !== null && typeof value === "object" && !(value instanceof Uint8Array)) {
      const item = value[Number(index.text.replace(/\D/g, "")) - (this.tag === "lua" ? 1 : 0)];
      if (item === undefined) throw new NotConstant();
      return this.suffixed({ value: item, end: index.end });
    }
    const access = this.match(ACCESS, end);
    const isCall = access !== null && access.text.includes("->") === this.quoting.dotJoins;
    const name = isCall ? this.match(/\w+/y, access.end) : null;
    if (name === null) return { value, end };
    const open = this.skip(name.end);
    if (this.text[open] !== "(") {
      // in Ruby this is a call of the method; in other languages it is a property, whose value is unknown
      return this.tag === "ruby"
        ? this.suffixed({
            value: evaluateCall({
              path: name.text,
              receiver: value,
              args: this.rubyArgument(name.end),
            }),
            end: name.end,
          })
        : { value, end };
    }
    const { values, end: close } = this.list(open, ")");
    return this.suffixed({
      value: evaluateCall({ path: name.text, receiver: value, args: values }),
      end: close,
    });
  }

  private rubyArgument(at: number): readonly Constant[] {
    const literal = this.literal(this.skip(at));
    return literal === null ? [] : [literal.value];
  }

  /** Reads the quoted literal at an offset; returns null if there is none. */
  private literal(at: number): Read | null {
    const head = this.match(/(?:@(?=["'])|[rbuf]{0,2}(?=["'`]))(?:"""|'''|["'`])/iy, at);
    if (head === null) return null;
    const quote = /["'`]+$/.exec(head.text)?.[0] ?? "";
    const prefix = head.text.slice(0, -quote.length).toLowerCase();
    if (prefix === "@") return this.hereString(quote, head.end);
    if (prefix.includes("f")) throw new NotConstant();
    const end = this.closing(head.end, quote, prefix);
    if (end < 0) throw new NotConstant();
    const inner = this.text.slice(head.end, end);
    this.left -= inner.length;
    return { value: toBytes(this.spelled(inner, quote, prefix)), end: end + quote.length };
  }

  /** Reads a here-string of PowerShell, from `@'` to `'@` at the beginning of a line. */
  private hereString(quote: string, from: number): Read {
    const end = this.text.indexOf(`\n${quote}@`, from);
    const start = this.text.indexOf("\n", from) + 1;
    if (end < 0 || start === 0) throw new NotConstant();
    this.left -= end - start;
    return {
      value: toUtf8(this.text.slice(start, Math.max(start, end))),
      end: end + quote.length + 2,
    };
  }

  private closing(from: number, quote: string, prefix: string): number {
    const escape = this.quoting.escapesByBackslash ? "\\" : "`";
    const escapes =
      prefix.includes("r") || (!this.quoting.escapesByBackslash && quote === "'") ? "" : escape;
    for (let at = from; at < this.text.length; at++) {
      if (this.text[at] === escapes) at++;
      else if (this.text.startsWith(quote, at)) {
        if (!this.quoting.escapesByBackslash && this.text[at + 1] === quote) at++;
        else return at;
      } else if (
        this.text[at] === "\n" &&
        quote.length === 1 &&
        quote !== "`" &&
        this.tag === "python"
      )
        return -1;
    }
    return -1;
  }

  private spelled(inner: string, quote: string, prefix: string): string {
    if (prefix.includes("r")) return inner;
    if (quote === "`" && inner.includes("${")) throw new NotConstant();
    if (this.quoting.interpolates && quote === '"' && /[$@][A-Za-z_{(]/.test(inner))
      throw new NotConstant();
    if (!this.quoting.escapesByBackslash)
      return quote === "'"
        ? inner.replaceAll("''", "'")
        : inner.replace(/""|`[\s\S]/g, (pair) => pair.slice(1));
    if (quote === "'" && (this.quoting.dotJoins || this.tag === "ruby"))
      return inner.replace(/\\([\\'])/g, "$1");
    return inner.includes("\\") ? unescaped(inner) : inner;
  }

  /** Returns the value of the last assignment to a name before an offset; null if there is none, or for a compound one (`+=`). */
  private assigned(name: string, before: number): Constant | null {
    const [, bare] = /^[$@&]*(\w+)$/.exec(name) ?? [];
    if (bare === undefined || bare.length > MAX_LENGTH_IN_PATTERN) return null;
    const given = new RegExp(
      `(?<![\\w.>$@])[$@]?${bare}\\s*(?::\\s*\\w+\\s*)?(\\+|\\.)?(?::=|=(?![=~>]))\\s*`,
      this.tag === "powershell" ? "gi" : "g",
    );
    let last: RegExpExecArray | null = null;
    const head = this.text.slice(Math.max(0, before - MAX_LENGTH), before);
    this.left -= Math.min(head.length, 1024);
    for (let found = given.exec(head); found !== null; found = given.exec(head)) last = found;
    if (last === null || last[1] !== undefined) return null;
    return this.operandBefore(before - head.length + last.index + last[0].length, before);
  }

  private operandBefore(at: number, before: number): Constant | null {
    const { value, end } = this.sum(at);
    return end <= before ? value : null;
  }
}
