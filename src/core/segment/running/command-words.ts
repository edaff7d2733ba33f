/**
 * Reading single words of a command that stands in running text: a word ends where prose begins, and a
 * quotation mark that closes nowhere belongs to the prose around.
 */
export interface CommandWord {
  readonly start: number;
  /** End of what belongs to the command. */
  readonly end: number;
  /** True where prose begins right behind it: sentence punctuation, a closing mark, other script. */
  readonly last: boolean;
  /** True where a quotation or a substitution is part of it. */
  readonly quoted: boolean;
}

const FOREIGN = new RegExp(
  "\\[/[a-z]+\\]|\\[\\^?\\d{1,3}\\][.,:;!?]{0,3}$" +
    "|[\\u00b4\\u2018-\\u201f\\u2032-\\u2036\\u275b-\\u275e\\u00ab\\u00bb\\u2039\\u203a\\u2013\\u2014\\u2026" +
    "\\u2e80-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\uff00-\\uffef\\u0e00-\\u0eff\\u1780-\\u17ff]" +
    "|\\p{Extended_Pictographic}",
  "u",
);

const CJK_PUNCTUATION = /[\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]/;
/** An option whose sign an editor made a dash of. */
export const DASHED = /^[\u2013\u2014]\w/;

/** Reads the word at `at`; `limit` is the end of the running text. Null where no word starts. */
export function readWord(text: string, at: number, limit: number): CommandWord | null {
  let end = at;
  let quoted = false;
  while (end < limit) {
    const char = text[end] ?? "";
    if (/[\s|;&)>]/.test(char) || (char === "(" && end > at) || (char === "<" && !isPlaceholder(text, end, limit))) break;
    const next = skipUnit(text, end, limit);
    if (next < 0) return end > at ? { start: at, end, last: true, quoted } : null;
    if (next > end + 1 && char !== "\\") quoted = true;
    end = next;
  }
  if (end === at) return null;
  return trimmed(text, at, end, limit, quoted);
}

/** The end of the character, quotation, substitution or placeholder at `at`; -1 where prose begins instead. */
function skipUnit(text: string, at: number, limit: number): number {
  const char = text[at] ?? "";
  if (char === "\\") return text[at + 1] === "`" ? -1 : Math.min(limit, at + 2);
  if (char === "'") return isApostrophe(text, at) ? -1 : closing(text, "'", at + 1, limit);
  if (char === '"') return closingDouble(text, at + 1, limit);
  if (char === "`") return closing(text, "`", at + 1, limit);
  if (char === "$" && text[at + 1] === "(") return closingParen(text, at + 2, limit);
  if (char === "$" && text[at + 1] === "{") return closing(text, "}", at + 2, limit);
  if (char === "<") return text.indexOf(">", at) + 1;
  if (char === "{" && text[at + 1] === "{") return closing(text, "}}", at + 2, limit);
  return at + 1;
}

function isApostrophe(text: string, at: number): boolean {
  return /[A-Za-z]/.test(text[at - 1] ?? "") && /^(?:s|t|re|ll|ve|m|d)(?![\w'])/.test(text.slice(at + 1, at + 4));
}

/** `<url>`, `<https://…>` in a command; `<(`, `<<`, `< file` are none. */
export function isPlaceholder(text: string, at: number, limit: number): boolean {
  const close = text.indexOf(">", at);
  if (close < 0 || close >= limit || close - at > 200) return false;
  return /^<[A-Za-z][^\s<>|;&()]*(?: [^\s<>|;&()]+){0,5}>$/.test(text.slice(at, close + 1));
}

function closing(text: string, mark: string, from: number, limit: number): number {
  const close = text.indexOf(mark, from);
  return close < 0 || close + mark.length > limit || close - from > 20_000 ? -1 : close + mark.length;
}

function closingDouble(text: string, from: number, limit: number): number {
  for (let at = from; at < limit; ) {
    const char = text[at];
    if (char === '"') return at + 1;
    if (char === "\\") at += 2;
    else if (char === "$" && text[at + 1] === "(") {
      const end = closingParen(text, at + 2, limit);
      if (end < 0) return -1;
      at = end;
    } else at++;
  }
  return -1;
}

/** The end of a parenthesised group whose inside starts at `from`, or -1. Quotations hide parentheses. */
export function closingParen(text: string, from: number, limit: number): number {
  let depth = 1;
  for (let at = from; at < limit; at++) {
    const char = text[at];
    if (char === "\\") at++;
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return at + 1;
    else if (char === "'" || char === '"') {
      const end = text.indexOf(char, at + 1);
      if (end > 0 && end < limit) at = end;
    }
  }
  return -1;
}

/** Cuts off sentence punctuation, closing marks and text of another script. */
function trimmed(text: string, start: number, end: number, limit: number, quoted: boolean): CommandWord {
  const word = text.slice(start, end);
  const beforeOperator = /^\s*(?:[|>]|\\\n)/.test(text.slice(end, Math.min(limit, end + 12)));
  if (/^(?:\.+|\u2026|-.?|--|\*|["']{2})$/.test(word)) return { start, end, last: false, quoted };
  let keep = word.length;
  const foreign = quoted ? -1 : word.search(DASHED.test(word) ? CJK_PUNCTUATION : FOREIGN);
  if (foreign >= 0) keep = foreign;
  const closers = quoted ? /[.,:!?*_~\u2026\u0964\u2018\u2019\u201d\u00bb\u300d]+$/ : /[.,:!?*_~\]}"'\u2026\u0964]+$/;
  const tail = closers.exec(word.slice(0, keep));
  if (tail !== null && !beforeOperator && !balancedTail(word.slice(0, keep))) keep = tail.index;
  return { start, end: start + keep, last: keep < word.length, quoted };
}

/** `{url}`, `[URL]`, `${x}`: the closing mark belongs to the word. */
function balancedTail(word: string): boolean {
  return /[{[][^{}[\]]*[}\]]+$/.test(word);
}
