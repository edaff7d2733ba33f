/** A token of JavaScript or TypeScript, as far as telling types from code needs it. */
export interface Lexeme {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A line ends between the token before and this one. */
  readonly lineBefore: boolean;
}

const LEXEME = /\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|[#@]?[A-Za-z_$][\w$]*|\d[\w.]*|=>|\.{3}|[=!]==?|\?\?=?|\?\.|&&|\|\||[^\s]/g;

/** The tokens of a text; strings and templates are one token each, comments none. */
export function scan(text: string): Lexeme[] {
  const lexemes: Lexeme[] = [];
  let end = 0;
  for (const match of text.matchAll(LEXEME)) {
    const word = match[0];
    if (word.startsWith("//") || word.startsWith("/*")) continue;
    const start = match.index;
    lexemes.push({ text: word, start, end: start + word.length, lineBefore: text.slice(end, start).includes("\n") });
    end = start + word.length;
  }
  return lexemes;
}
