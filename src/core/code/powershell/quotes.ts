/** A string as it is written. */
export interface Quoted {
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  readonly inner: readonly [number, number];
  readonly here: boolean;
}

const HERE_OPEN = /@(["'])[ \t]*\r?\n/y;
/** Tells where strings end. What is not closed is looked for once, so that time is linear. */
export class Quotes {
  /** Here-documents without an end, quotes without another one: no later one of that kind is looked for. */
  private readonly unclosed = new Set<string>();
  /** Up to where a string with `\"` in it was not closed. */
  private unescaped = 0;

  constructor(private readonly text: string) {}

  hereString(start: number): Quoted | null {
    HERE_OPEN.lastIndex = start;
    const open = HERE_OPEN.exec(this.text);
    const quote = open?.[1] ?? "";
    if (open === null || this.unclosed.has(`@${quote}`)) return null;
    // The end stands at the start of a line; the line feed before it is no part of the text.
    const inner = start + open[0].length;
    const close = this.text.indexOf(`\n${quote}@`, inner - 1);
    if (close < 0) this.unclosed.add(`@${quote}`);
    return close < 0 ? null : { start, end: close + 3, quote, inner: [inner, Math.max(inner, close)], here: true };
  }

  string(start: number, quote: string): Quoted | null {
    if (this.unclosed.has(quote)) return null;
    const close = quote === "'" ? this.singleEnd(start + 1) : this.doubleEnd(start + 1);
    if (close < 0) this.unclosed.add(quote);
    return close < 0 ? null : { start, end: close + 1, quote, inner: [start + 1, close], here: false };
  }

  private singleEnd(from: number): number {
    let close = this.text.indexOf("'", from);
    while (close >= 0 && this.text[close + 1] === "'") close = this.text.indexOf("'", close + 2);
    return close;
  }

  /** `\"` is no escape here, but many write it for the program that is called: it is one where the string ends on its line. */
  private doubleEnd(from: number): number {
    const feed = this.text.indexOf("\n", from);
    const lineEnd = feed < 0 ? this.text.length : feed;
    if (this.unescaped < lineEnd) {
      const close = this.scanDouble(from, lineEnd, true);
      if (close >= 0) return close;
      this.unescaped = lineEnd;
    }
    return this.scanDouble(from, this.text.length, false);
  }

  private scanDouble(from: number, to: number, backslash: boolean): number {
    for (let at = from, depth = 0; at < to; at++) {
      const char = this.text[at];
      if (char === "`" || (backslash && char === "\\")) at++;
      else if (char === "$" && this.text[at + 1] === "(") depth++;
      else if (char === ")" && depth > 0) depth--;
      else if (char !== '"' || depth > 0) continue;
      else if (this.text[at + 1] === '"' && at + 1 < to) at++;
      else return at;
    }
    return -1;
  }
}
