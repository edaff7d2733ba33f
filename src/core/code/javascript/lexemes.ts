/** A token of JavaScript or TypeScript, as far as telling types from code needs it. */
export interface Lexeme {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A line ends between the token before and this one. */
  readonly lineBefore: boolean;
}

/** A string or template that is not closed is matched as far as it would reach: its group holds the quote that closes it, or nothing. */
const LEXEME =
  /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*("?)|'(?:\\.|[^'\\\n])*('?)|`(?:\\[\s\S]|[^`\\])*(`?)|[#@]?[A-Za-z_$][\w$]*|\d[\w.]*|=>|\.{3}|[=!]==?|\?\?=?|\?\.|&&|\|\||[^\s]/y;
const BLANKS = /\s*/y;
const QUOTES = "\"'`";

/** The tokens of a text; strings and templates are one token each, comments none. A quote that nothing closes is a token of its own. */
export function scan(text: string): Lexeme[] {
  const lexemes: Lexeme[] = [];
  // Up to where a quote is known to be closed by nothing: it is looked for once, not from each quote of many.
  const open = new Map<string, number>();
  let last = 0;
  for (let start = skipped(text, 0), end = 0; start < text.length; start = skipped(text, end)) {
    const word = wordAt(text, start, open);
    end = start + word.length;
    if (word.startsWith("//") || word.startsWith("/*")) continue;
    lexemes.push({ text: word, start, end, lineBefore: text.slice(last, start).includes("\n") });
    last = end;
  }
  return lexemes;
}

function wordAt(text: string, start: number, open: Map<string, number>): string {
  const first = text[start] ?? "";
  if (start < (open.get(first) ?? 0)) return first;
  LEXEME.lastIndex = start;
  const match = LEXEME.exec(text);
  const word = match?.[0] ?? first;
  if (!QUOTES.includes(first) || match?.slice(1).some((quote) => quote === first)) return word;
  open.set(first, start + word.length);
  return first;
}

function skipped(text: string, from: number): number {
  BLANKS.lastIndex = from;
  return from + (BLANKS.exec(text)?.[0].length ?? 0);
}
