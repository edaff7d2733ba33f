import type { TextRange } from "../../lex/lines.js";
import { eachMatch } from "../../scan.js";

/** Matches the beginning of an expression that only PowerShell has, and that may fetch or execute. */
const BEGINS =
  /(?<![\w$.-])(?:(?:iex|invoke-expression)[ \t]{0,4}(?=\()|&[ \t]{0,4}(?=\([ \t]{0,4}\[scriptblock\]::create\()|(?=\((?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod|new-object)\b))/gi;
/** The continuation after a bracket: a member, or a stage of the pipe. */
const CONTINUATION = /\.\w{1,40}|[ \t]{0,4}\|[ \t]{0,4}(?:iex|invoke-expression|out-string)\b/iy;
const EXECUTES = /^(?:iex|invoke-expression|&)|\|\s*(?:iex|invoke-expression)$/i;
/** Maximum length of an expression in a sentence, in UTF-16 code units. */
const MAX_LENGTH = 4000;

/** Yields the PowerShell expressions in a line of text that execute code. */
export function* powershellIn(text: string): Generator<TextRange> {
  let from = 0;
  for (const { index, 0: head } of eachMatch(text, BEGINS)) {
    if (index < from) continue;
    const end = expressionEnd(text, index + head.length);
    const found = text.slice(index, end);
    if (!EXECUTES.test(found)) continue;
    yield { start: index, end };
    from = end;
  }
}

/** Whether a text begins with a PowerShell expression that executes code. */
export function beginsPowershell(text: string): boolean {
  for (const { start } of powershellIn(text)) return start === 0;
  return false;
}

function expressionEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && at - from < MAX_LENGTH) {
    if (text[at] === "(") {
      const close = closing(text, at);
      if (close < 0) return at;
      at = close;
      continue;
    }
    CONTINUATION.lastIndex = at;
    if (!CONTINUATION.test(text)) return at;
    at = CONTINUATION.lastIndex;
  }
  return at;
}

/** Returns the offset after the parenthesis that closes the one at `from`; -1 if there is none. */
function closing(text: string, from: number): number {
  let depth = 0;
  let quote = "";
  for (let at = from; at < text.length && at - from < MAX_LENGTH; at++) {
    const char = text[at] ?? "";
    if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return at + 1;
  }
  return -1;
}
