import type { Token } from "../../lex/powershell-tokens.js";

/** Matches a member of an object: `.Content`, `[0]`. */
const MEMBER = /\.[a-z_]\w*|\[-?\d*\]/iy;

/** Returns the tokens of a statement without the members after a parenthesis: `(curl U).Content.Trim()` becomes `(curl U)`. */
export function withoutMembers(text: string, tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  /** The number of open parentheses around the arguments of a method. */
  let depth = 0;
  let isAfter = false;
  for (const token of tokens) {
    if (token.kind !== "text") {
      if (depth === 0) kept.push(token);
      isAfter &&= depth > 0;
      continue;
    }
    let { start } = token;
    const keep = (end: number): void => {
      if (start < end) kept.push({ ...token, start, end });
    };
    for (let at = start; at < token.end; ) {
      if (depth > 0) {
        depth += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
        start = ++at;
        continue;
      }
      const end = isAfter ? memberEnd(text, at) : at;
      if (end === at) {
        isAfter = text[at++] === ")";
        continue;
      }
      keep(at);
      depth = text[end] === "(" ? 1 : 0;
      at = start = end + depth;
    }
    keep(token.end);
  }
  return kept;
}

function memberEnd(text: string, start: number): number {
  MEMBER.lastIndex = start;
  return MEMBER.test(text) ? MEMBER.lastIndex : start;
}
