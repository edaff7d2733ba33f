import { skipType } from "./type-syntax.js";
import { scan, type Lexeme } from "./lexemes.js";

/**
 * Blanks out TypeScript's types, every other character in its place, so that the JavaScript grammar
 * reads the code around them. It goes by the shape of the tokens and is meant for code that failed to parse.
 */
export function eraseTypes(text: string): string {
  if (!TYPED.test(text)) return text;
  const lexemes = scan(text);
  const eraser = new Eraser(lexemes);
  eraser.run();
  return eraser.blank(text);
}

const MODIFIERS: ReadonlySet<string> = new Set(["private", "public", "protected", "readonly", "abstract", "declare", "override"]);
/** No type is written without one of these. */
const TYPED = new RegExp(`[:<!]|\\b(?:interface|type|enum|namespace|as|satisfies|${[...MODIFIERS].join("|")})\\b`);
const DECLARING: ReadonlySet<string> = new Set(["const", "let", "var"]);
const VALUE_END = /^(?:[\w$]+|[)\]}"'`])$/;
const KEYWORD = /^(?:return|typeof|case|in|of|new|delete|void|throw|else|do|await|yield|import|export|default)$/;

class Eraser {
  private readonly erased: [number, number][] = [];
  /** What each open bracket is: a class body, a parameter list, or anything else. */
  private readonly open: ("class" | "parameters" | "other")[] = [];
  private sawClass = false;
  /** Angle brackets that are closed by `</` are elements, not types. */
  private readonly elements: boolean;

  constructor(private readonly lexemes: readonly Lexeme[]) {
    this.elements = lexemes.some((lexeme, at) => lexeme.text === "<" && lexemes[at + 1]?.text === "/");
  }

  run(): void {
    for (let at = 0; at < this.lexemes.length; at++) at = Math.max(at, this.step(at));
  }

