import { Quotes, type Quoted } from "./quotes.js";
import type { Node, Text } from "./syntax.js";
import { textOf, tickedInWord } from "./words.js";

const BLANK = /(?:[ \t\r\u00a0\u200b]|`[ \t]*\r?\n|<#[\s\S]*?(?:#>|$))+/y;
const COMMENT = /#[^\n]*/y;
export const PLACEHOLDER = /<[A-Za-z][^<>\n|]{0,80}>/y;
const WORD_END = /[\s|;(){}"'`,<>&]/;

/** Where a reader of PowerShell stands, and how it reads blanks, words and strings. Time is linear: what is not closed is looked for once. */
export abstract class Lexer {
  private readonly quotes: Quotes;

  constructor(
    protected readonly text: string,
    protected at: number,
  ) {
    this.quotes = new Quotes(text);
  }

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

  /** A string, also one in the marks of word processors; null where none begins here, or it does not end. */
  protected quoted(start: number): Text | null {
    const char = this.text[start] ?? "";
    const found = char === "@" ? this.quotes.hereString(start) : char === '"' || char === "'" ? this.quotes.string(start, char) : this.quotes.typographic(start);
    return found === null ? null : this.taken(found);
  }

  private taken(quoted: Quoted): Text {
    const parts = quoted.quote === '"' ? this.holes(...quoted.inner) : [];
    this.at = quoted.end;
    return textOf(this.text, quoted, parts);
  }

  /** The values that a string takes in. */
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
      this.at += this.length(BLANK);
      if (this.text[this.at] === "#" && /^$|[\s;{}(|]/.test(this.text[this.at - 1] ?? "")) this.at += this.length(COMMENT);
      if (lines && this.text[this.at] === "\n") this.at++;
      if (this.at === before) return;
    }
  }
}
