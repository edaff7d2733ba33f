import type { Node, Text } from "./syntax.js";
import { tickedInString, tickedInWord } from "./words.js";

const BLANK = /(?:[ \t\r\u00a0\u200b]|`[ \t]*\r?\n|<#[\s\S]*?(?:#>|$))+/y;
const COMMENT = /#[^\n]*/y;
const HERE = /@(["'])[ \t]*\r?\n/y;
export const PLACEHOLDER = /<[A-Za-z][^<>\n|]{0,80}>/y;
const WORD_END = /[\s|;(){}"'`,<>&]/;

/** Where a reader of PowerShell stands, and how it reads blanks, words and strings. Time is linear: what is not closed is looked for once. */
export abstract class Lexer {
  /** Signs that are not closed to the end: none of them is looked for again. */
  protected readonly unclosed = new Set<string>();

  constructor(
    protected readonly text: string,
    protected at: number,
  ) {}

  /** A value that stands by itself, such as a string takes in. */
  protected abstract simple(): Node | null;

  /** A word up to a blank or a sign; a backtick in it goes, quotes in it are part of it. */
  protected word(start: number): Text | null {
    let text = "";
    let exact = true;
    let at = start;
    for (; at < this.text.length; at++) {
      const char = this.text[at] ?? "";
      if (char === "`" && !/\s/.test(this.text[at + 1] ?? " ")) {
        text += tickedInWord(this.text[++at] ?? "");
        exact = false;
      } else if ((char === "{" || char === "}") && at > start && /[/=\w{}.-]/.test(this.text[at - 1] ?? "") && /^\{{1,2}[\w.-]{1,60}\}{1,2}|^\}{1,2}[\w./?=&-]/.test(this.text.slice(at, at + 70)) && this.text.slice(start, at).includes("/")) text += char;
      else if (char === "<" && at === start) {
        const hole = this.length(PLACEHOLDER);
        if (hole === 0) break;
        text += this.text.slice(at, at + hole);
        at += hole - 1;
      } else if (char === "'" && at > start && /\w/.test(this.text[at - 1] ?? "") && /\w/.test(this.text[at + 1] ?? "")) text += char;
      else if (WORD_END.test(char) && !(char === "&" && at > start && !/^[\s&|]?$/.test(this.text[at + 1] ?? ""))) break;
      else text += char;
    }
    if (at === start) return null;
    this.at = at;
    return { kind: "text", start, end: at, quoted: false, text, inner: { start, end: at }, exact, parts: [] };
  }

  protected hereString(start: number): Text | null {
    HERE.lastIndex = start;
    const open = HERE.exec(this.text);
    const quote = open?.[1] ?? "";
    if (open === null || this.unclosed.has(`@${quote}`)) return null;
    const from = start + open[0].length;
    const close = this.text.indexOf(`\n${quote}@`, from - 1);
    if (close < 0) {
      this.unclosed.add(`@${quote}`);
      return null;
    }
    const end = Math.max(from, close);
    const parts = quote === '"' ? this.holes(from, end) : [];
    this.at = close + 3;
    return { kind: "text", start, end: this.at, quoted: true, text: this.text.slice(from, end), inner: { start: from, end }, exact: true, parts };
  }

  protected single(start: number): Text | null {
    if (this.unclosed.has("'")) return null;
    const quote = this.text[start] === "'" ? "'" : "\u2019";
    let close = this.text.indexOf(quote, start + 1);
    while (close >= 0 && this.text[close + 1] === quote) close = this.text.indexOf(quote, close + 2);
    if (close < 0) {
      this.unclosed.add("'");
      return null;
    }
    this.at = close + 1;
    const inside = this.text.slice(start + 1, close);
    const doubled = inside.includes(quote + quote);
    return { kind: "text", start, end: this.at, quoted: true, text: doubled ? inside.replaceAll(quote + quote, quote) : inside, inner: { start: start + 1, end: close }, exact: !doubled, parts: [] };
  }

  protected double(start: number): Text | null {
    if (this.unclosed.has('"')) return null;
    let text = "";
    let exact = true;
    const parts: Node[] = [];
    let at = start + 1;
    for (; at < this.text.length; at++) {
      const char = this.text[at] ?? "";
      const next = this.text[at + 1] ?? "";
      if (char === "`" || (char === '"' && next === '"')) {
        text += char === "`" ? tickedInString(next) : next;
        exact = false;
        at++;
      } else if (char === "\\" && next === '"' && this.escapes(at)) {
        // written for the program that is called
        text += next;
        exact = false;
        at++;
      } else if (/["\u201c\u201d]/.test(char)) break;
      else if (char === "$" && (next === "(" || /[\w{]/.test(next))) {
        this.at = at;
        const part = this.simple();
        if (part === null) break;
        parts.push(part);
        text += this.text.slice(at, this.at);
        at = this.at - 1;
      } else text += char;
    }
    if (at >= this.text.length) {
      this.unclosed.add('"');
      this.at = start;
      return null;
    }
    this.at = at + 1;
    return { kind: "text", start, end: this.at, quoted: true, text, inner: { start: start + 1, end: at }, exact, parts };
  }

  /** Whether a quote behind a backslash is one that the string goes on behind: another follows on its line. */
  private escapes(at: number): boolean {
    const rest = this.text.slice(at + 2, at + 400).split("\n", 1)[0] ?? "";
    return /[^\\]"/.test(rest) || rest.startsWith('"');
  }

  /** The values in a here-string. */
  private holes(from: number, to: number): Node[] {
    const parts: Node[] = [];
    for (let at = this.text.indexOf("$", from); at >= 0 && at < to; at = this.text.indexOf("$", Math.max(at + 1, this.at))) {
      this.at = at;
      const next = this.text[at + 1] ?? "";
      const part = next === "(" || /[\w{]/.test(next) ? this.simple() : null;
      if (part === null || part.end > to) this.at = at + 1;
      else parts.push(part);
    }
    return parts;
  }

  protected length(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0].length ?? 0;
  }

  /** Passes blanks and comments; line ends, too, where a statement goes on. */
  protected blanks(lines: boolean): void {
    for (;;) {
      const before = this.at;
      if (this.text[this.at] === "<" && this.text[this.at + 1] === "#" && this.unclosed.has("<#")) return;
      this.at += this.length(BLANK);
      if (this.text[this.at] === "#" && /^$|[\s;{}(|]/.test(this.text[this.at - 1] ?? "")) this.at += this.length(COMMENT);
      if (lines && this.text[this.at] === "\n") this.at++;
      if (this.at === before) return;
    }
  }
}