  blank(text: string): string {
    let result = "";
    let from = 0;
    for (const [start, end] of this.erased) {
      if (start < from) continue;
      result += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, " ");
      from = end;
    }
    return result + text.slice(from);
  }

  private text(at: number): string {
    return this.lexemes[at]?.text ?? "";
  }

  /** Erases lexemes `from` up to but without `to`; gives the index of the last one. */
  private erase(from: number, to: number): number {
    const start = this.lexemes[from]?.start;
    const end = this.lexemes[to - 1]?.end;
    if (start !== undefined && end !== undefined) this.erased.push([start, end]);
    return to - 1;
  }

  private step(at: number): number {
    const word = this.text(at);
    if (word === "class") this.sawClass = true;
    if (word === "(" || word === "[" || word === "{") return this.enter(at, word);
    if (word === ")" || word === "]" || word === "}") this.open.pop();
    if (word === "interface" || word === "type" || word === "enum" || word === "namespace") return this.declaration(at, word);
    if (MODIFIERS.has(word) && /^[\w$[#*{]/.test(this.text(at + 1)) && !KEYWORD.test(this.text(at + 1))) return this.erase(at, at + 1);
    if ((word === "as" || word === "satisfies") && this.endsValue(at - 1) && !["{", ",", "*"].includes(this.text(at - 2)))
      return this.erase(at, skipType(this.lexemes, at + 1));
    if (word === "!" && this.endsValue(at - 1) && /^[.);,\][}]/.test(this.text(at + 1))) return this.erase(at, at + 1);
    if (word === "<") return this.endsValue(at - 1) ? this.generics(at) : this.cast(at);
    if (word === ":" || word === "?") return this.annotation(at);
    return at;
  }

  private endsValue(at: number): boolean {
    const word = this.text(at);
    return VALUE_END.test(word.slice(-1) === word ? word : word.slice(-1)) && !KEYWORD.test(word);
  }

  private enter(at: number, bracket: string): number {
    if (bracket === "{" && this.sawClass) {
      this.sawClass = false;
      this.open.push("class");
    } else this.open.push(bracket === "(" && this.opensParameters(at) ? "parameters" : "other");
    return at;
  }

  /** Whether the parentheses at `at` hold the parameters of a function. */
  private opensParameters(at: number): boolean {
    const before = this.text(at - 1);
    if (before === "function" || this.text(at - 2) === "function" || before === "catch") return true;
    let depth = 0;
    for (let close = at; close < this.lexemes.length && close < at + 2000; close++) {
      const word = this.text(close);
      if (word === "(") depth++;
      else if (word === ")" && --depth === 0) return this.followsParameters(close + 1, at);
    }
    return false;
  }

  private followsParameters(after: number, open: number): boolean {
    const next = this.text(after);
    if (next === "=>") return true;
    const method = this.open[this.open.length - 1] === "class";
    if (next === "{") return method || /^[\w$#]/.test(this.text(open - 1));
    if (next !== ":") return false;
    const end = this.text(skipType(this.lexemes, after + 1));
    return end === "=>" || end === "{" || (method && end === ";");
  }

  /** `interface A { … }`, `type A = …;`: all of it. */
  private declaration(at: number, word: string): number {
    const name = this.text(at + 1);
    const before = this.text(at - 1);
    if (!/^[A-Za-z_$]/.test(name) || /^[.(,=:]$/.test(before))
      return word === "type" && name === "{" && (before === "import" || before === "export") ? this.erase(at, at + 1) : at;
    if (word === "type" && (before === "import" || before === "{" || before === ",")) return this.erase(at, at + 1);
    const from = before === "export" || before === "const" ? at - 1 : at;
    if (word === "type") {
      const sign = this.text(at + 2) === "<" ? skipType(this.lexemes, at + 1) : at + 2;
      return this.text(sign) === "=" ? this.erase(from, skipType(this.lexemes, sign + 1)) : at;
    }
    let depth = 0;
    for (let end = at; end < this.lexemes.length; end++) {
      if (this.text(end) === "{") depth++;
      else if (this.text(end) === "}" && --depth === 0) return word === "namespace" ? at : this.erase(from, end + 1);
    }
    return at;
  }

  /** `f<T>(x)`, `class A<T> {`: types between angle brackets, where a call or a body follows. */
  private generics(at: number): number {
    const end = skipType(this.lexemes, at - 1);
    return end > at + 1 && this.text(end - 1) === ">" && /^[({]|^extends$|^implements$/.test(this.text(end)) ? this.erase(at, end) : at;
  }

  /** `<T>value` */
  private cast(at: number): number {
    const end = skipType(this.lexemes, at + 1);
    const isCast = !this.elements && end > at + 1 && this.text(end) === ">" && /^[\w$("'`]/.test(this.text(end + 1));
    return isCast && this.text(end + 1) !== "(" ? this.erase(at, end + 1) : at;
  }

  private annotation(at: number): number {
    const colon = this.text(at) === "?" && this.text(at + 1) === ":" ? at + 1 : at;
    if (this.text(colon) !== ":" || !this.endsValue(at - 1)) return at;
    const end = skipType(this.lexemes, colon + 1);
    if (end === colon + 1) return at;
    return this.isType(at, end) ? this.erase(at, end) : at;
  }

  private isType(at: number, end: number): boolean {
    const next = this.text(end);
    const place = this.open[this.open.length - 1];
    if (place === "parameters") return /^[,)=]$/.test(next);
    if (this.text(at - 1) === ")") return next === "{" || next === "=>" || (place === "class" && next === ";");
    if (place === "class") return /^[;=}]$/.test(next) || (this.lexemes[end]?.lineBefore ?? true);
    return this.declares(at - 1);
  }

  /** Whether the name (or pattern) that ends at `at` is being declared. */
  private declares(at: number): boolean {
    let from = at;
    if (/^[\]}]$/.test(this.text(at))) {
      let depth = 0;
      for (; from >= 0; from--) {
        if (/^[\]}]$/.test(this.text(from))) depth++;
        else if (/^[[{]$/.test(this.text(from)) && --depth === 0) break;
      }
    }
    return DECLARING.has(this.text(from - 1));
  }
}
